import { readingsOf } from '../../text/forms.js';
import { asksNearest } from '../../text/request-words.js';
import { isEmptyTalk, isNonsense } from './nonsense.js';
import { isCaseFormAlone } from '../../text/canonical.js';
import { areEqual, wordsOf, type Word } from '../../text/words.js';
import { BY_NAME, LAYER_KINDS, UP_TO_WORDS } from '../finding/forward-hit.js';
import type { ForwardHit, NameGroup } from '../finding/forward-hit.js';
import { HitList } from './hit-list.js';
import { takeBeside, takeLandmark, takeNearLandmark } from './name-and-landmark.js';
import { takeAddress, takeInHouse } from './take-address.js';
import { matchOf, partialMatch, type Matched } from './match.js';
import type { Refined } from './refinement.js';
import { areSame, isFoundAsTyped, RecentPlans } from './recent-plans.js';
import { requestOf, type Request } from './strip-request.js';
import { takePlaced } from './name-and-town.js';
import { withGeneralHospital } from './general-hospital.js';
import { kindOfTown } from './kind-and-town.js';
import { numberedAreas, ofNameOrKind, takeLowered } from './matches-in-turn.js';
import { RowList } from '../lookup/row-stream.js';
import type { Searched, SearchedCategory, SearchPlan } from '../finding/search-contract.js';

/** A hit and the form of the name that matched. */
export interface NamedHit extends ForwardHit, Matched {
  /** The form, in the layer of the key (`strict` for `written`), or null for a house found by its number. */
  form: number | null;
  /** The words that found the place. */
  words: readonly Word[];
}

export interface SearchOptions {
  /** Whether names with typing errors are matched if no other match is found. Defaults to `true`. */
  readsErrors?: boolean;
}

export interface NamedOptions {
  refined?: Refined | undefined;
  /** Called after searching for the names and kinds as typed. Returns whether to stop the search there. */
  isEnough?: ((hits: readonly ForwardHit[], request: Request) => boolean) | undefined;
  /** Selects the rows whose form the caller needs. Other rows get null. */
  isWanted?: ((row: number) => boolean) | undefined;
  /** Whether a row is a house. */
  isHouse?: ((row: number) => boolean) | undefined;
  /** Receives the words of each search in order, beginning with the query as typed. */
  asked?: (readonly Word[])[] | undefined;
  /** The words that the query stands for, if they differ from the typed words: «Дарханд», «Дахран». */
  meant?: readonly Word[] | undefined;
}

interface FoundOptions extends Omit<NamedOptions, 'isEnough' | 'asked' | 'meant'> {
  /** Whether a query that names only a kind finds places of that kind before places with that name. */
  isKindFirst?: boolean;
  /**
   * The landmark near which to search, so that the nearest results come first. By default, there is no
   * landmark.
   */
  landmark?: readonly Word[] | undefined;
}

interface ByName {
  groups: readonly NameGroup[];
  category: SearchedCategory | null;
  asked: (readonly Word[])[];
}

/** The names of places contain a kind with this many words: засаг даргын тамгын газар. */
const LONG_KIND = 3;

/**
 * Forward search over the names of an index. Rows are sorted by group, then with strict matches before
 * derived ones (see NameMatches), then by rank (prominence, shorter name, id). Each place is listed once.
 * Only if no place is found does the search look for the words in addresses and, as a last step, allow typing
 * errors.
 */
export class ForwardSearch {
  readonly #searched: Searched;
  readonly #recent = new RecentPlans();
  /** The plans of the last search, indexed by relaxation, except those that only looked for typing errors. */
  #plans: (SearchPlan | undefined)[] = [];
  readonly #readsErrors: boolean;
  /** The relaxation of the last search that omitted a word, or -1 if there was none. */
  #partial = -1;

  constructor(searched: Searched, { readsErrors = true }: SearchOptions = {}) {
    this.#searched = searched;
    this.#readsErrors = readsErrors;
  }

  /** @param refined the client's options other than the query */
  search(text: string, limit: number, refined?: Refined): readonly ForwardHit[] {
    this.#searched.effort.begin();
    return this.#search(text, limit, { asked: [], refined });
  }

  /** Returns the hits of search(), each with the form of the name that matched. */
  named(text: string, limit: number, options: NamedOptions = {}): NamedHit[] {
    const { refined, asked = [], isEnough, meant } = options;
    const hits =
      meant === undefined
        ? this.#search(text, limit, { asked, refined, isEnough })
        : this.#searchMeant(meant, limit, asked, refined);
    return this.#withForms(hits, asked, options, text);
  }

  /**
   * Returns the hits for the words exactly as given: by name, by kind and by address. Words do not match in
   * the middle of other words.
   */
  found(
    words: readonly Word[],
    limit: number,
    { isKindFirst = false, landmark, ...options }: FoundOptions = {},
  ): NamedHit[] {
    const list = new HitList(limit, this.#searched, options.refined);
    const asked = [words];
    const beside = landmark === undefined ? undefined : this.#searched.besideOf(landmark);
    if (beside === null) return [];
    const typed = this.#searched.plan(words);
    this.#plans = [typed];
    this.#partial = -1;
    if (beside !== undefined) {
      takeNearLandmark(list, this.#searched, { plan: typed, name: words, ...beside });
      return this.#withForms(list.hits, asked, options);
    }
    const category = this.#searched.category(words);
    if (isKindFirst && category?.isAlone === true && words.length < LONG_KIND)
      this.#takeCategory(category, list, 0);
    this.#byName(typed, list, { groups: UP_TO_WORDS, category, asked });
    takeAddress(typed, list);
    if (list.hits.length === 0) this.#inHouse(list, asked);
    return this.#withForms(list.hits, asked, options);
  }

  #withForms(
    hits: readonly ForwardHit[],
    asked: readonly (readonly Word[])[],
    { isWanted, isHouse }: Pick<NamedOptions, 'isWanted' | 'isHouse'>,
    text = '',
  ): NamedHit[] {
    const plans = this.#plans;
    const partial = this.#partial < 0 ? null : partialMatch(text, asked[0], asked[this.#partial]);
    const named: NamedHit[] = [];
    for (let i = 0; i < hits.length; i++) {
      const { row, group, key, relaxation } = hits[i];
      const form =
        isWanted === undefined || isWanted(row)
          ? (plans[relaxation] ??= this.#searched.plan(asked[relaxation])).formOf(hits[i], asked[relaxation])
          : null;
      const how =
        relaxation === this.#partial && partial ? partial : matchOf(hits[i], isHouse?.(row) === true);
      const { match, leftOut } = how;
      named.push({ row, group, key, relaxation, form, match, leftOut, words: asked[relaxation] });
    }
    return named;
  }

  /** @param asked receives the queries, indexed by relaxation */
  #search(
    text: string,
    limit: number,
    { asked, refined, isEnough }: Pick<NamedOptions, 'refined' | 'isEnough'> & { asked: (readonly Word[])[] },
  ): readonly ForwardHit[] {
    const all = wordsOf(text);
    if (all.length === 0) return [];
    asked[0] = all;
    this.#partial = -1;
    if ((isNonsense(text) || isEmptyTalk(text, all)) && !this.#searched.isCalled(all)) return [];
    const request = requestOf(text, all, this.#searched);
    const { words } = request;
    asked[0] = words;
    const before = this.#recent.before(text);
    // The words are unchanged: only a space or a comma was added.
    const isAsBefore = before?.limit === limit && isFoundAsTyped(before.hits) && areSame(before.words, words);
    if (refined === undefined && isAsBefore) {
      this.#recent.add(text, before);
      this.#plans = [before.plan];
      return before.hits;
    }
    const list = new HitList(limit, this.#searched, refined);
    const typed = this.#searched.plan(words, before?.plan);
    this.#plans = [typed];
    const category = this.#categoryOf(words);
    // A request for the nearest place refers to a kind rather than to a place with this name.
    const isNearest = category?.isAlone === true && request.text !== text && asksNearest(text);
    if (isNearest && !list.isRanked) this.#takeCategory(category, list, 0);
    this.#byName(typed, list, { groups: BY_NAME, category, asked });
    if (isEnough?.(list.hits, request) === true) return list.hits;
    this.#inPlace(typed, list, asked);
    if (list.hits.length === 0) this.#relax(typed, list, asked);
    if (refined === undefined && !isNearest)
      this.#recent.add(text, { words, plan: typed, limit, hits: list.hits });
    return list.hits;
  }

  /** Searches for respelled words: by name, by kind, inside a place, and by address. */
  #searchMeant(
    words: readonly Word[],
    limit: number,
    asked: (readonly Word[])[],
    refined?: Refined,
  ): readonly ForwardHit[] {
    const list = new HitList(limit, this.#searched, refined);
    const typed = this.#searched.plan(words);
    asked[0] = words;
    this.#plans = [typed];
    this.#partial = -1;
    this.#byName(typed, list, { groups: UP_TO_WORDS, category: this.#categoryOf(words), asked });
    this.#inPlace(typed, list, asked);
    if (list.hits.length === 0) takeAddress(typed, list);
    return list.hits;
  }

  #categoryOf(words: readonly Word[]): SearchedCategory | null {
    return this.#searched.category(withGeneralHospital(words, this.#searched));
  }

  /**
   * Adds a landmark before a side, places that have the name inside a named place, addresses that follow
   * names, or places of the kind in a town.
   */
  #inPlace(typed: SearchPlan, list: HitList, asked: (readonly Word[])[]): void {
    if (list.hits.length === 0) takeLandmark(list, this.#searched, asked);
    if (list.hits.length === 0) takePlaced(list, this.#searched, asked, typed);
    if (list.hits.length > 0) takeAddress(typed, list);
    else if (!this.#inHouse(list, asked)) this.#byTown(list, asked);
  }

  /** Adds places found by name in a house with this number. */
  #inHouse(list: HitList, asked: (readonly Word[])[]): boolean {
    const found = takeInHouse(asked[0], this.#searched, list, asked.length);
    if (found === null) return false;
    this.#plans[asked.push(found.words) - 1] = found.plan;
    return true;
  }

  /**
   * Adds places whose name and address together contain the words, or else places whose name contains them
   * with typing errors.
   */
  #relax(typed: SearchPlan, list: HitList, asked: (readonly Word[])[]): void {
    takeAddress(typed, list);
    if (list.hits.length === 0) takeBeside(list, this.#searched, asked);
    if (list.hits.length === 0) this.#takeMisspelt(asked[0], list);
  }

  /** Adds rows by the total number of errors in all words, starting with the fewest. */
  #takeMisspelt(query: readonly Word[], list: HitList): void {
    if (!this.#readsErrors) return;
    for (const rows of this.#searched.misspelt(readingsOf(query)))
      list.take({ streams: [new RowList(rows)] }, { group: 7, key: 'loose', relaxation: 0 });
  }

  /**
   * Adds the matches of each group: strict ones, then derived ones. Places of a kind that was typed come
   * after the strict matches of all groups and before the derived ones.
   */
  #byName(plan: SearchPlan, list: HitList, { groups, category, asked }: ByName): void {
    const matches = plan.names();
    const takeStrict = (group: NameGroup, mayHaveCase = false): void => {
      if (!list.isFull) list.take(matches.literal(group), { group, key: 'literal', relaxation: 0 });
      // A name without its case ending comes before names that only sound alike when two words are joined:
      // Булганд.
      if (mayHaveCase && group === 2 && list.hits.length === 0) this.#byStem(list, asked);
      if (!list.isFull) list.take(matches.folded(group), { group, key: 'written', relaxation: 0 });
    };
    // If results are ranked by distance, a kind counts as the name of every place of that kind.
    if (category?.isAlone === true && list.isRanked) {
      list.takeNearest(ofNameOrKind(matches, category), { group: 1, key: 'literal', relaxation: 0 });
    } else takeStrict(groups[0]);
    if (list.isFull) return;
    const isCategory =
      category !== null && (category.isAlone || !LAYER_KINDS.some((key) => matches.hasWholeMadeName(key)));
    if (isCategory) {
      for (const group of groups.slice(1)) takeStrict(group, !category.isAlone);
      this.#takeCategory(category, list, 0);
    }
    for (const group of groups) {
      if (!isCategory && group !== groups[0]) takeStrict(group, true);
      if (group === 4) this.#takeNumbered(asked[0], list);
      if (isCategory && group === 2 && list.hits.length === 0) this.#byStem(list, asked);
      for (const key of LAYER_KINDS) {
        if (list.isFull) return;
        if (group === 3) takeLowered(matches, key, list);
        list.take(matches.derived(group, key), { group, key, relaxation: 0 });
      }
    }
  }

  /** Adds the places whose name consists of the words without the last word's case ending. */
  #byStem(list: HitList, asked: (readonly Word[])[]): void {
    // Here, Сумын is the beginning of a name; it does not refer to a soum.
    const bare = isCaseFormAlone(asked[0]) ? null : this.#searched.calledByStem(asked[0]);
    if (bare === null) return;
    this.#takeCalled(bare, list, asked);
  }

  /** Adds the places whose whole name consists of these words. */
  #takeCalled(words: readonly Word[], list: HitList, asked: (readonly Word[])[]): void {
    const relaxation = asked.push(words) - 1;
    const plan = this.#searched.plan(words);
    this.#plans[relaxation] = plan;
    const names = plan.names();
    list.take(names.literal(1), { group: 1, key: 'strict', relaxation });
    list.take(names.folded(1), { group: 1, key: 'strict', relaxation });
    list.take(names.derived(1, 'strict'), { group: 1, key: 'strict', relaxation });
    if (list.hits.length > 0) return;
    asked.pop();
    this.#plans.pop();
  }

  #takeCategory(category: SearchedCategory, list: HitList, relaxation: number): void {
    for (const key of LAYER_KINDS) {
      if (list.isFull) return;
      for (const matches of category.rows(key, () => list.hits.length === 0)) {
        if ('streams' in matches) list.take(matches, { group: 5, key, relaxation });
        else
          for (const { row } of matches.nearest)
            if (!list.isFull) list.add(row, { group: 5, key, relaxation });
        if (list.isFull) return;
      }
    }
  }

  /**
   * Adds the results of a query for a kind and a town without case endings. If the town has no place of the
   * kind, adds the town itself rather than a place with a similar name.
   */
  #byTown(list: HitList, asked: (readonly Word[])[]): void {
    const isTown = (words: readonly Word[]): boolean => this.#searched.isTown(words);
    const found = kindOfTown(asked[0], isTown);
    if (found === null) return;
    const bare = [...found.town, ...found.kind];
    const category = areEqual(bare, asked[0]) ? null : this.#searched.category(bare);
    if (category !== null) this.#takeCategory(category, list, asked.push(bare) - 1);
    if (list.hits.length > 0) return;
    if (category !== null) asked.pop();
    this.#takeCalled(found.town, list, asked);
    if (list.hits.length > 0) this.#partial = asked.length - 1;
  }

  /** Adds a town's numbered area before names that sound like the town: Өлгий 5-р баг, in Булган. */
  #takeNumbered(words: readonly Word[], list: HitList): void {
    if (list.isFull) return;
    for (const matches of numberedAreas(words, this.#searched))
      list.take(matches, { group: 5, key: 'strict', relaxation: 0 });
  }
}

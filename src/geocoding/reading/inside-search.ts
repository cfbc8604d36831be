import type { NamedHit } from '../forward/forward-search.js';
import type { Refined } from '../forward/refinement.js';
import { withoutLastCase } from '../../text/strip-case.js';
import { wordsOf, type TypedWord, type Word } from '../../text/words.js';
import { numberOf, type Area } from './area-lexicon.js';
import { COSTS, DOUBTFUL } from './costs.js';
import type { CutText } from './cut-text.js';
import type { Ground } from './ground.js';
import { costOf, isSound } from './hit-fit.js';
import { WordsTogether, isName, type Found } from './words-together.js';
import { partsOf, restsOf, type Rest, type RestOptions } from './left-out-words.js';
import type { AskedOptions } from './reading-option.js';
import type { SpelledWords } from './spellings.js';
import { hasNumbers } from './whole-numbers.js';
import { areaKindOf, isInCase, isSideAt, SIDES, STREET_WORDS } from './word-sets.js';
import { withGeneralHospitalOf } from '../forward/general-hospital.js';

/** The result of a search inside an area. */
export interface Inside {
  cost: number;
  /** The positions of the omitted words that are reported. */
  left: readonly number[];
  hits: readonly NamedHit[];
}

/** The levels of areas that have several hospitals. */
const PARTS_OF_CITIES: ReadonlySet<string> = new Set(['district', 'khoroo']);
/** The maximum number of lookups for one query. */
const MOST_LOOKUPS = 60;

/** Finds the places that a query names in addition to its areas, either in these areas or anywhere. */
export class InsideSearch {
  readonly #ground: Ground;
  readonly #cut: CutText;
  readonly #limit: number;
  readonly #options: AskedOptions;
  /** The cached results, by words and areas. */
  readonly #known = new Map<string, readonly NamedHit[]>();

  constructor(ground: Ground, cut: CutText, limit: number, options: AskedOptions) {
    [this.#ground, this.#cut, this.#limit, this.#options] = [ground, cut, limit, options];
  }

  /** Searches for all words as typed. Returns null if nothing is found, or nothing cheaper than the bound. */
  whole({ all }: RestOptions, areas: readonly Area[], bound: number): Inside | null {
    const typed = all.map((at) => this.#cut.words[at].word);
    const found = this.#found({ kept: all, left: [], cost: 0 }, { words: typed, cost: 0 }, areas, bound);
    return found === 'none' || found === null ? null : { ...found, left: [] };
  }

  /**
   * Returns the cheapest subset of the query's words that has a result in one of the areas, or anywhere if
   * there are no areas. Returns null if no subset is cheaper than the bound.
   */
  cheapest(options: RestOptions, areas: readonly Area[], bound: number): Inside | null {
    let best: (Rest & Found) | null = null;
    const absent: (readonly number[])[] = [];
    for (const rest of restsOf(this.#cut.words, options)) {
      const most = best?.cost ?? bound;
      if (rest.cost >= most) break;
      // The search for the query as typed has already looked for all its words everywhere.
      if (areas.length === 0 && rest.left.length === 0) continue;
      if (absent.some((part) => part.every((at) => rest.kept.includes(at)))) continue;
      const found = this.#spelled(rest, areas, most, absent);
      if (found !== null) best = { ...rest, ...found };
    }
    const together = new WordsTogether(this.#ground, this.#cut, options, {
      isInAreas: areas.length > 0,
      isInSmallAreas: areas.length > 0 && areas.every(({ level }) => level === 'low'),
      found: (rest, spelled) => this.#found(rest, spelled, areas, Infinity),
      ofLandmark: (rest) => this.#ofLandmark(rest),
      lookedUp: (words, landmark) => this.#lookedUp(words, areas, true, landmark),
    });
    if (best !== null) best = together.besideLandmark(best) ?? best;
    if (best === null || best.cost > DOUBTFUL || this.#leavesName(best, options))
      best = together.cheapest(best === null ? bound : together.costOf(best)) ?? best;
    if (best === null || best.cost >= bound) return null;
    const left = best.left.filter((at) => !options.isFree(at) && !options.isTalk(at));
    // If a word for a side is left out, it is reported only together with other words.
    const isTold = left.some((at) => !isSideAt(this.#cut.words, at));
    return { cost: best.cost, hits: best.hits, left: isTold ? left : [] };
  }

  /**
   * Whether a known name is left out although the query mentions a side of a landmark: «Барсын урд Номин»
   * does not mean Барс.
   */
  #leavesName({ left }: Rest, options: RestOptions): boolean {
    const hasSide = options.all.some((at) => isSideAt(this.#cut.words, at));
    return hasSide && left.some((at) => isName(this.#cut.words[at].word) && options.isKnown(at));
  }

  /**
   * If the remaining words form several parts, returns a part, usually a late one, that has no match in the
   * areas; otherwise returns null.
   */
  #absentPart({ kept }: Rest, areas: readonly Area[]): readonly number[] | null {
    const words = this.#cut.words;
    const parts = partsOf(
      words,
      kept.filter((at) => !isSideAt(words, at)),
    );
    if (areas.length === 0 || parts.length < 2) return null;
    const isAbsent = (part: readonly number[]): boolean =>
      part.some((at) => isName(words[at].word)) && !this.#isThere(part, areas);
    return parts.findLast(isAbsent) ?? null;
  }

  /** Whether the areas may contain a place that has these words in any spelling. */
  #isThere(part: readonly number[], areas: readonly Area[]): boolean {
    const typed = part.map((at) => this.#cut.words[at]);
    const asTyped = { words: typed.map(({ word }) => word), cost: 0 };
    return [asTyped, ...this.#ground.spellings().ofAll(typed)].some(
      ({ words }) => this.#lookedUp(words, areas, false)?.length !== 0,
    );
  }

  /**
   * Searches for the words both as typed and in other spellings, and returns the cheaper result.
   *
   * @param absent receives the part of the words for which nothing is found
   */
  #spelled(rest: Rest, areas: readonly Area[], bound: number, absent: (readonly number[])[]): Found | null {
    const typed = rest.kept.map((at) => this.#cut.words[at]);
    const asTyped = { words: typed.map(({ word }) => word), cost: 0 };
    const spellings = this.#ground.spellings();
    // A known word may be in another case: Яргайтын 38-р гудамж is Яргайт 38-р гудамж.
    const isAll = areas.length > 0 && rest.left.length === 0;
    const isOfStreet = (word: TypedWord): boolean => {
      const [number, street] = typed.slice(typed.indexOf(word) + 1);
      return street !== undefined && number.word.isNumber && STREET_WORDS.has(street.word.strict);
    };
    const inCase = spellings.ofAll(typed, (word) =>
      isAll || isOfStreet(word)
        ? spellings.inOtherCases(word)
        : [{ word: word.word, cost: 0, isSwitched: false }],
    );
    let best: Found | null = null;
    for (const spelled of [asTyped, ...this.#ofLandmark(rest), ...spellings.ofAll(typed), ...inCase]) {
      const most = best?.cost ?? bound;
      if (rest.cost + spelled.cost >= most) break;
      const found = this.#found(rest, spelled, areas, most);
      if (found === null && best === null) return null;
      const part = found === 'none' && spelled === asTyped ? this.#absentPart(rest, areas) : null;
      if (part !== null) {
        absent.push(part);
        return null;
      }
      if (found !== null && found !== 'none') best = found;
    }
    return best;
  }

  /** The words before a word for a side may have the case ending of a landmark: «57-р сургуулийн хажууд». */
  #ofLandmark({ kept }: Rest): SpelledWords[] {
    const words = this.#cut.words;
    const behind = words.at((kept.at(-1) ?? -1) + 1);
    if (behind === undefined || !SIDES.has(behind.word.strict)) return [];
    const stems = withoutLastCase(kept.map((at) => words[at].word));
    return stems.filter((some) => this.#ground.searched.isCalled(some)).map(asInCase);
  }

  /**
   * Returns `none` if there is no hit, or null if no hit is cheap enough, in which case more expensive
   * spellings would not be cheap enough either.
   */
  #found(
    rest: Rest,
    { words, cost }: SpelledWords,
    areas: readonly Area[],
    bound: number,
  ): Found | 'none' | null {
    if (rest.cost + cost >= bound) return null;
    const isInTown = areas.length > 0 && areas.every(({ type }) => !PARTS_OF_CITIES.has(type));
    const asked = isInTown ? withGeneralHospitalOf(words, this.#isOfArea(rest)) : words;
    // Outlines of khoroos are not exact. Places for which only the address names the khoroo come after places
    // inside the khoroo's outline.
    const hasKhoroo = areas.some(({ type }) => type === 'khoroo');
    // Most words match neither kind of place; a single lookup is enough to show this.
    if (hasKhoroo && this.#lookedUp(asked, areas, false)?.length === 0) return 'none';
    for (const isExact of hasKhoroo ? [true, false] : [true]) {
      const found = this.#lookedUp(asked, areas, isExact);
      if (found === null) return null;
      const sound = found.filter((hit) => isSound(hit) && this.#hasNumbers(hit, rest));
      if (sound.length === 0) continue;
      const hits = this.#asTypedFirst(sound, asked);
      const total = rest.cost + cost + costOf(hits[0]);
      return total < bound ? { cost: total, hits } : null;
    }
    return 'none';
  }

  /**
   * Returns the results for the words in the areas, optionally including places whose addresses name the
   * areas, or null if there were too many lookups.
   */
  #lookedUp(
    asked: readonly Word[],
    areas: readonly Area[],
    isExact: boolean,
    landmark?: readonly Word[],
  ): readonly NamedHit[] | null {
    const [wanted, beside] = [asked, landmark].map((words) => words?.map(({ strict }) => strict).join(' '));
    const key = `${wanted} ${isExact} ${areas.map(({ row }) => row).join()} ${beside}`;
    let hits = this.#known.get(key);
    if (hits === undefined) {
      if (this.#known.size >= MOST_LOOKUPS || this.#ground.searched.effort.isSpent) return null;
      const options = {
        ...this.#options,
        refined: this.#refinedTo(areas, isExact),
        isKindFirst: true,
        landmark,
      };
      const within = isExact ? areas : this.#calledAlike(areas);
      hits = this.#ground.forward.found(asked, this.#limit, options, within);
      this.#known.set(key, hits);
    }
    return hits;
  }

  /** Returns the areas and, for a khoroo, also all other khoroos with the same number. */
  #calledAlike(areas: readonly Area[]): readonly Area[] {
    const lexicon = this.#ground.lexicon();
    return areas.flatMap((area) =>
      area.type === 'khoroo' && area.number !== null ? lexicon.numbered('khoroo', area.number) : [area],
    );
  }

  /**
   * Among houses with the same number on streets with nearly the same name, puts the house on the typed
   * street first.
   */
  #asTypedFirst(hits: readonly NamedHit[], words: readonly Word[]): readonly NamedHit[] {
    if (hits.length < 2 || this.#ground.typeOf(hits[0].row) !== 'address') return hits;
    const isAsTyped = ({ row, group }: NamedHit): boolean => {
      const keys = this.#ground.textsOf(row).flatMap((text) => wordsOf(text).map(({ strict }) => strict));
      return group === hits[0].group && words.every(({ strict }) => keys.includes(strict));
    };
    return [...hits].sort((a, b) => Number(isAsTyped(b)) - Number(isAsTyped(a)));
  }

  /** Whether the rest follows a word for an area in the genitive: сумын эмнэлэг. */
  #isOfArea({ kept: [at] }: Rest): boolean {
    const before = this.#cut.words[at - 1]?.word;
    return before !== undefined && areaKindOf(before) !== null && isInCase(before);
  }

  #refinedTo(areas: readonly Area[], isExact: boolean): Refined {
    const { refined } = this.#options;
    const own = new Set(areas.map((area) => this.#ground.rowOfArea(area)));
    return {
      ...refined,
      accepts: (row) =>
        !own.has(row) &&
        refined?.accepts?.(row) !== false &&
        !this.#isOtherArea(row) &&
        (areas.length === 0 || areas.some((area) => this.#isInside(row, area, isExact))),
    };
  }

  /** Whether a row is a khoroo or, if the query names a numbered area, a numbered bag. */
  #isOtherArea(row: number): boolean {
    const type = this.#ground.typeOf(row);
    if (type === 'khoroo') return true;
    const mayBeBag = type === 'bag' || type === 'hamlet';
    const isNumbered = this.#cut.strong?.tokens.some((token) => token.isNumbered) === true;
    return mayBeBag && isNumbered && numberOf(this.#ground.textsOf(row)) !== null;
  }

  #isInside(row: number, area: Area, isExact: boolean): boolean {
    return this.#ground.isInside(row, area) || (!isExact && this.#ground.isCalledInside(row, area));
  }

  #hasNumbers({ row, form }: NamedHit, rest: Rest): boolean {
    const isHouse = this.#ground.typeOf(row) === 'address';
    const isByNumber = isHouse && form === null;
    return hasNumbers(this.#cut.words, rest, () => this.#ground.textsOf(row), { isHouse, isByNumber });
  }
}

function asInCase(words: readonly Word[]): SpelledWords {
  return { words, cost: COSTS.inCase };
}

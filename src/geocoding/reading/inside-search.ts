import type { NamedHit } from '../forward/forward-search.js';
import type { Refined } from '../forward/refinement.js';
import { isGeneric } from '../../text/canonical.js';
import { withoutLastCase } from '../../text/cases.js';
import { wordsOf, type Word } from '../../text/words.js';
import { numberOf, type Area } from './area-lexicon.js';
import { COSTS, DOUBTFUL } from './costs.js';
import type { CutText } from './cut-text.js';
import { costOf, isSound, type AskedOptions, type Ground } from './ground.js';
import {
  hasNumberBefore,
  isTelling,
  mayJoin,
  partsOf,
  restOf,
  restsOf,
  togetherWith,
  type Rest,
  type RestOptions,
} from './rests.js';
import type { SpelledWords } from './spellings.js';
import { hasNumbers } from './whole-numbers.js';
import { ADDRESS_WORDS, areaKindOf, isInCase, SIDES } from './word-sets.js';
import { isEnough } from '../forward/words-left-out.js';
import { withGeneralHospitalOf } from '../forward/general-hospital.js';

/** What was found in an area. */
export interface Inside {
  cost: number;
  /** Places of the words that are left out and told. */
  left: readonly number[];
  hits: readonly NamedHit[];
}

type Found = Pick<Inside, 'cost' | 'hits'>;

/** They have several hospitals. */
const PARTS_OF_CITIES: ReadonlySet<string> = new Set(['district', 'khoroo']);
/** So many lookups for one text. */
const MOST_LOOKUPS = 60;

/** Finds in areas, or anywhere, what a text has beside them. */
export class InsideSearch {
  readonly #ground: Ground;
  readonly #cut: CutText;
  readonly #limit: number;
  readonly #options: AskedOptions;
  /** By words and areas. */
  readonly #known = new Map<string, readonly NamedHit[]>();

  constructor(ground: Ground, cut: CutText, limit: number, options: AskedOptions) {
    [this.#ground, this.#cut, this.#limit, this.#options] = [ground, cut, limit, options];
  }

  /** All words as typed; null where that finds nothing, or nothing cheaper than the bound. */
  whole({ all }: RestOptions, areas: readonly Area[], bound: number): Inside | null {
    const typed = all.map((at) => this.#cut.words[at].word);
    const found = this.#found({ kept: all, left: [], cost: 0 }, { words: typed, cost: 0 }, areas, bound);
    return found === 'none' || found === null ? null : { ...found, left: [] };
  }

  /**
   * The cheapest rest of the text that is found in one of the areas, or anywhere if there are none; null when
   * none is cheaper than the bound.
   */
  cheapest(options: RestOptions, areas: readonly Area[], bound: number): Inside | null {
    let best: Inside | null = null;
    const absent: (readonly number[])[] = [];
    for (const rest of restsOf(this.#cut.words, options)) {
      const most = best?.cost ?? bound;
      if (rest.cost >= most) break;
      if (absent.some((part) => part.every((at) => rest.kept.includes(at)))) continue;
      const found = this.#spelled(rest, areas, most, absent);
      if (found === null) continue;
      const left = rest.left.filter((at) => !options.isFree(at));
      // A side that is left out is told only with other words.
      const isTold = left.some((at) => !SIDES.has(this.#cut.words[at].word.strict));
      best = { ...found, left: isTold ? left : [] };
    }
    return (best?.cost ?? bound) <= DOUBTFUL
      ? best
      : (this.#grown(options, areas, best?.cost ?? bound) ?? best);
  }

  /**
   * The most that is found together, grown word by word around each name of the text: what stands between two
   * parts of a name or address may say anything.
   */
  #grown(options: RestOptions, areas: readonly Area[], bound: number): Inside | null {
    const words = this.#cut.words;
    const seen = new Set<number>();
    let best: Inside | null = null;
    for (const seed of options.all) {
      if (seen.has(seed) || !isName(words[seed].word)) continue;
      const grown = this.#grownFrom(seed, options, areas);
      if (grown === null) continue;
      const { kept, left, hits, cost } = grown;
      for (const at of kept) seen.add(at);
      if (!isTelling(words, kept, left) || cost >= (best?.cost ?? bound)) continue;
      if (areas.length === 0 && !this.#isMostOf(kept, left)) continue;
      best = { cost, hits, left: left.filter((at) => !options.isFree(at)) };
    }
    return best;
  }

  /** Whether some words say enough of a text that names no area: the names in it, and no other number. */
  #isMostOf(kept: readonly number[], left: readonly number[]): boolean {
    const words = this.#cut.words;
    if (hasNumberBefore(words, kept, left)) return false;
    const all = this.#cut.wordsAt([...kept, ...left]);
    return left.every((at) => !isName(words[at].word)) || isEnough(this.#cut.wordsAt(kept), all);
  }

  /** A word with all others that are found with it, the nearest first; null where it alone is not found. */
  #grownFrom(seed: number, options: RestOptions, areas: readonly Area[]): (Rest & Found) | null {
    const words = this.#cut.words;
    let grown: (Rest & Found) | null = null;
    let waiting = options.all
      .filter((at) => at !== seed && !SIDES.has(words[at].word.strict))
      .sort((a, b) => Math.abs(a - seed) - Math.abs(b - seed));
    for (let at: number | undefined = seed; at !== undefined;) {
      const joined = togetherWith(words, at).filter((each) => options.all.includes(each));
      const kept = [...new Set([...(grown?.kept ?? []), ...joined])].sort((a, b) => a - b);
      const rest = restOf(words, kept, options);
      const found = this.#grownTo(rest, areas);
      if (found === null && grown === null) return null;
      if (found !== null) grown = { ...rest, ...found };
      const { kept: have } = grown!;
      const next = waiting.find((each) => mayJoin(words, each, have));
      waiting = waiting.filter((each) => each !== next && !have.includes(each));
      at = next;
    }
    return grown;
  }

  #grownTo(rest: Rest, areas: readonly Area[]): Found | null {
    const typed = rest.kept.map((at) => this.#cut.words[at]);
    const asTyped = { words: typed.map(({ word }) => word), cost: 0 };
    for (const spelled of [asTyped, ...this.#ofLandmark(rest), ...this.#ground.spellings().ofAll(typed)]) {
      const found = this.#found(rest, spelled, areas, Infinity);
      if (found === null) return null;
      if (found !== 'none' && this.#hasNames(found.hits[0], spelled.words)) return found;
    }
    return null;
  }

  /** Whether a hit has the words itself, and names whole: no thing of a kind, none by what is around it. */
  #hasNames({ row, group }: NamedHit, words: readonly Word[]): boolean {
    if (group > 3 && this.#ground.typeOf(row) !== 'address') return false;
    const keys = this.#ground.textsOf(row).flatMap((text) => wordsOf(text).map(({ loose }) => loose));
    return words.every((word) => !isName(word) || keys.includes(word.loose));
  }

  /** Of a rest of several parts one of which the areas have nothing, most likely a late one; else null. */
  #absentPart({ kept }: Rest, areas: readonly Area[]): readonly number[] | null {
    const words = this.#cut.words;
    const parts = partsOf(
      words,
      kept.filter((at) => !SIDES.has(words[at].word.strict)),
    );
    if (areas.length === 0 || parts.length < 2) return null;
    const isAbsent = (part: readonly number[]): boolean =>
      part.some((at) => isName(words[at].word)) && !this.#isThere(part, areas);
    return parts.findLast(isAbsent) ?? null;
  }

  /** Whether the areas may have something of these words in some spelling. */
  #isThere(part: readonly number[], areas: readonly Area[]): boolean {
    const typed = part.map((at) => this.#cut.words[at]);
    const asTyped = { words: typed.map(({ word }) => word), cost: 0 };
    return [asTyped, ...this.#ground.spellings().ofAll(typed)].some(
      ({ words }) => this.#lookedUp(words, areas, false)?.length !== 0,
    );
  }

  /**
   * The words as typed or in another spelling, whichever finds something for less.
   *
   * @param absent receives the part of them of which there is nothing
   */
  #spelled(rest: Rest, areas: readonly Area[], bound: number, absent: (readonly number[])[]): Found | null {
    const typed = rest.kept.map((at) => this.#cut.words[at]);
    const asTyped = { words: typed.map(({ word }) => word), cost: 0 };
    let best: Found | null = null;
    for (const spelled of [asTyped, ...this.#ofLandmark(rest), ...this.#ground.spellings().ofAll(typed)]) {
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

  /** What stands before a side has the case of a landmark: «57-р сургуулийн хажууд». */
  #ofLandmark({ kept }: Rest): SpelledWords[] {
    const words = this.#cut.words;
    const behind = words.at((kept.at(-1) ?? -1) + 1);
    if (behind === undefined || !SIDES.has(behind.word.strict)) return [];
    const stems = withoutLastCase(kept.map((at) => words[at].word));
    return stems.filter((some) => this.#ground.searched.isCalled(some)).map(asInCase);
  }

  /** `none` for no hit; null for none that is cheap enough, nor a dearer spelling. */
  #found(
    rest: Rest,
    { words, cost }: SpelledWords,
    areas: readonly Area[],
    bound: number,
  ): Found | 'none' | null {
    if (rest.cost + cost >= bound) return null;
    const isInTown = areas.length > 0 && areas.every(({ type }) => !PARTS_OF_CITIES.has(type));
    const asked = isInTown ? withGeneralHospitalOf(words, this.#isOfArea(rest)) : words;
    // Outlines of khoroo are not exact: what is only called inside comes behind what is.
    const hasKhoroo = areas.some(({ type }) => type === 'khoroo');
    // Most words are in neither, and one lookup says so.
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

  /** What the words find in the areas, or also what is only called so; null after too many lookups. */
  #lookedUp(asked: readonly Word[], areas: readonly Area[], isExact: boolean): readonly NamedHit[] | null {
    const wanted = asked.map(({ strict }) => strict).join(' ');
    const key = `${wanted} ${isExact} ${areas.map(({ row }) => row).join()}`;
    let hits = this.#known.get(key);
    if (hits === undefined) {
      if (this.#known.size >= MOST_LOOKUPS || this.#ground.searched.effort.isSpent) return null;
      const options = { ...this.#options, refined: this.#refinedTo(areas, isExact), isKindFirst: true };
      const within = isExact ? areas : this.#calledAlike(areas);
      hits = this.#ground.forward.found(asked, this.#limit, options, within);
      this.#known.set(key, hits);
    }
    return hits;
  }

  /** The areas, and of khoroo all of their number. */
  #calledAlike(areas: readonly Area[]): readonly Area[] {
    const lexicon = this.#ground.lexicon();
    return areas.flatMap((area) =>
      area.type === 'khoroo' && area.number !== null ? lexicon.numbered('khoroo', area.number) : [area],
    );
  }

  /** Of houses with one number on streets of nearly one name, the one on the street that was typed. */
  #asTypedFirst(hits: readonly NamedHit[], words: readonly Word[]): readonly NamedHit[] {
    if (hits.length < 2 || this.#ground.typeOf(hits[0].row) !== 'address') return hits;
    const isAsTyped = ({ row, group }: NamedHit): boolean => {
      const keys = this.#ground.textsOf(row).flatMap((text) => wordsOf(text).map(({ strict }) => strict));
      return group === hits[0].group && words.every(({ strict }) => keys.includes(strict));
    };
    return [...hits].sort((a, b) => Number(isAsTyped(b)) - Number(isAsTyped(a)));
  }

  /** Whether the rest stands behind a word for an area in the genitive: сумын эмнэлэг. */
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

  /** A khoroo, or a bag for a text that names another. */
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

/** Whether a word may be a name. A word for a kind may be half of one: зочид буудал. */
function isName(word: Word): boolean {
  const { strict, isNumber } = word;
  return (
    !isNumber && strict.length > 2 && !isGeneric(word) && !SIDES.has(strict) && !ADDRESS_WORDS.has(strict)
  );
}

function asInCase(words: readonly Word[]): SpelledWords {
  return { words, cost: COSTS.inCase };
}

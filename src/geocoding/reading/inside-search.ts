import type { NamedHit } from '../forward/forward-search.js';
import type { Refined } from '../forward/refinement.js';
import type { Area } from './area-lexicon.js';
import type { CutText } from './cut-text.js';
import { costOf, isSound, type AskedOptions, type Ground } from './ground.js';
import { restsOf, type Rest, type RestOptions } from './rests.js';
import { hasNumbers } from './whole-numbers.js';
import { SIDES } from './word-sets.js';

/** What was found in an area. */
export interface Inside {
  cost: number;
  /** Places of the words that are left out and told. */
  left: readonly number[];
  hits: readonly NamedHit[];
}

/** So many lookups for one text. */
const MOST_LOOKUPS = 12;

/** Finds in areas what a text has beside them. */
export class InsideSearch {
  readonly #ground: Ground;
  readonly #cut: CutText;
  readonly #limit: number;
  readonly #options: AskedOptions;
  #lookups = 0;

  constructor(ground: Ground, cut: CutText, limit: number, options: AskedOptions) {
    [this.#ground, this.#cut, this.#limit, this.#options] = [ground, cut, limit, options];
  }

  /**
   * The cheapest rest of the text that is found in one of the areas; null when none is cheaper than the
   * bound.
   */
  find(options: RestOptions, areas: readonly Area[], bound: number): Inside | null {
    const refined = this.#refinedTo(areas);
    let best: Inside | null = null;
    for (const rest of restsOf(this.#cut.words, options)) {
      const most = best?.cost ?? bound;
      if (rest.cost >= most) break;
      const found = this.#cheapest(rest, { refined, areas }, most);
      if (found === null) continue;
      const left = rest.left.filter((at) => !options.isFree(at));
      // A side that is left out is told only with other words.
      const isTold = left.some((at) => !SIDES.has(this.#cut.words[at].word.strict));
      best = { ...found, left: isTold ? left : [] };
    }
    return best;
  }

  /** The words as typed, or else in the cheapest spelling that finds something. */
  #cheapest(
    rest: Rest,
    { refined, areas }: { refined: Refined; areas: readonly Area[] },
    bound: number,
  ): Pick<Inside, 'cost' | 'hits'> | null {
    const typed = rest.kept.map((at) => this.#cut.words[at]);
    const spelled = [
      { words: typed.map(({ word }) => word), cost: 0 },
      ...this.#ground.spellings().ofAll(typed),
    ];
    for (const { words, cost } of spelled) {
      if (rest.cost + cost >= bound || this.#lookups >= MOST_LOOKUPS) return null;
      this.#lookups++;
      const hits = this.#ground.forward
        .found(words, this.#limit, { ...this.#options, refined }, areas)
        .filter((hit) => isSound(hit) && this.#hasNumbers(hit.row, rest));
      if (hits.length === 0) continue;
      const total = rest.cost + cost + costOf(hits[0]);
      return total < bound ? { cost: total, hits } : null;
    }
    return null;
  }

  #refinedTo(areas: readonly Area[]): Refined {
    const { refined } = this.#options;
    const own = new Set(areas.map((area) => this.#ground.rowOfArea(area)));
    return {
      ...refined,
      accepts: (row) =>
        !own.has(row) &&
        refined?.accepts?.(row) !== false &&
        this.#ground.typeOf(row) !== 'khoroo' &&
        areas.some((area) => this.#ground.isInside(row, area)),
    };
  }

  #hasNumbers(row: number, rest: Rest): boolean {
    const isHouse = this.#ground.typeOf(row) === 'address';
    return hasNumbers(this.#cut.words, rest, this.#ground.textsOf(row), isHouse);
  }
}

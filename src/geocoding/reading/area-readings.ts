import { areEqual, wordsOf, type Word } from '../../text/words.js';
import type { Matched } from '../forward/match.js';
import type { NamedHit } from '../forward/forward-search.js';
import type { Area } from './area-lexicon.js';
import type { AreaToken } from './area-tokens.js';
import { smallest, surrounding, type Chain } from './chains.js';
import { COSTS } from './costs.js';
import type { CutText } from './cut-text.js';
import type { Ground } from './ground.js';
import { costOf, isCalledWith } from './hit-fit.js';
import { plainHit, type AskedOptions, type Option, type ReadHit } from './reading-option.js';
import { InsideSearch, type Inside } from './inside-search.js';
import { costOfLeaving, type RestOptions } from './left-out-words.js';

interface Group {
  /** The chains of areas, sorted from best to worst. */
  chains: readonly Chain[];
  options: RestOptions;
  /** The cost of interpreting the words as these areas. */
  base: number;
  /** The positions of the words that name a khoroo or bag that is not in the data. */
  missing: readonly number[];
}

/** Interprets a query that names areas, either as places in these areas or as the smallest of the areas. */
export class AreaReadings {
  readonly #ground: Ground;
  readonly #cut: CutText;
  readonly #limit: number;
  readonly #options: AskedOptions;
  readonly #inside: InsideSearch;

  constructor(ground: Ground, cut: CutText, limit: number, options: AskedOptions) {
    [this.#ground, this.#cut, this.#limit, this.#options] = [ground, cut, limit, options];
    this.#inside = new InsideSearch(ground, cut, limit, options);
  }

  /**
   * Returns the cheapest reading, or null if there is none.
   *
   * @param whole the results for the unchanged query
   */
  cheapest(strong: Chain, whole: readonly NamedHit[]): Option | null {
    let best: Option | null = whole.length > 0 ? this.#asTyped(whole, strong) : null;
    const { read } = this.#options;
    if (best !== null) read?.(best);
    const take = (option: Option): void => {
      read?.(option);
      if (best === null || option.cost < best.cost) best = option;
    };
    const groups = this.#cut.chainGroups(strong).map((chains) => this.#group(chains, strong));
    for (const group of groups) take(this.#areaAlone(group));
    // All words are tried as typed in each of the areas before any word is omitted or respelled.
    for (const find of ['whole', 'cheapest'] as const)
      for (const group of groups) {
        if (group.options.all.length === 0) continue;
        const inside = (areas: readonly Area[], bound: number): Inside | null =>
          this.#inside[find](group.options, areas, bound);
        const found = this.#findIn(group, inside, best!.cost - group.base);
        if (found !== null) take(this.#insideOf(group, found));
      }
    const wide = best?.because === 'area' ? this.#withoutNumbered(groups[0], best.cost) : null;
    if (wide !== null) take(wide);
    return best;
  }

  /**
   * Returns a place that the query names in the district or soum, but outside the named khoroo or bag: people
   * often know only the former number.
   */
  #withoutNumbered({ chains, options, base, missing }: Group, bound: number): Option | null {
    const isPart = ({ level }: Area): boolean => level === 'low';
    const wide = chains.map((chain) => ({ ...chain, areas: chain.areas.filter((area) => !isPart(area)) }));
    if (wide.some(({ areas }, i) => areas.length === 0 || areas.length === chains[i].areas.length))
      return null;
    const numbered = chains[0].tokens.filter((token) => token.areas.some(isPart));
    const left = [...missing, ...numbered.flatMap((token) => this.#wordsOf(token))];
    const group = { chains: wide, options, base: base + COSTS.areaLeftOut, missing: left };
    const inside = (areas: readonly Area[], most: number): Inside | null =>
      this.#inside.cheapest(options, areas, most);
    const found = this.#findIn(group, inside, bound - group.base);
    if (found === null) return null;
    const [hit] = found.hits;
    const isKind = this.#ground.searched.category(this.#cut.wordsAt(options.all))?.isAlone === true;
    const isNamed = found.left.length === 0 && (hit.group === 1 || (hit.group === 5 && !isKind));
    // Another khoroo may have a house with the same number.
    return isNamed && this.#ground.typeOf(hit.row) !== 'address' ? this.#insideOf(group, found) : null;
  }

  /** Returns the results for the unchanged query if they are in the areas. */
  #asTyped(whole: readonly NamedHit[], strong: Chain): Option {
    const chains = this.#cut.equalChains();
    const [first] = whole;
    const inAreas = whole.filter(({ row }) => chains.some(({ areas }) => this.#isIn(row, areas)));
    // If a town has no place of the requested kind, the nearest such place also counts.
    const isNearTown = first.group === 5 && smallest(strong.areas).level === 'town';
    if (inAreas.at(0) !== first && !isNearTown)
      return { because: 'typed', cost: costOf(first) + COSTS.outside, hits: () => whole.map(plainHit) };
    const rest = this.#cut.wordsAt(this.#cut.restOf(strong));
    const isGuess = rest.length > 0 && rest.every((word) => word.isNumber || word.strict.length === 1);
    // «Чингэлтэй дүүрэг автобусны буудал» is the stop of that name.
    const isAround = first.group >= 5 && rest.length > 0 && !this.#isCalledLike(first.row, strong);
    // «Тариат сумын сургууль»: a name with all words is as good as a school in the soum.
    const named = inAreas.at(0) === first && isCalledWith(first) ? COSTS.group[2] : costOf(first);
    const cost = named + (isAround ? COSTS.aroundOnly : 0) + (isGuess ? COSTS.bareNumber : 0);
    return { because: 'typed', cost, hits: () => (isNearTown ? whole : inAreas).map(plainHit) };
  }

  /** Whether a name of the place consists of the words for the areas. */
  #isCalledLike(row: number, { tokens: [{ from, to }] }: Chain): boolean {
    const words = this.#cut.words.slice(from, to).map(({ word }) => word);
    return this.#ground.textsOf(row).some((text) => areEqual(wordsOf(text), words));
  }

  #isIn(row: number, areas: readonly Area[]): boolean {
    return (
      this.#ground.isInside(row, surrounding(areas)) ||
      areas.some((area) => this.#ground.rowOfArea(area) === row)
    );
  }

  /** Groups chains that consist of the same words, together with the remaining words of the query. */
  #group(chains: readonly Chain[], strong: Chain): Group {
    const [chain] = chains;
    const options = this.#cut.restOptions(this.#cut.restOf(chain), this.#ground.spellings());
    const base =
      chain.cost +
      Math.max(0, strong.score - chain.score) * COSTS.shorterChain +
      this.#cut.skippedBy(chain).length * COSTS.areaLeftOut +
      chain.missing.length * COSTS.missingPart;
    const missing = chain.missing.flatMap((token) => this.#wordsOf(token));
    return { chains: this.#inOrder(chains), options, base, missing };
  }

  #wordsOf({ from, to }: AreaToken): number[] {
    return this.#cut.words.flatMap((_, at) => (from <= at && at < to ? [at] : []));
  }

  /** Interprets the query as its smallest area, ignoring all other words. */
  #areaAlone({ chains, options, base, missing }: Group): Option {
    const told = options.all.filter((at) => !options.isFree(at));
    const left = options.all.reduce((sum, at) => sum + costOfLeaving(this.#cut.words, at, options), 0);
    return {
      because: 'area',
      areas: chains[0].areas,
      cost: base + left + (told.length > 0 ? COSTS.areaAlone : 0),
      hits: () => this.#areaHits(chains, [...missing, ...told]),
    };
  }

  #insideOf({ chains, base, missing }: Group, found: Inside): Option {
    const targets = chains.map(({ areas }) => smallest(areas));
    return {
      because: 'inside',
      areas: chains[0].areas,
      cost: base + found.cost,
      hits: () => this.#insideHits(found, [...missing, ...found.left], targets),
    };
  }

  /**
   * If several areas have the same name, searches the most prominent one first. Another area is chosen only
   * if it matches more of the query.
   */
  #findIn(
    { chains }: Group,
    find: (areas: readonly Area[], bound: number) => Inside | null,
    bound: number,
  ): Inside | null {
    const around = [...new Set(chains.map(({ areas }) => surrounding(areas)))];
    const first = find(around.slice(0, 1), bound);
    if (around.length === 1 || (first !== null && first.cost <= COSTS.otherNamesake)) return first;
    const other = find(around, (first?.cost ?? bound) - COSTS.otherNamesake);
    return other === null ? first : { ...other, cost: other.cost + COSTS.otherNamesake };
  }

  /** Sorts by the smallest area as seen by the client. Otherwise, the most prominent areas come first. */
  #inOrder(chains: readonly Chain[]): readonly Chain[] {
    const ranking = this.#options.refined?.ranking;
    if (ranking === undefined) return chains;
    const valueOf = ({ areas }: Chain): number => ranking.valueOf(this.#ground.rowOfArea(smallest(areas)));
    return [...chains].sort((a, b) => valueOf(b) - valueOf(a));
  }

  #areaHits(chains: readonly Chain[], left: readonly number[]): ReadHit[] {
    const accepts = this.#options.refined?.accepts;
    const areas = chains.map((chain) => smallest(chain.areas));
    const words = chains[0].tokens.flatMap(({ from, to }) =>
      this.#cut.words.slice(from, to).map(({ word }) => word),
    );
    const rows = [...new Set(areas)]
      .map((area) => this.#ground.rowOfArea(area))
      .filter((row) => accepts === undefined || accepts(row));
    return rows.slice(0, left.length > 0 ? 1 : this.#limit).map((row) => ({
      ...{ row, group: 1, key: 'strict', form: null, words, at: null },
      ...this.#matchOf(left.filter((at) => !this.#hasWord(row, this.#cut.words[at].word))),
    }));
  }

  /**
   * Whether the name of one of the areas contains the word: «5-р баг Зүүнсайхан» leaves out no word of the
   * bag's name.
   */
  #hasWord(row: number, { strict }: Word): boolean {
    const texts = row < 0 ? [] : this.#ground.textsOf(row);
    return texts.some((text) => wordsOf(text).some((word) => word.strict === strict));
  }

  #insideHits({ hits }: Inside, left: readonly number[], targets: readonly Area[]): ReadHit[] {
    const areas = targets.filter(({ isPoint, level }) => !isPoint && level !== 'town');
    return hits.map((hit) => ({ ...hit, ...this.#matchOf(left), at: this.#ground.pointIn(hit.row, areas) }));
  }

  /** A partial hit counts as found by words other than those typed. */
  #matchOf(left: readonly number[]): Matched & Pick<ReadHit, 'relaxation'> {
    const relaxation = left.length > 0 ? 1 : 0;
    const leftOut = [...left].sort((a, b) => a - b).map((at) => this.#cut.words[at].typed);
    return { match: left.length > 0 ? 'partial' : 'derived', leftOut, relaxation };
  }
}

import type { Matched } from '../forward/match.js';
import type { NamedHit } from '../forward/forward-search.js';
import type { Area } from './area-lexicon.js';
import { smallest, surrounding, type Chain } from './chains.js';
import { COSTS } from './costs.js';
import type { CutText } from './cut-text.js';
import { costOf, plainHit, type AskedOptions, type Ground, type Option, type ReadHit } from './ground.js';
import { InsideSearch, type Inside } from './inside-search.js';
import { costOfLeaving, type RestOptions } from './rests.js';

/** The ways to read a text that names areas: things in them, or the smallest of them. */
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

  /** @param whole what the text finds as it is */
  *all(strong: Chain, whole: readonly NamedHit[]): Generator<Option> {
    if (whole.length > 0) yield this.#asTyped(whole, strong);
    for (const chains of this.#cut.chainGroups(strong)) yield* this.#of(chains, strong);
  }

  /** What the whole text finds as it is, if that is in the areas. */
  #asTyped(whole: readonly NamedHit[], strong: Chain): Option {
    const chains = this.#cut.equalChains();
    const [first] = whole;
    const inAreas = whole.filter(({ row }) => chains.some(({ areas }) => this.#isIn(row, areas)));
    // Of a kind, the nearest to a town that has none is meant, too.
    const isNearTown = first.group === 5 && smallest(strong.areas).level === 'town';
    if (inAreas.at(0) !== first && !isNearTown)
      return { cost: costOf(first) + COSTS.outside, hits: () => whole.map(plainHit) };
    const rest = this.#cut.wordsAt(this.#cut.restOf(strong));
    const isGuess = rest.length > 0 && rest.every((word) => word.isNumber || word.strict.length === 1);
    const isAround = first.group >= 5 && rest.length > 0;
    const cost = costOf(first) + (isAround ? COSTS.aroundOnly : 0) + (isGuess ? COSTS.bareNumber : 0);
    return { cost, hits: () => (isNearTown ? whole : inAreas).map(plainHit) };
  }

  #isIn(row: number, areas: readonly Area[]): boolean {
    return (
      this.#ground.isInside(row, surrounding(areas)) ||
      areas.some((area) => this.#ground.rowOfArea(area) === row)
    );
  }

  /** The areas of some chains of the same words, and what is in them. */
  *#of(chains: readonly Chain[], strong: Chain): Generator<Option> {
    const [chain] = chains;
    const rest = this.#cut.restOf(chain);
    const options: RestOptions = {
      all: rest,
      isFree: (at) => this.#cut.asides[at] === 'company',
      isKnown: (at) => this.#ground.spellings().isKnown(this.#cut.words[at].word.strict),
    };
    const base =
      chain.cost +
      Math.max(0, strong.score - chain.score) * COSTS.shorterChain +
      this.#cut.skippedBy(chain).length * COSTS.areaLeftOut +
      chain.missing.length * COSTS.missingPart;
    const missing = chain.missing.flatMap(({ from, to }) =>
      this.#cut.words.flatMap((_, at) => (from <= at && at < to ? [at] : [])),
    );
    const told = rest.filter((at) => !options.isFree(at));
    const dropped = rest.reduce((sum, at) => sum + costOfLeaving(this.#cut.words, at, options), 0);
    const bound = told.length > 0 ? dropped + COSTS.areaAlone : 0;
    const targets = this.#inOrder(chains.map(({ areas }) => smallest(areas)));
    yield { cost: base + bound, hits: () => this.#areaHits(targets, [...missing, ...told], chain) };
    const found = rest.length === 0 ? null : this.#findIn(chains, options, bound);
    if (found === null) return;
    const left = [...missing, ...found.left];
    yield { cost: base + found.cost, hits: () => this.#insideHits(found, left, targets) };
  }

  /** In the most prominent of namesakes first; in another only if that has more of the text. */
  #findIn(chains: readonly Chain[], options: RestOptions, bound: number): Inside | null {
    const around = this.#inOrder(chains.map(({ areas }) => surrounding(areas)));
    const first = this.#inside.find(options, around.slice(0, 1), bound);
    if (around.length === 1 || first?.left.length === 0) return first;
    const other = this.#inside.find(options, around, first?.cost ?? bound);
    const cost = other === null ? Infinity : other.cost + COSTS.otherNamesake;
    return other !== null && cost < (first?.cost ?? Infinity) ? { ...other, cost } : first;
  }

  /** Areas, each once, what is worth most first. */
  #inOrder(areas: readonly Area[]): Area[] {
    const ranking = this.#options.refined?.ranking;
    const valueOf = (area: Area): number => {
      const row = this.#ground.rowOfArea(area);
      return ranking?.valueOf(row) ?? -area.row;
    };
    return [...new Set(areas)].sort((a, b) => valueOf(b) - valueOf(a));
  }

  #areaHits(areas: readonly Area[], left: readonly number[], { tokens }: Chain): ReadHit[] {
    const accepts = this.#options.refined?.accepts;
    const words = tokens.flatMap(({ from, to }) => this.#cut.words.slice(from, to).map(({ word }) => word));
    const rows = areas
      .map((area) => this.#ground.rowOfArea(area))
      .filter((row) => accepts === undefined || accepts(row));
    return rows.slice(0, left.length > 0 ? 1 : this.#limit).map((row) => ({
      ...{ row, group: 1, key: 'strict', form: null, words, at: null },
      ...this.#matchOf(left),
    }));
  }

  #insideHits({ hits }: Inside, left: readonly number[], targets: readonly Area[]): ReadHit[] {
    const areas = targets.filter(({ isPoint, level }) => !isPoint && level !== 'town');
    return hits.map((hit) => ({ ...hit, ...this.#matchOf(left), at: this.#ground.pointIn(hit.row, areas) }));
  }

  /** A partial hit is told as one of other words than those that were typed. */
  #matchOf(left: readonly number[]): Matched & Pick<ReadHit, 'relaxation'> {
    const relaxation = left.length > 0 ? 1 : 0;
    const leftOut = [...left].sort((a, b) => a - b).map((at) => this.#cut.words[at].typed);
    return { match: left.length > 0 ? 'partial' : 'derived', leftOut, relaxation };
  }
}

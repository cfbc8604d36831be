import type { Draft } from './draft.js';
import { ROUTE_NAME_PROMINENCE } from './kinds.js';
import { languagesOf } from './names.js';

/**
 * The components of a prominence, each in tenths. The sum of the parts, capped at 1000, is the prominence in
 * tenths.
 */
export interface ProminenceParts {
  base: number;
  /** The bonus for having a Wikipedia article or a Wikidata item. */
  wiki: number;
  /** The bonus for having names in more than five languages. */
  languages: number;
  /** The bonus for having an English name. */
  english: number;
  population: number;
  size: number;
  /**
   * The bonus for a place in the capital, which is home to half of the population and the target of most
   * searches. The same bonus applies to the street in the largest town among streets with the same name.
   */
  town: number;
}

export const PROMINENCE_PARTS = [
  'base',
  'wiki',
  'languages',
  'english',
  'population',
  'size',
  'town',
] as const satisfies readonly (keyof ProminenceParts)[];

/**
 * Returns the parts of a draft's prominence.
 *
 * @param isInCapital whether the draft is in the capital city, whose third-largest hospital ranks above the
 *   hospitals of the aimags
 */
export function prominenceParts(draft: Draft, isInCapital: boolean): ProminenceParts {
  const { tags } = draft;
  const base =
    draft.matchKind === 'street' && isRouteName(draft.name)
      ? Math.min(draft.base, ROUTE_NAME_PROMINENCE)
      : draft.base;
  return {
    base: base * 10,
    wiki: tags['wikidata'] !== undefined || tags['wikipedia'] !== undefined ? 80 : 0,
    languages: languagesOf(tags) > 5 ? 30 : 0,
    english: tags['name:en'] !== undefined ? 20 : 0,
    population: tenths(Math.log10(Math.max(1, Number(tags['population'] ?? 0) || 0)) - 2, 5),
    size: hasSize(draft) ? sizeTenths(draft) : 0,
    town: isInCapital && isLocal(draft) ? 30 : 0,
  };
}

/**
 * Ranks streets above streets with the same name in smaller towns: Чингисийн өргөн чөлөө means the one in the
 * capital. Only the best street in each town is considered.
 *
 * @param peopleOf returns the population of the town in which a street is located, or 0 outside towns
 */
export function liftLargerTowns(
  drafts: readonly Draft[],
  parts: ReadonlyMap<Draft, ProminenceParts>,
  peopleOf: (street: Draft) => number,
): void {
  const byName = new Map<string, Map<number, Draft>>();
  for (const draft of drafts) {
    if (draft.matchKind !== 'street') continue;
    let towns = byName.get(draft.nameKey);
    if (towns === undefined) byName.set(draft.nameKey, (towns = new Map<number, Draft>()));
    const people = peopleOf(draft);
    const best = towns.get(people);
    if (best === undefined || prominenceOf(parts.get(best)!) < prominenceOf(parts.get(draft)!))
      towns.set(people, draft);
  }
  for (const towns of byName.values()) {
    let highest = 0;
    for (const [, draft] of [...towns].sort((a, b) => a[0] - b[0])) {
      const own = parts.get(draft)!;
      const tenths = Math.round(prominenceOf(own) * 10);
      if (towns.size > 1 && tenths <= highest) own.town += highest + 1 - tenths;
      highest = Math.max(highest + 1, tenths);
    }
  }
}

/** Returns the sum of the parts, from 0 to 100 in steps of 0.1. */
export function prominenceOf(parts: ProminenceParts): number {
  return (
    Math.min(
      1000,
      PROMINENCE_PARTS.reduce((sum, part) => sum + parts[part], 0),
    ) / 10
  );
}

/**
 * Whether the draft's size affects its prominence. Only the sizes of places and streets are used. Otherwise,
 * houses would be sorted by size rather than number, and a large area of steppe does not make a soum better
 * known than its center.
 */
function hasSize(draft: Draft): boolean {
  return draft.matchKind === 'place' || draft.matchKind === 'street';
}

/**
 * Whether the place is one that people use in everyday life. An airport or a lake is known throughout the
 * country, wherever it is.
 */
function isLocal(draft: Draft): boolean {
  return (
    (draft.matchKind === 'place' || draft.matchKind === 'street' || draft.matchKind === 'address') &&
    draft.base <= 50
  );
}

/**
 * Returns 0 to 4 points, in tenths, on a logarithmic scale: from 100 to 10^10 square meters for an area, or
 * from 10 to 100,000 meters for a line.
 */
function sizeTenths(draft: Draft): number {
  const logarithm = Math.log10(Math.max(1, draft.size));
  return tenths(draft.geometry.kind === 'area' ? (logarithm - 2) / 2 : logarithm - 1, 4);
}

/** Limits a value to the range from 0 to `most`, in points, and returns it in whole tenths. */
function tenths(value: number, most: number): number {
  return Math.round(Math.min(most, Math.max(0, value)) * 10);
}

/**
 * Whether a name consists of two place names joined by a dash, without a word for a street: `Мандалговь -
 * Даланзадгад`, `Булган-Мөрөн зам`.
 */
export function isRouteName(name: string): boolean {
  return (
    /[\p{L}\d)]{3,}\s*[-–—]\s*[\p{Lu}]\p{L}{2,}/u.test(name) &&
    !/гудамж|өргөн чөлөө|тойруу|талбай|гүүр|street|avenue|bridge/i.test(name)
  );
}

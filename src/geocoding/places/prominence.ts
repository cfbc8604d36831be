import type { Draft } from './draft.js';
import { ROUTE_NAME_PROMINENCE } from './kinds.js';
import { languagesOf } from './names.js';

/**
 * The parts of a prominence, each in tenths. The sum of the parts, at most 1000, is the prominence in tenths.
 */
export interface ProminenceParts {
  base: number;
  /** The bonus for a Wikipedia article or a Wikidata item. */
  wiki: number;
  /** The bonus for names in more than five languages. */
  languages: number;
  /** The bonus for an English name. */
  english: number;
  population: number;
  size: number;
  /**
   * The bonus for a place in the capital, where half of the population lives and most searches are made. This
   * is also the bonus for the street in the largest town among streets with the same name.
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
 * @param isInCapital whether it is in the capital city, whose third-largest hospital ranks before the
 * hospitals of the
 *   aimags
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
 * capital. Only the best street of each town counts.
 *
 * @param peopleOf returns the population of the town that a street is in, or 0 outside towns
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
 * Whether the draft's size counts. Only the sizes of places and streets count. Houses would otherwise be
 * sorted by size rather than number, and a large area of steppe does not make a soum better known than its
 * center.
 */
function hasSize(draft: Draft): boolean {
  return draft.matchKind === 'place' || draft.matchKind === 'street';
}

/**
 * Whether the place is of everyday use. An airport or a lake is known to the whole country wherever it is.
 */
function isLocal(draft: Draft): boolean {
  return (
    (draft.matchKind === 'place' || draft.matchKind === 'street' || draft.matchKind === 'address') &&
    draft.base <= 50
  );
}

/**
 * Returns 0 to 4 points, in tenths, on a logarithmic scale: 100 to 10^10 square meters of an area, 10 to
 * 100,000 meters of a line.
 */
function sizeTenths(draft: Draft): number {
  const logarithm = Math.log10(Math.max(1, draft.size));
  return tenths(draft.geometry.kind === 'area' ? (logarithm - 2) / 2 : logarithm - 1, 4);
}

/** Limits a value to the range from 0 to `most`, rounded to whole tenths. */
function tenths(value: number, most: number): number {
  return Math.round(Math.min(most, Math.max(0, value)) * 10);
}

/**
 * Whether a name is two place names joined by a dash without a word for a street: `Мандалговь - Даланзадгад`,
 * `Булган-Мөрөн зам`.
 */
export function isRouteName(name: string): boolean {
  return (
    /[\p{L}\d)]{3,}\s*[-–—]\s*[\p{Lu}]\p{L}{2,}/u.test(name) &&
    !/гудамж|өргөн чөлөө|тойруу|талбай|гүүр|street|avenue|bridge/i.test(name)
  );
}

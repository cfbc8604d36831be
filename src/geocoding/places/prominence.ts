import type { Draft } from './draft.js';
import { ROUTE_NAME_PROMINENCE } from './kinds.js';
import { languagesOf } from './names.js';

/** What a prominence is made of, each in tenths; their sum, at most 1000, is the prominence in tenths. */
export interface ProminenceParts {
  base: number;
  /** An article or an item about it. */
  wiki: number;
  /** Named in more than five languages. */
  languages: number;
  english: number;
  population: number;
  size: number;
  /** In the capital, where half of the people live and most of the searches are. */
  capital: number;
}

export const PROMINENCE_PARTS = [
  'base',
  'wiki',
  'languages',
  'english',
  'population',
  'size',
  'capital',
] as const satisfies readonly (keyof ProminenceParts)[];

/** @param isInCapital whether it lies in the capital city: tells the third hospital from those of the aimags */
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
    capital: isInCapital && isLocal(draft) ? 30 : 0,
  };
}

/** 0 to 100 in whole tenths. */
export function prominenceOf(parts: ProminenceParts): number {
  return (
    Math.min(
      1000,
      PROMINENCE_PARTS.reduce((sum, part) => sum + parts[part], 0),
    ) / 10
  );
}

/** Houses would stand in the order of their sizes instead of their numbers, and steppe makes no soum better known than its centre. */
function hasSize(draft: Draft): boolean {
  return draft.matchKind === 'place' || draft.matchKind === 'street';
}

/** Of everyday use: an airport or a lake is known to the whole country wherever it lies. */
function isLocal(draft: Draft): boolean {
  return (
    (draft.matchKind === 'place' || draft.matchKind === 'street' || draft.matchKind === 'address') &&
    draft.base <= 50
  );
}

/** Square metres 100 to 10^10, metres 10 to 100,000: 0 to 4. */
function sizeTenths(draft: Draft): number {
  const logarithm = Math.log10(Math.max(1, draft.size));
  return tenths(draft.geometry.kind === 'area' ? (logarithm - 2) / 2 : logarithm - 1, 4);
}

function tenths(value: number, most: number): number {
  return Math.round(Math.min(most, Math.max(0, value)) * 10);
}

/** `Мандалговь - Даланзадгад`, `Булган-Мөрөн зам`: two places with a dash between, and no word for a street. */
function isRouteName(name: string): boolean {
  return (
    /[\p{L}\d)]{3,}\s*[-–—]\s*[\p{Lu}]\p{L}{2,}/u.test(name) &&
    !/гудамж|өргөн чөлөө|тойруу|талбай|гүүр|street|avenue|bridge/i.test(name)
  );
}

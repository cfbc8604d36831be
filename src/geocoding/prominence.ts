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
}

export const PROMINENCE_PARTS = ['base', 'wiki', 'languages', 'english', 'population', 'size'] as const satisfies readonly (keyof ProminenceParts)[];

export function prominenceParts(draft: Draft): ProminenceParts {
  const { tags } = draft;
  const base = draft.matchKind === 'street' && isRouteName(draft.name) ? Math.min(draft.base, ROUTE_NAME_PROMINENCE) : draft.base;
  // A house does not matter more for its size: they would stand in the order of their sizes instead of their numbers.
  const isHouse = draft.matchKind === 'address';
  return {
    base: base * 10,
    wiki: tags['wikidata'] !== undefined || tags['wikipedia'] !== undefined ? 80 : 0,
    languages: languagesOf(tags) > 5 ? 30 : 0,
    english: tags['name:en'] !== undefined ? 20 : 0,
    population: tenths(Math.log10(Math.max(1, Number(tags['population'] ?? 0) || 0)) - 2, 5),
    size: isHouse ? 0 : draft.geometry.kind === 'area' ? tenths((Math.log10(Math.max(1, draft.size)) - 2) / 2, 4) : tenths(Math.log10(Math.max(1, draft.size)) - 1, 4),
  };
}

/** 0 to 100 in whole tenths. */
export function prominenceOf(parts: ProminenceParts): number {
  return Math.min(1000, PROMINENCE_PARTS.reduce((sum, part) => sum + parts[part], 0)) / 10;
}

function tenths(value: number, most: number): number {
  return Math.round(Math.min(most, Math.max(0, value)) * 10);
}

/** `Мандалговь - Даланзадгад`, `Булган-Мөрөн зам`: two places with a dash between, and no word for a street. */
function isRouteName(name: string): boolean {
  return /[\p{L}\d)]{3,}\s*[-–—]\s*[\p{Lu}]\p{L}{2,}/u.test(name) && !/гудамж|өргөн чөлөө|тойруу|талбай|гүүр|street|avenue|bridge/i.test(name);
}

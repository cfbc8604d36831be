import type { AreaGeometry } from '../../geo/feature.js';
import { lengthM } from '../../geo/measure.js';
import { ABBREVIATIONS } from '../../text/vocabulary.js';
import { sameNameKey } from '../../text/forms.js';
import { AreaIndex } from './area-index.js';
import type { Draft } from '../places/draft.js';
import {
  AIMAG_CENTRE_PROMINENCE,
  CAPITAL_PROMINENCE,
  CITY_POPULATION,
  CITY_PROMINENCE,
  DISTRICT_PROMINENCE,
  KIND_SUFFIX,
} from '../places/kinds.js';
import { rankOfSettlement } from '../places/settlement.js';

/**
 * The number of points on a line at which its areas are looked up, which is enough for an avenue through four
 * districts.
 */
const SAMPLES = 9;
/** For display, a line counts as inside an area if at least this fraction of its points is inside. */
const MOSTLY = 0.6;

/** An area or settlement around a place, and whether the place's address names it. */
export interface AreaLink {
  draft: Draft;
  isShown: boolean;
}

/** Finds the areas of an address and builds the address text from their names. */
export class Areas {
  readonly drafts: readonly Draft[];
  readonly #index: AreaIndex;
  readonly #number = new Map<Draft, number>();

  constructor(drafts: readonly Draft[]) {
    this.drafts = drafts.filter(isChainArea);
    this.#index = AreaIndex.build(
      this.drafts.map((draft) => ({ polygons: (draft.geometry as AreaGeometry).polygons })),
    );
    this.drafts.forEach((draft, number) => this.#number.set(draft, number));
  }

  /** Returns the areas around a point, smallest first. */
  around(lon7: number, lat7: number): number[] {
    return this.#index.containing(lon7, lat7);
  }

  /**
   * Returns the areas that contain a place, smallest first: `chain` for display, `all` for search. For
   * search, a line is in every area that it crosses.
   */
  of(draft: Draft): { chain: number[]; all: number[] } {
    const fits = (area: number): boolean => this.#mayContain(area, draft);
    if (draft.geometry.kind !== 'line') {
      const areas = this.around(draft.lon7, draft.lat7).filter(fits);
      return { chain: areas, all: areas };
    }
    const counts = new Map<number, number>();
    const points = pointsAlong(draft.geometry.lines);
    for (const [lon7, lat7] of points)
      for (const area of this.around(lon7, lat7)) counts.set(area, (counts.get(area) ?? 0) + 1);
    const all = [...counts.keys()]
      .filter(fits)
      .sort((a, b) => this.#index.sizeM2(a) - this.#index.sizeM2(b) || a - b);
    return { chain: all.filter((area) => counts.get(area)! >= MOSTLY * points.length), all };
  }

  /**
   * Returns the address text of a chain, from the largest area to the smallest, as people write it:
   * `Улаанбаатар, Сүхбаатар дүүрэг, 1-р хороо`. The country is named only if the chain contains no smaller
   * area. Returns null for an empty chain.
   *
   * @param town a settlement in the smallest soum or district of the chain, which the address names if
   *   nothing else in the chain has its name (Эрдэнэт, but not Дархан in Дархан сум)
   */
  label(chain: readonly number[], town: Draft | null = null): string | null {
    const labels = this.links(chain, town).flatMap(({ draft, isShown }) => (isShown ? [labelOf(draft)] : []));
    return labels.length > 0 ? labels.reverse().join(', ') : null;
  }

  /**
   * Returns the areas that label() names and the surrounding areas that it omits, from the smallest to the
   * largest.
   */
  links(chain: readonly number[], town: Draft | null = null): AreaLink[] {
    const areas = chain.map((area) => this.drafts[area]);
    const links = areas.map((draft) => ({ draft, isShown: true }));
    if (links.some(({ draft }) => draft.type !== 'country'))
      for (const link of links) link.isShown = link.draft.type !== 'country';
    if (town !== null) {
      const isShown = !areas.some((area) => bareKey(area) === bareKey(town));
      const at = areas.findIndex((area) => levelOf(area) <= 6);
      links.splice(at < 0 ? links.length : at, 0, { draft: town, isShown });
    }
    let before = '';
    for (const link of links) {
      if (!link.isShown) continue;
      const label = labelOf(link.draft);
      link.isShown = label !== before;
      before = label;
    }
    return links;
  }

  /**
   * Keeps only districts, soums and the areas around them. The smallest remaining areas are the ones that
   * people mean by «the one in …».
   */
  withoutQuarters(chain: readonly number[]): number[] {
    return chain.filter((area) => levelOf(this.drafts[area]) <= 6);
  }

  /** Returns an area's name as written in an address, or null if the row is not an area. */
  labelOf(draft: Draft): string | null {
    return this.#number.has(draft) ? areaLabel(draft) : null;
  }

  /** Returns the label of a chain's aimag, or null if the chain has none. */
  aimagOf(chain: readonly number[]): string | null {
    const aimag = chain.map((area) => this.drafts[area]).find((area) => area.type === 'aimag');
    return aimag === undefined ? null : areaLabel(aimag);
  }

  isInCapital(chain: readonly number[]): boolean {
    return chain.some((area) => this.drafts[area].base === CAPITAL_PROMINENCE);
  }

  /**
   * An area does not contain itself or a larger area. A settlement is not contained in one of its own
   * quarters.
   */
  #mayContain(area: number, draft: Draft): boolean {
    const around = this.drafts[area];
    if (around === draft) return false;
    if (draft.geometry.kind === 'area' && around.size <= draft.size) return false;
    // A city is in its soum, but not in the district in which its center happens to lie.
    if (draft.type === 'city' && around.type === 'district') return false;
    return levelOf(around) < levelOf(draft);
  }
}

/**
 * Determines the facts that depend on all areas being loaded: which first-level area is the capital city,
 * which of its parts are districts, which towns are seats, and the full names of khoroos. This function must
 * run before mergeDuplicates(), which compares types and names.
 */
export function settleAreas(drafts: Draft[]): void {
  const aimags = drafts.filter(({ type }) => type === 'aimag');
  for (const draft of drafts) {
    const capital = draft.tags['capital'];
    if (draft.type !== 'city' && draft.type !== 'town' && draft.type !== 'village') continue;
    if (capital === 'yes' || capital === '2') {
      draft.base = CAPITAL_PROMINENCE;
      for (const aimag of aimags) if (aimag.nameKey === draft.nameKey) aimag.type = 'city';
    } else if (capital === '4' || draft.type === 'city')
      draft.base = isLargeCity(draft) ? CITY_PROMINENCE : AIMAG_CENTRE_PROMINENCE;
  }
  const areas = new Areas(drafts);
  for (const draft of drafts) {
    if (draft.matchKind !== 'area' || draft.geometry.kind !== 'area') continue;
    const around = areas.around(draft.lon7, draft.lat7).map((area) => areas.drafts[area]);
    if (draft.type === 'soum' && around.some((area) => area.type === 'city' && area.matchKind === 'area')) {
      draft.type = 'district';
      draft.base = DISTRICT_PROMINENCE;
    }
  }
  for (const draft of drafts) if (draft.type === 'khoroo') nameKhoroo(draft, areas);
}

function isLargeCity({ type, tags }: Draft): boolean {
  return type === 'city' && Number(tags['population'] ?? 0) >= CITY_POPULATION;
}

/** Returns a place's level in the hierarchy. A place can only be in areas with a lower level. */
function levelOf(draft: Draft): number {
  if (draft.type === 'country') return 2;
  if (draft.matchKind === 'area') {
    const level = Number(draft.tags['admin_level']);
    if (Number.isInteger(level) && level > 0) return level;
    return (
      {
        aimag: 4,
        city: 4,
        state: 4,
        province: 4,
        region: 4,
        soum: 6,
        district: 6,
        county: 6,
        khoroo: 8,
        bag: 8,
      }[draft.type] ?? 8
    );
  }
  const rank = rankOfSettlement(draft);
  // An ordinary place can be in any area around it.
  if (rank === null) return 20;
  if (draft.type === 'city') return 6.5;
  return rank === 'quarter' ? 7.5 : 7;
}

function isChainArea(draft: Draft): boolean {
  if (draft.geometry.kind !== 'area') return false;
  return draft.matchKind === 'area' || draft.matchKind === 'settlement';
}

/**
 * Returns the key of a name without the word for the kind of area. Дархан сум and the town Дархан have the
 * same key.
 */
function bareKey({ name, nameKey }: Draft): string {
  const bare = name.replace(/\s+(аймаг|сум|дүүрэг|хот)$/i, '');
  return bare === name ? nameKey : sameNameKey(bare);
}

/** Returns the name of an area or settlement as written in an address. */
function labelOf(draft: Draft): string {
  return draft.geometry.kind === 'area' ? areaLabel(draft) : draft.name;
}

function areaLabel(area: Draft): string {
  if (area.type === 'khoroo') return /\d+-р хороо$/.exec(area.name)?.[0] ?? area.name;
  const suffix = ['aimag', 'soum', 'district'].includes(area.type) ? KIND_SUFFIX[area.type] : undefined;
  const isComplete =
    suffix === undefined ||
    !/\p{Script=Cyrillic}/u.test(area.name) ||
    area.name.toLowerCase().split(/\s+/).includes(suffix);
  return isComplete ? area.name : `${area.name} ${suffix}`;
}

/** Maps each district's full name, by its sameNameKey, to the abbreviation used in khoroo names. */
const DISTRICT_ABBREVIATION: ReadonlyMap<string, string> = new Map(
  ABBREVIATIONS.filter(([name]) => name.endsWith('дүүрэг')).map(([name, abbreviation]) => [
    sameNameKey(name),
    abbreviation,
  ]),
);

/**
 * Names a khoroo. Every district has its own 4-р хороо, so a khoroo with only that name is displayed as
 * БЗД-ийн 4-р хороо. The khoroo can also be found by the number alone and by the district's full name.
 */
function nameKhoroo(draft: Draft, areas: Areas): void {
  const number = /^(\d+)(-р)? ?(хороо)?$/i.exec(draft.name)?.[1] ?? /(\d+)-р хороо$/.exec(draft.name)?.[1];
  if (number === undefined) return;
  const given = draft.tags['gazarch:district'];
  const around = areas
    .around(draft.lon7, draft.lat7)
    .map((area) => areas.drafts[area])
    .find((area) => area.type === 'district');
  const district = given ?? around?.name;
  if (district === undefined) return;
  const full = /дүүрэг$/i.test(district) ? district : `${district} дүүрэг`;
  const abbreviation = DISTRICT_ABBREVIATION.get(sameNameKey(full));
  const plain = `${number}-р хороо`;
  const name = abbreviation === undefined ? `${full}, ${plain}` : `${abbreviation}-ийн ${plain}`;
  const tagged = draft.names;
  draft.names = [...new Set([name, ...tagged, plain, `${full} ${plain}`])];
  draft.made = [plain, `${full} ${plain}`].filter((made) => !tagged.includes(made));
  draft.name = name;
  draft.nameKey = sameNameKey(name);
}

/** Returns up to SAMPLES evenly spaced points along lines, including both ends. */
export function pointsAlong(lines: readonly Int32Array[]): [lon7: number, lat7: number][] {
  const total = lengthM(lines);
  const step = total / (SAMPLES - 1);
  const points: [lon7: number, lat7: number][] = [];
  let next = 0;
  let walked = 0;
  for (const line of lines) {
    for (let i = 2; i < line.length; i += 2) {
      const length = lengthM([line.subarray(i - 2, i + 2)]);
      while (next <= walked + length && points.length < SAMPLES) {
        const t = length === 0 ? 0 : (next - walked) / length;
        points.push([
          Math.round(line[i - 2] + t * (line[i] - line[i - 2])),
          Math.round(line[i - 1] + t * (line[i + 1] - line[i - 1])),
        ]);
        next += step;
        if (step === 0) break;
      }
      walked += length;
    }
  }
  return points;
}

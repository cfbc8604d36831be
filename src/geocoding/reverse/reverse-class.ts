import type { Geometry } from '../../geo/feature.js';
import { areaM2, lengthM } from '../../geo/measure.js';
import type { PlaceRow } from '../places/place.js';
import { BROAD_LINE_M, BROAD_M2, LANDSCAPE_M2 } from './reverse-limits.js';

/** What a row can answer; bits of one number. */
export const ADDRESS = 1;
export const PLACE = 2;
export const STREET = 4;
/** With PLACE or ADDRESS: too large or too long for the first two stages. */
export const BROAD = 8;
/** A place like a desert: only where nothing else answers. */
export const LANDSCAPE = 16;
/** With AREA: only to somebody in it. */
export const SETTLEMENT = 32;
export const AREA = 64;
/** Says where coverage ends; never an answer. */
export const COUNTRY = 128;
/** With BROAD: one stands in it, and not in front of it. */
export const GROUND = 256;

/** Any of the three that stages 1 to 4 are about. */
export const NEARBY = ADDRESS | PLACE | STREET;

/** One household is a place to stand at, and no answer from 15 km away: the soum around says more. */
const DWELLINGS: ReadonlySet<string> = new Set(['isolated_dwelling', 'farm']);

/**
 * Open ground: who is in it says its name, though a street runs along its edge. Not a campus, a factory or a quarter, whose
 * outlines hold houses and streets that people name instead, nor a national park, which holds villages and highways.
 */
const OPEN_GROUND: ReadonlySet<string> = new Set([
  'square',
  'park',
  'garden',
  'stadium',
  'pitch',
  'golf_course',
  'playground',
  'beach',
  'water_park',
  'theme_park',
  'zoo',
  'fairground',
  'marketplace',
  'festival_grounds',
  'recreation_ground',
  'village_green',
  'cemetery',
  'grave_yard',
  'camp_site',
  'water',
  'lake',
  'reservoir',
  'pond',
  'basin',
  'lagoon',
  'bay',
]);
const GROUND_KEYS = ['place', 'amenity', 'tourism', 'leisure', 'natural', 'water', 'landuse'];

/** Who is in one is in a settlement, and need not be told of a town 7 km away. */
const QUARTER_AREAS: ReadonlySet<string> = new Set(['khoroo', 'bag']);

export function classify(row: PlaceRow, size_m2: number): number {
  switch (isDwelling(row) ? 'place' : row.matchKind) {
    case 'street':
      return STREET;
    case 'settlement':
      return SETTLEMENT;
    case 'area':
      return row.type === 'country' ? COUNTRY : QUARTER_AREAS.has(row.type) ? AREA | SETTLEMENT : AREA;
    case 'address':
      return ADDRESS | (isBroad(row, size_m2) ? BROAD : 0);
    case 'place':
      if (size_m2 > LANDSCAPE_M2) return LANDSCAPE;
      return PLACE | addressBit(row) | (isBroad(row, size_m2) ? BROAD | groundBit(row) : 0);
  }
}

/** Square metres of an area; points and lines have none. */
export function sizeOf(geometry: Geometry): number {
  return geometry.kind === 'area' ? areaM2(geometry.polygons) : 0;
}

/** A shop with a house number of its own is as good an address as the house. */
function addressBit({ tags }: PlaceRow): number {
  return tags['addr:housenumber'] === undefined ? 0 : ADDRESS;
}

function isDwelling({ matchKind, type }: PlaceRow): boolean {
  return matchKind === 'settlement' && DWELLINGS.has(type);
}

function isBroad(row: PlaceRow, size_m2: number): boolean {
  if (row.geometry.kind === 'point') return false;
  // Rivers come in short pieces, and one under a bridge must not answer for the street on it.
  if (isRunningWater(row)) return true;
  return row.geometry.kind === 'line' ? lengthM(row.geometry.lines) >= BROAD_LINE_M : size_m2 >= BROAD_M2;
}

function groundBit(row: PlaceRow): number {
  const isGround = OPEN_GROUND.has(row.type) || GROUND_KEYS.some((key) => OPEN_GROUND.has(row.tags[key]));
  return isGround && !isRunningWater(row) ? GROUND : 0;
}

function isRunningWater({ tags }: PlaceRow): boolean {
  const water = tags['waterway'] ?? tags['water'] ?? '';
  return ['river', 'riverbank', 'stream', 'canal', 'drain', 'ditch', 'tidal_channel'].includes(water);
}

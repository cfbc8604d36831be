import type { Geometry } from '../../geo/feature.js';
import { areaM2, lengthM } from '../../geo/measure.js';
import { houseNumberTag } from '../places/address-tags.js';
import { POSTCODE } from '../places/names.js';
import type { PlaceRow } from '../places/place.js';
import { BROAD_LINE_M, BROAD_M2, LANDSCAPE_M2 } from './reverse-limits.js';

/** The bits of a row's class, which determines which stages of a lookup can return the row. */
export const ADDRESS = 1;
export const PLACE = 2;
export const STREET = 4;
/** Combined with PLACE or ADDRESS: the row is too large or too long for stages 1 and 2. */
export const BROAD = 8;
/** A landscape, such as a desert, that is considered only in stage 6. */
export const LANDSCAPE = 16;
/** Combined with AREA: the row is returned only for points inside it. */
export const SETTLEMENT = 32;
export const AREA = 64;
/** A country marks the limit of coverage and is never returned as a result. */
export const COUNTRY = 128;
/** With BROAD: open ground. People stand on open ground, not in front of it. */
export const GROUND = 256;

/** The three kinds of row that stages 1 to 4 search for. */
export const NEARBY = ADDRESS | PLACE | STREET;

/**
 * Single households. A household is a good result for a point next to it but a poor one from 15 km away,
 * where the surrounding soum is more informative.
 */
const DWELLINGS: ReadonlySet<string> = new Set(['isolated_dwelling', 'farm']);

/**
 * Open ground: people who are there describe their location by its name, even if a street runs along its
 * edge. A campus, a factory or a quarter is not open ground, because people use the names of the houses and
 * streets inside it. A national park is not open ground either, because it contains villages and highways.
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

/**
 * Areas that belong to a settlement: for a point inside such an area, the area is a better result than a town
 * 7 km away.
 */
const QUARTER_AREAS: ReadonlySet<string> = new Set(['khoroo', 'bag']);

/** Returns the class bits of a row whose surface has this many square meters. */
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
      if (isOnPaper(row)) return 0;
      if (size_m2 > LANDSCAPE_M2) return LANDSCAPE;
      return PLACE | addressBit(row) | (isBroad(row, size_m2) ? BROAD | groundBit(row) : 0);
  }
}

/** Returns the class bits of a named place whose shape is only partly known. */
export function classOfPlace(parts: readonly Geometry[], size_m2: number): number {
  const lines = parts.flatMap((part) => (part.kind === 'line' ? part.lines : []));
  const isBroadPlace = size_m2 >= BROAD_M2 || lengthM(lines) >= BROAD_LINE_M;
  return size_m2 > LANDSCAPE_M2 ? LANDSCAPE : PLACE | (isBroadPlace ? BROAD : 0);
}

/** Returns the size of an area in square meters, or 0 for points and lines. */
export function sizeOf(geometry: Geometry): number {
  return geometry.kind === 'area' ? areaM2(geometry.polygons) : 0;
}

/** A shop with its own house number is as good an address as a house. */
function addressBit({ tags }: PlaceRow): number {
  return houseNumberTag(tags) === undefined ? 0 : ADDRESS;
}

/**
 * Boundaries that people would not use to describe where they are, such as historic, census, electoral and
 * postal boundaries. Values of `boundary`.
 */
const ON_PAPER: ReadonlySet<string> = new Set([
  ...['historic', 'census', 'statistical', 'political', 'postal_code', 'postal', 'timezone', 'maritime'],
  ...['religious_administration', 'local_authority', 'police', 'judicial', 'health', 'school', 'parish'],
]);

/** Whether the row is a postcode or a boundary that exists only on paper. */
function isOnPaper({ tags, type }: PlaceRow): boolean {
  const boundary = tags['boundary']?.toLowerCase();
  if (type === POSTCODE) return true;
  return boundary !== undefined && ON_PAPER.has(boundary) && type === boundary;
}

function isDwelling({ matchKind, type }: PlaceRow): boolean {
  return matchKind === 'settlement' && DWELLINGS.has(type);
}

function isBroad(row: PlaceRow, size_m2: number): boolean {
  if (row.geometry.kind === 'point') return false;
  // Rivers are mapped in short pieces. For a point on a bridge's street, a river under the bridge must not be
  // returned.
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

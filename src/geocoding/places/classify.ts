import { bareTable } from '../../bare-table.js';
import type { Geometry, Tags } from '../../geo/feature.js';
import { HOUSE_NAME, houseNumberTag, streetTag } from './address-tags.js';
import {
  ADDRESS_PROMINENCE,
  AIMAG_PROMINENCE,
  BAG_PROMINENCE,
  COUNTRY_PROMINENCE,
  DISTRICT_PROMINENCE,
  KHOROO_PROMINENCE,
  KINDS,
  QUARTERS,
  SETTLEMENTS,
  SOUM_PROMINENCE,
  UNKNOWN_PROMINENCE,
} from './kinds.js';
import type { MatchKind } from './place.js';

/** The kind of place that a feature represents. */
export interface Classified {
  type: string;
  matchKind: MatchKind;
  /** The prominence before bonuses. */
  base: number;
}

/** The reason why a feature is not a place. */
export type NotAPlace = 'no principal key' | 'disused or planned' | 'no name' | 'border line';

/** Keys of objects that no longer exist or do not exist yet: `disused:shop=…`. */
const LIFECYCLE = new RegExp(
  '^(disused|abandoned|demolished|razed|removed|destroyed|ruined|construction|' +
    'proposed|planned|was|historic:was):',
);
/** Values that have the same meaning: `highway=construction`. */
const LIFECYCLE_VALUES = new Set([
  'construction',
  'proposed',
  'planned',
  'abandoned',
  'disused',
  'razed',
  'demolished',
  'no',
]);

/**
 * Returns the kind of place that a feature represents, based on its first principal key.
 *
 * `gazarch:type` overrides the type, for sources that contain kinds that OSM does not have. For example,
 * `gazarch:type=khoroo` with `boundary=administrative` and `admin_level=8` is a khoroo.
 */
export function classifyFeature(tags: Tags, geometry: Geometry, hasName: boolean): Classified | NotAPlace {
  const principal = principalOf(tags, geometry);
  const isAddress = houseNumberTag(tags) !== undefined && streetTag(tags) !== undefined;
  if (!hasName)
    return isAddress ? { type: 'address', matchKind: 'address', base: ADDRESS_PROMINENCE } : 'no name';
  const given = tags['gazarch:type'];
  if (tags['boundary'] === 'administrative' && geometry.kind === 'area')
    return administrative(tags, given, isInMongolia(geometry));
  if (tags['boundary'] === 'administrative' && principal?.key === 'boundary') return 'border line';
  if (principal === null) {
    if (hasLifecycleKey(tags)) return 'disused or planned';
    if (given === undefined && isAddress)
      return { type: 'address', matchKind: 'address', base: ADDRESS_PROMINENCE };
    if (given === undefined && tags[HOUSE_NAME] !== undefined)
      return { type: 'building', matchKind: 'place', base: KINDS['building']['*'] };
    if (given === undefined) return 'no principal key';
    return { type: given, ...kindOfType(given) };
  }
  if (isGone(tags, principal)) return 'disused or planned';
  const type = given ?? typeOf(tags, principal, geometry);
  const base = KINDS[principal.key][principal.value] ?? KINDS[principal.key]['*'] ?? UNKNOWN_PROMINENCE;
  return { type, matchKind: matchKindOf(principal.key, type), base: strongest(tags, base) };
}

/** Returns the key that defines what a feature is, or null if no such key is known. */
export function principalKey(tags: Tags, geometry: Geometry): string | null {
  return principalOf(tags, geometry)?.key ?? null;
}

interface Principal {
  key: string;
  value: string;
}

function principalOf(tags: Tags, geometry: Geometry): Principal | null {
  for (const key in KINDS) {
    const value = tags[key]?.split(';')[0].trim().toLowerCase();
    if (value === undefined || value === '' || LIFECYCLE_VALUES.has(value)) continue;
    // A named crossing or gate on a road is part of the road rather than a place. Named traffic lights are
    // places because people use them as meeting points.
    if (key === 'highway' && geometry.kind === 'point' && KINDS['highway'][value] === undefined) continue;
    return { key, value };
  }
  return null;
}

/**
 * Whether the object has ceased to exist. This includes a building with a lifecycle key (`disused:shop`) and
 * no other role.
 */
function isGone(tags: Tags, principal: Principal): boolean {
  if (tags['disused'] === 'yes' || tags['abandoned'] === 'yes' || tags['demolished'] === 'yes') return true;
  return principal.key === 'building' && hasLifecycleKey(tags);
}

function hasLifecycleKey(tags: Tags): boolean {
  for (const key in tags) if (LIFECYCLE.test(key) && key.slice(key.indexOf(':') + 1) in KINDS) return true;
  return false;
}

function typeOf(tags: Tags, { key, value }: Principal, geometry: Geometry): string {
  if (
    key === 'highway' &&
    geometry.kind !== 'point' &&
    !['services', 'rest_area', 'platform', 'bus_stop'].includes(value)
  )
    return 'street';
  if (key === 'place' && (value === 'state' || value === 'province'))
    return isInMongolia(geometry) ? 'aimag' : value;
  if (key === 'natural' && value === 'water') return tags['water'] ?? value;
  return value === 'yes' ? key : value.replace(/[^\p{L}\p{N}_]+/gu, '_');
}

function matchKindOf(key: string, type: string): MatchKind {
  if (type === 'street') return 'street';
  if (key !== 'place') return 'place';
  if (['country', 'aimag', 'state', 'province', 'region', 'county', 'district'].includes(type)) return 'area';
  return SETTLEMENTS.has(type) || QUARTERS.has(type) ? 'settlement' : 'place';
}

function kindOfType(type: string): { matchKind: MatchKind; base: number } {
  if (SETTLEMENTS.has(type) || QUARTERS.has(type))
    return { matchKind: 'settlement', base: KINDS['place'][type] };
  for (const key in KINDS) if (type in KINDS[key]) return { matchKind: 'place', base: KINDS[key][type] };
  return { matchKind: 'place', base: UNKNOWN_PROMINENCE };
}

/**
 * Returns the highest base prominence among the roles of an object, such as a hotel that is also a museum.
 * The keys building, highway, place and landuse do not count as roles.
 */
function strongest(tags: Tags, base: number): number {
  let best = base;
  for (const key in KINDS) {
    if (key === 'building' || key === 'highway' || key === 'place' || key === 'landuse') continue;
    const value = tags[key];
    if (value !== undefined && !LIFECYCLE_VALUES.has(value)) best = Math.max(best, KINDS[key][value] ?? 0);
  }
  return best;
}

/**
 * Interprets OSM's admin levels in Mongolia: 4 is an aimag or the capital, 6 a soum or düüreg, 8 a khoroo or
 * bag. If the name is more specific than the level, the name takes precedence.
 */
function administrative(tags: Tags, given: string | undefined, isMongolian: boolean): Classified {
  const level = Number(tags['admin_level'] ?? 8);
  const name = `${tags['name:mn'] ?? tags['name'] ?? ''} ${tags['official_name'] ?? ''}`.toLowerCase();
  const type = given ?? (isMongolian ? mongolianType(level, name) : foreignType(level));
  return { type, matchKind: 'area', base: ADMINISTRATIVE[type] ?? Math.max(30, 90 - 5 * level) };
}

const ADMINISTRATIVE: Readonly<Record<string, number>> = bareTable<number>({
  country: COUNTRY_PROMINENCE,
  aimag: AIMAG_PROMINENCE,
  district: DISTRICT_PROMINENCE,
  soum: SOUM_PROMINENCE,
  khoroo: KHOROO_PROMINENCE,
  bag: BAG_PROMINENCE,
});

function mongolianType(level: number, name: string): string {
  if (level <= 2) return 'country';
  if (/дүүрэг/.test(name)) return 'district';
  if (/(^|\s)сум(\s|$)/.test(name)) return 'soum';
  if (/хороо(\s|$)/.test(name)) return 'khoroo';
  if (/(^|\s)баг(\s|$|,)/.test(name)) return 'bag';
  if (/аймаг/.test(name)) return 'aimag';
  return level <= 4 ? 'aimag' : level <= 6 ? 'soum' : level <= 8 ? 'khoroo' : 'quarter';
}

function foreignType(level: number): string {
  return level <= 2
    ? 'country'
    : level <= 4
      ? 'state'
      : level <= 6
        ? 'county'
        : level <= 8
          ? 'municipality'
          : 'quarter';
}

/**
 * Tests whether the first position is in a box around the country, in 1e-7 degrees. The box includes strips
 * of neighboring countries, which is harmless.
 */
function isInMongolia(geometry: Geometry): boolean {
  const [lon7, lat7] =
    geometry.kind === 'point'
      ? [geometry.lon7, geometry.lat7]
      : geometry.kind === 'line'
        ? geometry.lines[0]
        : geometry.polygons[0][0];
  return lon7 > 875_000_000 && lon7 < 1_200_000_000 && lat7 > 414_000_000 && lat7 < 522_000_000;
}

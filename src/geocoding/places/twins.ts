import { DisjointSets } from '../../arrays/disjoint-sets.js';
import { addToGroup, groupedBy } from '../../arrays/groups.js';
import { toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import { principalKey } from './classify.js';
import type { Draft } from './draft.js';
import { SETTLEMENTS } from './kinds.js';
import { layerOf } from './layer.js';

/**
 * Places with the same name and kind that are at most this many meters apart count as one place, such as two
 * halves of a park or two apartment blocks. The branches of a chain are an exception.
 */
const SAME_THING_M = 500;
/**
 * The same limit for settlements, in meters; it is larger because two sources may give different center
 * points for one town.
 */
const SAME_TOWN_M = 5000;
/** Branches whose edges are at most this many meters apart are the same branch mapped twice. */
const SAME_BRANCH_M = 50;
/** Two houses with the same address that are at most this many meters apart are one house or parts of one. */
const SAME_HOUSE_M = 50;
/** Two stops at most this many meters apart, on opposite sides of a street or a crossing, are one stop. */
const SAME_STOP_M = 100;
/**
 * The maximum distance from the middle of an outline to its edge, in meters. This distance limits how many
 * rows are examined.
 */
const MOST_RADIUS_M = 100;

/**
 * A row is compared with at most this many rows of the same name and kind, choosing those nearest by
 * latitude. If a name has no more rows than this, every pair is compared. If it has more, a list may show the
 * same place twice.
 */
const MAX_COMPARED = 1000;

/**
 * Returns, for each row, the first row that people consider to be the same place. A list of results shows
 * only the best of these rows. Branches of a chain, stops and houses are separate places unless they are
 * mapped twice. Other rows are the same place if they have the same name key and kind, and are in the same
 * area or very close to each other.
 *
 * @param areas per row: a text that is the same for all rows in the same area, or null if no area is known
 * @param isStreetBetween whether a street runs between two rows; branches on opposite sides of a street are
 * separate
 */
export function twinsOf(
  rows: readonly Draft[],
  areas: readonly (string | null)[],
  isStreetBetween: (a: Draft, b: Draft) => boolean,
): Uint32Array {
  const sets = new DisjointSets(rows.length);
  for (const group of groupedBy(rows.keys(), (i) => `${kindOf(rows[i])}|${rows[i].nameKey}`).values()) {
    if (group.length < 2) continue;
    const branches = group.filter((i) => isBranch(rows[i]));
    joinBranches(branches, rows, sets, isStreetBetween);
    const things = group.filter((i) => !isBranch(rows[i]));
    joinThings(things, rows, areas, sets);
  }
  return Uint32Array.from(rows, (_, i) => sets.find(i));
}

/**
 * Whether a town may have many places of this kind with the same name: businesses, stops, and houses on
 * streets with the same name.
 */
function isBranch(row: Draft): boolean {
  if (row.matchKind === 'address') return true;
  if (row.matchKind !== 'place' || row.geometry.kind === 'line') return false;
  const layer = layerOf(row);
  return layer === 'transport' || (layer === 'poi' && !LAND_KEYS.has(principalKey(row.tags, row.geometry)));
}

/**
 * The principal keys of objects that may be mapped in parts, such as the blocks of a quarter or the fields of
 * a factory.
 */
const LAND_KEYS: ReadonlySet<string | null> = new Set(['building', 'landuse', 'boundary', 'place', null]);

/**
 * Joins each row with the first row that is near enough. Rows are not joined by way of a third row, so no row
 * is farther away from its representative than the limit.
 */
function joinBranches(
  group: readonly number[],
  rows: readonly Draft[],
  sets: DisjointSets,
  isStreetBetween: (a: Draft, b: Draft) => boolean,
): void {
  const bandOf = ({ lat7 }: Draft): number =>
    Math.floor(lat7 / (((SAME_STOP_M + 2 * MOST_RADIUS_M) / 110_000) * 1e7));
  const firstOnes = new Map<number, number[]>();
  for (const i of group) {
    const row = rows[i];
    const band = bandOf(row);
    const near = [band - 1, band, band + 1].flatMap((own) => firstOnes.get(own)?.slice(-MAX_COMPARED) ?? []);
    const same = near.find((other) => isSameBranch(rows[other], row, isStreetBetween));
    if (same !== undefined) sets.union(same, i);
    else addToGroup(firstOnes, band, i);
  }
}

function isSameBranch(a: Draft, b: Draft, isStreetBetween: (a: Draft, b: Draft) => boolean): boolean {
  if (a.matchKind === 'address') return isWithin(a, b, SAME_HOUSE_M);
  if (kindOf(a) === STOP) return isWithin(a, b, SAME_STOP_M);
  return (
    isWithin(a, b, SAME_BRANCH_M + radiusOf(a) + radiusOf(b)) &&
    TOLD_APART.every((key) => (a.tags[key] ?? b.tags[key]) === (b.tags[key] ?? a.tags[key])) &&
    !isStreetBetween(a, b)
  );
}

/** Tags that distinguish branches in the same building. */
const TOLD_APART = ['branch', 'ref', 'level'];

/**
 * Returns the distance, in meters, from the middle of an outline to its edge, treating the outline as a
 * circle.
 */
function radiusOf({ size, geometry }: Draft): number {
  return geometry.kind === 'area' ? Math.min(MOST_RADIUS_M, Math.sqrt(size / Math.PI)) : 0;
}

function joinThings(
  group: number[],
  rows: readonly Draft[],
  areas: readonly (string | null)[],
  sets: DisjointSets,
): void {
  sets.unionAlike(group, (i) => areas[i]);
  group.sort((i, j) => rows[i].lat7 - rows[j].lat7);
  for (let a = 0; a < group.length; a++) {
    for (let b = Math.max(0, a - MAX_COMPARED); b < a; b++) {
      const [i, j] = [group[b], group[a]];
      const limit = SETTLEMENTS.has(rows[i].type) ? SAME_TOWN_M : SAME_THING_M;
      if (sets.find(i) !== sets.find(j) && isWithin(rows[i], rows[j], limit)) sets.union(i, j);
    }
  }
}

function isWithin(a: Draft, b: Draft, limit_m: number): boolean {
  // Comparing latitudes first rules out most pairs cheaply, without calling distanceM(): a degree of latitude
  // is 111 km.
  if (Math.abs(a.lat7 - b.lat7) > (limit_m / 110_000) * 1e7) return false;
  return distanceM(toDegrees(a.lon7), toDegrees(a.lat7), toDegrees(b.lon7), toDegrees(b.lat7)) <= limit_m;
}

const STOP = 'stop';

/**
 * Returns the kind of a place, for comparison with the kinds of other places. Settlements of all sizes count
 * as one kind, as do all places where a bus stops.
 */
function kindOf(row: Draft): string {
  if (SETTLEMENTS.has(row.type) && row.matchKind === 'settlement') return 'settlement';
  if (['bus_stop', 'platform', 'stop_position', 'stop', 'bus_station'].includes(row.type)) return STOP;
  return row.type;
}

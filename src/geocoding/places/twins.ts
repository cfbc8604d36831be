import { DisjointSets } from '../../arrays/disjoint-sets.js';
import { toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import type { Draft } from './draft.js';
import { SETTLEMENTS } from './kinds.js';

/**
 * Things with one name and kind at most this far apart are one thing to a person: the two stops across a
 * street, two doors of a shop. Metres.
 */
const SAME_THING_M = 500;
/** The same for settlements: two sources may give different centre points of one town. Metres. */
const SAME_TOWN_M = 5000;

/**
 * A row is compared with at most this many rows of its name and kind, those nearest to it by latitude. Up to
 * so many of one name, every two are compared. Beyond, a list may show one thing twice.
 */
const MAX_COMPARED = 1000;

/**
 * For each row, the first row that is the same thing to a person: it has the same name key and kind, and
 * is in the same area or very near. A list shows only the best of them. Of a bank's thirty branches it
 * shows one in each district.
 *
 * @param areas a text per row, equal for rows in the same area; null where none is known
 */
export function twinsOf(rows: readonly Draft[], areas: readonly (string | null)[]): Uint32Array {
  const sets = new DisjointSets(rows.length);
  const groups = new Map<string, number[]>();
  rows.forEach((row, i) => {
    const key = `${kindOf(row)}|${row.nameKey}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [i]);
    else group.push(i);
  });
  for (const group of groups.values()) {
    joinInAreas(group, areas, sets);
    group.sort((i, j) => rows[i].lat7 - rows[j].lat7);
    for (let a = 0; a < group.length; a++) {
      for (let b = Math.max(0, a - MAX_COMPARED); b < a; b++) {
        const [i, j] = [group[b], group[a]];
        if (sets.find(i) !== sets.find(j) && isVeryNear(rows[i], rows[j])) sets.union(i, j);
      }
    }
  }
  return Uint32Array.from(rows, (_, i) => sets.find(i));
}

function joinInAreas(group: readonly number[], areas: readonly (string | null)[], sets: DisjointSets): void {
  const first = new Map<string, number>();
  for (const i of group) {
    const area = areas[i];
    if (area === null) continue;
    const known = first.get(area);
    if (known === undefined) first.set(area, i);
    else sets.union(known, i);
  }
}

function isVeryNear(a: Draft, b: Draft): boolean {
  const limit = SETTLEMENTS.has(a.type) ? SAME_TOWN_M : SAME_THING_M;
  // A cheap test first: a degree of latitude is 111 km. Most pairs are told apart without distanceM().
  if (Math.abs(a.lat7 - b.lat7) > (limit / 110_000) * 1e7) return false;
  return distanceM(toDegrees(a.lon7), toDegrees(a.lat7), toDegrees(b.lon7), toDegrees(b.lat7)) <= limit;
}

/** Settlements of every size are one kind. So are the things a bus stops at. */
function kindOf(row: Draft): string {
  if (SETTLEMENTS.has(row.type) && row.matchKind === 'settlement') return 'settlement';
  if (['bus_stop', 'platform', 'stop_position', 'stop', 'bus_station'].includes(row.type)) return 'stop';
  return row.type;
}

import { DisjointSets } from '../../arrays/disjoint-sets.js';
import { groupedBy } from '../../arrays/groups.js';
import type { AreaGeometry } from '../../geo/feature.js';
import { boxOfLines } from '../../geo/line-box.js';
import type { Box } from '../../geo/position.js';
import { polygonsContain } from '../../geo/ring.js';
import type { Draft } from './draft.js';

/**
 * The work allowed for each draft with the same name and type, counted as comparisons plus outline positions
 * examined. In a group of up to a few thousand drafts, every pair is compared. In a larger group (such as all
 * outlines named «House» in a country), the last drafts remain unmerged.
 */
const STEPS_PER_DRAFT = 5000;

/**
 * Merges places that occur twice in a source: as a node and an outline, or as two outlines, one inside the
 * other. Two drafts are the same place if they have the same name key and type and one of these conditions
 * holds:
 *
 * - the point of one lies inside the outline of the other
 * - the outline names the other as its label or center
 * - both have the same wikidata item
 *
 * A town and the soum around it have different types and remain two places. A stop and the landmark after
 * which it is named also remain two places. Streets are not merged here; see merge-lines.ts.
 *
 * The outline keeps its id. The result is ordered by the first draft of each place.
 *
 * @returns the places, and the number of drafts that were merged into another draft
 */
export function mergeDuplicates(drafts: readonly Draft[]): { drafts: Draft[]; merged: number } {
  const sets = new DisjointSets(drafts.length);
  const mayBeTwice = [...drafts.keys()].filter((i) => drafts[i].matchKind !== 'street');
  for (const group of groupedBy(mayBeTwice, (i) => `${drafts[i].type}|${drafts[i].nameKey}`).values()) {
    if (group.length < 2) continue;
    joinAreas(drafts, group, sets);
    sets.unionAlike(group, (i) => drafts[i].tags['wikidata']);
  }
  const merged = sets.groupsOf(drafts).map(mergeOne);
  return { drafts: merged, merged: drafts.length - merged.length };
}

function joinAreas(drafts: readonly Draft[], group: readonly number[], sets: DisjointSets): void {
  let left = group.length * STEPS_PER_DRAFT;
  for (const area of group) {
    const { geometry } = drafts[area];
    if (geometry.kind !== 'area') continue;
    const rings = geometry.polygons.flat();
    const box = boxOfLines(rings);
    const positions = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
    for (const other of group) {
      if (--left < 0) return;
      if (other === area || sets.find(other) === sets.find(area)) continue;
      const isNear = isInBox(box, drafts[other]);
      if (isNear) left -= positions;
      if (isPartOf(drafts[other], drafts[area], isNear)) sets.union(area, other);
    }
  }
}

function isPartOf(other: Draft, area: Draft, isInBox: boolean): boolean {
  if (area.labels.includes(other.id)) return true;
  if (other.geometry.kind === 'area' && other.size > area.size) return false;
  return isInBox && polygonsContain((area.geometry as AreaGeometry).polygons, other.lon7, other.lat7);
}

function isInBox([west, south, east, north]: Box, { lon7, lat7 }: Draft): boolean {
  return west <= lon7 && lon7 <= east && south <= lat7 && lat7 <= north;
}

function mergeOne(members: readonly Draft[]): Draft {
  if (members.length === 1) return members[0];
  const main = members.reduce((a, b) => (b.size > a.size ? b : a));
  const others = members.filter((member) => member !== main);
  // The node is where a mapper placed the object inside the outline. The outline only shows the object's
  // extent.
  const label = others.find(
    (other) =>
      other.geometry.kind === 'point' && (main.labels.includes(other.id) || main.matchKind !== 'place'),
  );
  return {
    ...main,
    tags: Object.assign({}, ...others.map((other) => other.tags), main.tags) as Draft['tags'],
    names: [...new Set([main.name, ...members.flatMap((member) => member.names)])],
    made: [...new Set(members.flatMap((member) => member.made ?? []))],
    base: Math.max(...members.map((member) => member.base)),
    labels: [...new Set(members.flatMap((member) => member.labels))],
    house: main.house ?? others.find((other) => other.house !== null)?.house ?? null,
    ...(label !== undefined && { lon7: label.lon7, lat7: label.lat7 }),
  };
}

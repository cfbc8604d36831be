import { DisjointSets } from '../../arrays/disjoint-sets.js';
import type { AreaGeometry } from '../../geo/feature.js';
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
 * @returns the the places, and the number of drafts that were merged into another draft
 */
export function mergeDuplicates(drafts: readonly Draft[]): { drafts: Draft[]; merged: number } {
  const sets = new DisjointSets(drafts.length);
  for (const group of groupsOf(drafts)) {
    if (group.length < 2) continue;
    joinAreas(drafts, group, sets);
    joinByWikidata(drafts, group, sets);
  }
  const members = new Map<number, Draft[]>();
  drafts.forEach((draft, i) => {
    const root = sets.find(i);
    const list = members.get(root);
    if (list === undefined) members.set(root, [draft]);
    else list.push(draft);
  });
  const merged = [...members.values()].map(mergeOne);
  return { drafts: merged, merged: drafts.length - merged.length };
}

function joinAreas(drafts: readonly Draft[], group: readonly number[], sets: DisjointSets): void {
  let left = group.length * STEPS_PER_DRAFT;
  for (const area of group) {
    const { geometry } = drafts[area];
    if (geometry.kind !== 'area') continue;
    const box = boxOf(geometry);
    for (const other of group) {
      if (--left < 0) return;
      if (other === area || sets.find(other) === sets.find(area)) continue;
      const isNear = isInBox(box, drafts[other]);
      if (isNear) left -= box.positions;
      if (isPartOf(drafts[other], drafts[area], isNear)) sets.union(area, other);
    }
  }
}

function groupsOf(drafts: readonly Draft[]): number[][] {
  const groups = new Map<string, number[]>();
  drafts.forEach((draft, i) => {
    if (draft.matchKind === 'street') return;
    const key = `${draft.type}|${draft.nameKey}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [i]);
    else group.push(i);
  });
  return [...groups.values()];
}

function isPartOf(other: Draft, area: Draft, isInBox: boolean): boolean {
  if (area.labels.includes(other.id)) return true;
  if (other.geometry.kind === 'area' && other.size > area.size) return false;
  return isInBox && polygonsContain((area.geometry as AreaGeometry).polygons, other.lon7, other.lat7);
}

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
  /** The number of positions in the outline. */
  positions: number;
}

function boxOf({ polygons }: AreaGeometry): Box {
  const box: Box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity, positions: 0 };
  for (const ring of polygons.flat()) {
    box.positions += ring.length / 2;
    for (let i = 0; i < ring.length; i += 2) {
      box.west = Math.min(box.west, ring[i]);
      box.east = Math.max(box.east, ring[i]);
      box.south = Math.min(box.south, ring[i + 1]);
      box.north = Math.max(box.north, ring[i + 1]);
    }
  }
  return box;
}

function isInBox(box: Box, { lon7, lat7 }: Draft): boolean {
  return box.west <= lon7 && lon7 <= box.east && box.south <= lat7 && lat7 <= box.north;
}

function joinByWikidata(drafts: readonly Draft[], group: readonly number[], sets: DisjointSets): void {
  const first = new Map<string, number>();
  for (const i of group) {
    const item = drafts[i].tags['wikidata'];
    if (item === undefined) continue;
    const known = first.get(item);
    if (known === undefined) first.set(item, i);
    else sets.union(known, i);
  }
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

import { DisjointSets } from '../../arrays/disjoint-sets.js';
import type { AreaGeometry } from '../../geo/feature.js';
import { polygonsContain } from '../../geo/ring.js';
import type { Draft } from './draft.js';

/**
 * Merges a place that a source has twice: as a node and as an outline, or as two outlines, one inside
 * the other. Two drafts are one place when they have the same name key and type, and one of these is
 * true:
 *
 * - the point of one lies in the outline of the other
 * - the outline names the other as its label or centre
 * - both have the same wikidata item
 *
 * A town and the soum around it have different types and stay two places. So do a stop and the landmark
 * that it is named after. Streets are not merged here; see merge-lines.ts.
 *
 * The outline keeps its id. The result is in the order of the first draft of each place.
 *
 * @returns the places, and how many drafts were merged into another
 */
export function mergeDuplicates(drafts: readonly Draft[]): { drafts: Draft[]; merged: number } {
  const sets = new DisjointSets(drafts.length);
  for (const group of groupsOf(drafts)) {
    if (group.length < 2) continue;
    const areas = group.filter((i) => drafts[i].geometry.kind === 'area');
    for (const area of areas) {
      for (const other of group)
        if (other !== area && isPartOf(drafts[other], drafts[area])) sets.union(area, other);
    }
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

function isPartOf(other: Draft, area: Draft): boolean {
  if (area.labels.includes(other.id)) return true;
  if (other.geometry.kind === 'area' && other.size > area.size) return false;
  return polygonsContain((area.geometry as AreaGeometry).polygons, other.lon7, other.lat7);
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
  // A person put the node inside an outline where the thing is. The outline only says how far it
  // extends.
  const label = others.find(
    (other) =>
      other.geometry.kind === 'point' && (main.labels.includes(other.id) || main.matchKind !== 'place'),
  );
  return {
    ...main,
    tags: Object.assign({}, ...others.map((other) => other.tags), main.tags) as Draft['tags'],
    names: [...new Set([main.name, ...members.flatMap((member) => member.names)])],
    base: Math.max(...members.map((member) => member.base)),
    labels: [...new Set(members.flatMap((member) => member.labels))],
    house: main.house ?? others.find((other) => other.house !== null)?.house ?? null,
    ...(label !== undefined && { lon7: label.lon7, lat7: label.lat7 }),
  };
}

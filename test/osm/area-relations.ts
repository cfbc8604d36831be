import { isAreaRelation } from '../../src/osm/area-or-road.js';
import type { MemberWay } from '../../src/osm/assemble-area.js';
import type { RelationMember } from '../../src/osm/element.js';
import { readOsm } from '../../src/osm/read.js';
import type { Tags } from '../../src/geo/feature.js';

/** A relation with its way members, ready for `assembleArea`. */
export interface AreaRelation {
  id: number;
  tags: Tags;
  ways: MemberWay[];
}

/**
 * The area relations of a file that has all their ways and nodes. Reads it in
 * three passes, into plain maps.
 */
export async function areaRelations(path: string): Promise<AreaRelation[]> {
  const relations: { id: number; members: RelationMember[]; tags: Tags }[] = [];
  await readOsm(path, {
    relation: (id, members, tags) => {
      if (tags !== null && isAreaRelation(tags)) relations.push({ id, members, tags });
    },
  });
  const wayRefs = new Map<number, Float64Array | undefined>();
  for (const { members } of relations)
    for (const member of members) if (member.type === 'way') wayRefs.set(member.ref, undefined);
  await readOsm(path, {
    way: (id, refs) => {
      if (wayRefs.has(id)) wayRefs.set(id, refs.slice());
    },
  });
  const positions = new Map<number, [number, number] | undefined>();
  for (const refs of wayRefs.values()) refs?.forEach((ref) => positions.set(ref, undefined));
  await readOsm(path, {
    node: (id, lon7, lat7) => {
      if (positions.has(id)) positions.set(id, [lon7, lat7]);
    },
  });
  return relations.flatMap(({ id, members, tags }) => {
    const ways: MemberWay[] = [];
    for (const { type, ref, role } of members) {
      if (type !== 'way') continue;
      const refs = wayRefs.get(ref);
      const places = refs && [...refs].map((node) => positions.get(node));
      if (refs === undefined || places === undefined || places.includes(undefined)) return [];
      ways.push({ id: ref, role, refs, positions: Int32Array.from(places.flatMap((place) => place!)) });
    }
    return [{ id, tags, ways }];
  });
}

import type { Feature, Geometry } from '../../geo/feature.js';
import { isLineOfHouses } from '../../geocoding/places/address-tags.js';
import { assembleArea, type MemberWay } from '../../osm/assemble-area.js';
import { FREE_MEMBER_NODES, MAX_SHARING } from '../collect/import-limits.js';
import { isAreaOf, type KeptOsm, type KeptRelation, type KeptWay } from '../collect/kept-osm.js';
import { shapeProblem } from '../collect/import-limits.js';
import type { Skipped } from '../collect/skipped.js';
import { housesOnLines, withStreetsOfRelations } from './street-houses.js';

/**
 * Returns named and addressed objects with their true geometry: nodes, ways, then relations, each in file
 * order; then the houses along address interpolation lines.
 */
export function buildFeatures(kept: KeptOsm, skipped: Skipped): Feature[] {
  const features: Feature[] = [...kept.points];
  for (const way of kept.ways) {
    if (!way.isFeature || isLineOfHouses(way.tags)) continue;
    const geometry = wayGeometry(kept, way) ?? centerOf(kept, `osm:way:${way.id}`);
    const problem = geometry === null ? 'way without enough known positions' : shapeProblem(geometry);
    if (geometry === null || problem !== null) skipped.add(problem!, `osm:way:${way.id}`);
    else
      features.push({
        id: `osm:way:${way.id}`,
        tags: way.tags,
        geometry,
        ...entranceOf(kept, way, geometry),
      });
  }
  const budget = { nodes: kept.refs.length * MAX_SHARING + FREE_MEMBER_NODES };
  for (const relation of kept.areas) {
    const feature = areaFeature(kept, relation, skipped, budget);
    if (feature !== null) features.push(feature);
  }
  const onStreets = withStreetsOfRelations(kept, features);
  return [...onStreets, ...housesOnLines(kept, onStreets)];
}

/** Types of entrances that visitors use, best first. */
const ENTRANCES = ['main', 'yes', 'shop'];

/** Returns the best entrance for visitors on an outline; among equally good entrances, the first. */
function entranceOf(kept: KeptOsm, way: KeptWay, { kind }: Geometry): Pick<Feature, 'entrance'> {
  if (kind !== 'area' || kept.entrances.size === 0) return {};
  const places = Array.from(kept.refs.data.subarray(way.start, way.start + way.length), (ref) =>
    kept.nodes.placeOf(ref),
  );
  for (const kindOfDoor of ENTRANCES) {
    const place = places.find((own) => kept.entrances.get(own) === kindOfDoor);
    if (place !== undefined) return { entrance: [kept.nodes.lon7[place], kept.nodes.lat7[place]] };
  }
  return {};
}

/** Returns a point to use if the file lacks the outline, or null if the file has no point either. */
function centerOf({ centers }: KeptOsm, id: string): Geometry | null {
  const center = centers.get(id);
  return center === undefined ? null : { kind: 'point', lon7: center[0], lat7: center[1] };
}

function wayGeometry(kept: KeptOsm, way: KeptWay): Geometry | null {
  const parts = knownParts(kept, way);
  if (parts.length === 1 && parts[0].length === way.length * 2 && isAreaOf(way, kept.refs.data)) {
    return { kind: 'area', polygons: [[parts[0]]] };
  }
  // A ring with a gap is not an area. Its remaining line would show a wrong shape under the right name.
  if (isAreaOf(way, kept.refs.data)) return null;
  return parts.length > 0 ? { kind: 'line', lines: parts } : null;
}

/**
 * Returns a way's positions, split where nodes are missing from the file. Parts with fewer than two positions
 * are dropped.
 */
function knownParts(kept: KeptOsm, way: KeptWay): Int32Array[] {
  const parts: Int32Array[] = [];
  let part: number[] = [];
  const close = (): void => {
    if (part.length >= 4) parts.push(Int32Array.from(part));
    part = [];
  };
  for (let i = way.start; i < way.start + way.length; i++) {
    const place = kept.nodes.placeOf(kept.refs.data[i]);
    if (place < 0 || !kept.nodes.isKnown(place)) close();
    else part.push(kept.nodes.lon7[place], kept.nodes.lat7[place]);
  }
  close();
  return parts;
}

/** `budget.nodes` is the total number of member nodes that the remaining areas may have. */
function areaFeature(
  kept: KeptOsm,
  relation: KeptRelation,
  skipped: Skipped,
  budget: { nodes: number },
): Feature | null {
  const id = `osm:relation:${relation.id}`;
  const ways: MemberWay[] = [];
  const seen = new Set<number>();
  for (const member of relation.members) {
    if (member.type !== 'way' || seen.has(member.ref)) continue;
    seen.add(member.ref);
    const place = kept.wayById.get(member.ref);
    const way = place === undefined ? undefined : kept.ways[place];
    budget.nodes -= way?.length ?? 0;
    if (budget.nodes < 0) {
      skipped.add(`area whose ways already bound ${MAX_SHARING} other areas`, id);
      return null;
    }
    const positions = way === undefined ? undefined : knownParts(kept, way)[0];
    if (way === undefined || positions?.length !== way.length * 2) {
      const center = centerOf(kept, id);
      if (center !== null) return { id, tags: relation.tags, geometry: center };
      skipped.add('area with members or nodes missing from the file', id);
      return null;
    }
    ways.push({
      id: way.id,
      role: member.role,
      refs: kept.refs.data.subarray(way.start, way.start + way.length),
      positions,
    });
  }
  const area = assembleArea(ways);
  if ('reason' in area) {
    skipped.add(`broken area: ${area.reason}`, id);
    return null;
  }
  const problem = shapeProblem({ kind: 'area', polygons: area.polygons });
  if (problem !== null) {
    skipped.add(problem, id);
    return null;
  }
  const labels = relation.members
    .filter((member) => member.type === 'node' && (member.role === 'label' || member.role === 'admin_centre'))
    .map((member) => `osm:node:${member.ref}`);
  return {
    id,
    tags: relation.tags,
    geometry: { kind: 'area', polygons: area.polygons },
    ...(labels.length > 0 && { labels }),
  };
}

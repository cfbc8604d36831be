import { DisjointSets } from '../../arrays/disjoint-sets.js';
import { firstWhere } from '../../arrays/first-where.js';
import { GrowableUint32 } from '../../arrays/growable.js';
import { atOnce } from '../../arrays/steps.js';
import type { Feature, Tags } from '../../geo/feature.js';
import { LocalMetric } from '../../geo/local-metric.js';
import { TURN } from '../../geo/unwrap.js';
import { displayName } from '../../geocoding/places/names.js';
import { strongComponents } from '../../routing/graph/strong-components.js';
import type { RoadNetwork, RoadWay } from '../../routing/network/network.js';
import { armAccess, armCount, armHead } from '../../routing/network/usable-pairs.js';
import { usablePairs, wayOfPair, type UsablePairs } from '../../routing/network/usable-pairs.js';
import type { WayRule } from '../../routing/profiles/profile.js';
import { PROFILES } from '../../routing/profiles/profiles.js';
import type { Fault, FaultKind } from './fault.js';
import { positionOf } from './name-faults.js';

/** Roads closer together than this should meet. */
const TOUCH_M = 10;
/** A place within this distance of a road counts as being on it. */
const PLACE_M = 100;
/** An island with more kilometers of road than this is treated as a separate road network. */
const ISLAND_KM = 100;
/** OSM keys of places that people drive to. */
const PLACE_KEYS = ['amenity', 'shop', 'tourism', 'office', 'healthcare', 'building', 'addr:housenumber'];

/**
 * The roads for cars. Closed and private roads are included and gates count as open, because none of these is
 * a mistake.
 */
interface Roads {
  network: RoadNetwork;
  pairs: UsablePairs;
  /**
   * The sets of connected nodes (in any direction), the kilometers of road in each set, and the set with the
   * most kilometers.
   */
  sets: DisjointSets;
  km: ReadonlyMap<number, number>;
  main: number;
}

/** Finds islands that nearly touch other roads, other islands with places on them, and one-way dead ends. */
export function roadFaults(network: RoadNetwork, features: readonly Feature[]): Fault[] {
  const roads = joinedRoads(network);
  const touching = nearlyTouching(roads);
  return [...touching.values(), ...unreachable(roads, features, touching), ...oneWayEnds(roads)];
}

function joinedRoads(network: RoadNetwork): Roads {
  const pairs = usablePairs(network, { ...PROFILES.driving, way: withoutSigns });
  const sets = new DisjointSets(network.nodeLon7.length);
  const km = new Map<number, number>();
  // Node pairs whose road cars cannot use have length 0.
  pairs.length_m.forEach((metres, pair) => {
    if (metres > 0) sets.union(pairs.fromNode[pair], pairs.toNode[pair]);
  });
  pairs.length_m.forEach((metres, pair) => {
    const set = sets.find(pairs.fromNode[pair]);
    km.set(set, (km.get(set) ?? 0) + metres / 1000);
  });
  const [main] = [...km].reduce((a, b) => (b[1] > a[1] ? b : a), [-1, 0]);
  return { network, pairs, sets, km, main };
}

/** Treats a road as open even if signs or the season close it to cars. */
function withoutSigns(tags: Tags): WayRule | null {
  const { highway = '', oneway = '', junction = '' } = tags;
  return PROFILES.driving.way(tags) ?? PROFILES.driving.way({ highway, oneway, junction });
}

function isIsland({ km, main }: Roads, set: number): boolean {
  return set !== main && km.get(set)! < ISLAND_KM;
}

function wayOf({ network, pairs }: Roads, pair: number): RoadWay {
  return network.ways[wayOfPair(pairs, pair, 0)];
}

function faultAt(roads: Roads, kind: FaultKind, at: { node: number; pair: number; what: string }): Fault {
  const [lon7, lat7] = [roads.network.nodeLon7[at.node], roads.network.nodeLat7[at.node]];
  return { kind, id: `osm:way:${wayOf(roads, at.pair).id}`, lon7, lat7, what: at.what, count: 1 };
}

interface Spot {
  lon7: number;
  lat7: number;
}

/** Calls `visit` for each pair of a spot and a piece of road within `reach` of it. */
function eachNear<T extends Spot>(
  spots: readonly T[],
  { network: { nodeLon7, nodeLat7 }, pairs }: Roads,
  reach_m: number,
  visit: (spot: T, pair: number, metres: number) => void,
): void {
  const byLon = [...spots].sort((a, b) => a.lon7 - b.lon7);
  const metric = new LocalMetric(0, 0);
  for (let pair = 0; pair < pairs.fromNode.length; pair++) {
    const [a, b] = [pairs.fromNode[pair], pairs.toNode[pair]];
    const line = [nodeLon7[a], nodeLat7[a], nodeLon7[b], nodeLat7[b]];
    if (pairs.length_m[pair] === 0 || Math.abs(line[0] - line[2]) > TURN / 2) continue;
    metric.moveTo(line[0], line[1]);
    metric.reach(reach_m);
    const { reachX, reachY } = metric;
    const east = Math.max(line[0], line[2]) + reachX;
    const [south, north] = [Math.min(line[1], line[3]) - reachY, Math.max(line[1], line[3]) + reachY];
    for (let i = firstFrom(byLon, Math.min(line[0], line[2]) - reachX); byLon[i]?.lon7 <= east; i++) {
      const { lon7, lat7 } = byLon[i];
      if (lat7 < south || lat7 > north) continue;
      metric.moveTo(lon7, lat7);
      metric.measureLine(line, 0, 2);
      if (metric.nearestSquared <= reach_m ** 2) visit(byLon[i], pair, Math.sqrt(metric.nearestSquared));
    }
  }
}

/** Returns the index of the first sorted spot at or east of this longitude. */
function firstFrom(byLon: readonly Spot[], lon7: number): number {
  return firstWhere(0, byLon.length, (at) => byLon[at].lon7 >= lon7);
}

/** Per island: the point where it comes closest to another road without meeting it. */
function nearlyTouching(roads: Roads): Map<number, Fault> {
  const { network, pairs, sets, km } = roads;
  const spots = [...network.nodeLon7].flatMap((lon7, node) => {
    const arms = armCount(pairs, node);
    const isMeant = arms === 1 || (arms > 0 && isIsland(roads, sets.find(node)));
    return isMeant ? [{ node, lon7, lat7: network.nodeLat7[node] }] : [];
  });
  const nearest = new Map<number, number>();
  const found = new Map<number, Fault>();
  eachNear(spots, roads, TOUCH_M, ({ node }, pair, metres) => {
    const [set, other] = [node, pairs.fromNode[pair]].map((each) => sets.find(each));
    const island = isIsland(roads, set) ? set : other;
    if (set === other || !isIsland(roads, island) || metres >= (nearest.get(island) ?? Infinity)) return;
    const own = pairs.arms[pairs.firstArm[node]] >> 1;
    const to = wayOf(roads, pair);
    if (levelOf(wayOf(roads, own).tags) !== levelOf(to.tags)) return;
    nearest.set(island, metres);
    const how = `within ${metres.toFixed(1)} m of way ${to.id} without a shared node`;
    const what = `${how}: ${kmText(km, island)} cut off`;
    found.set(island, faultAt(roads, 'nearly_touching', { node, pair: own, what }));
  });
  return found;
}

function kmText(km: ReadonlyMap<number, number>, set: number): string {
  return `${km.get(set)!.toFixed(1)} km of road are`;
}

function levelOf({ layer, bridge = 'no', tunnel = 'no' }: Tags): number {
  return Number(layer ?? (bridge !== 'no' ? 1 : tunnel !== 'no' ? -1 : 0));
}

/** Finds islands with places on them, except the islands already reported. */
function unreachable(roads: Roads, features: readonly Feature[], known: ReadonlyMap<number, Fault>): Fault[] {
  const { pairs, sets, km } = roads;
  const places = features.filter(({ tags }) => PLACE_KEYS.some((key) => tags[key] !== undefined));
  const spots = places.map(({ tags }, i) => {
    const [lon7, lat7] = positionOf(places[i]);
    return { tags, lon7, lat7, pair: -1, metres: Infinity };
  });
  eachNear(spots, roads, PLACE_M, (spot, pair, metres) => {
    if (metres < spot.metres) Object.assign(spot, { pair, metres });
  });
  const found = new Map<number, Fault>();
  for (const { tags, pair } of spots.filter((spot) => spot.pair >= 0)) {
    const node = pairs.fromNode[pair];
    const set = sets.find(node);
    if (!isIsland(roads, set) || known.has(set)) continue;
    const name =
      displayName(tags) ?? `${tags['addr:street'] ?? tags['addr:place']} ${tags['addr:housenumber']}`;
    const what = `${name}: ${kmText(km, set)} not connected to any other road`;
    const before = found.get(set);
    if (before !== undefined) before.count++;
    else found.set(set, faultAt(roads, 'unreachable', { node, pair, what }));
  }
  return [...found.values()];
}

/** Finds roads that drivers can enter but never leave, or leave but never enter, because they are one-way. */
function oneWayEnds(roads: Roads): Fault[] {
  const { network, pairs, sets, main } = roads;
  const start = busiest(pairs, network.nodeLon7.length);
  const [ahead, behind] = [0, 1].map((side) => reached(pairs, start, side));
  const isLost = (node: number): boolean => sets.find(node) === main && (ahead[node] & behind[node]) === 0;
  const groups = new DisjointSets(network.nodeLon7.length);
  const lost = [...pairs.fromNode.keys()].filter(
    (pair) => pairs.length_m[pair] > 0 && (isLost(pairs.fromNode[pair]) || isLost(pairs.toNode[pair])),
  );
  for (const pair of lost) {
    const [a, b] = [pairs.fromNode[pair], pairs.toNode[pair]];
    if (isLost(a) && isLost(b) && ahead[a] === ahead[b]) groups.union(a, b);
  }
  const found = new Map<number, Fault>();
  for (const pair of lost) {
    const isOneWay = (pairs.forward[pair] === 0) !== (pairs.backward[pair] === 0);
    for (const node of [pairs.fromNode[pair], pairs.toNode[pair]]) {
      if (!isOneWay || !isLost(node) || found.has(groups.find(node))) continue;
      const how = ahead[node] === 1 ? 'can be entered but not left' : 'can be left but not entered';
      const what = `${displayName(wayOf(roads, pair).tags) ?? 'a road'} ${how}`;
      found.set(groups.find(node), faultAt(roads, 'one_way_end', { node, pair, what }));
    }
  }
  return [...found.values()];
}

function armsOf({ arms, firstArm }: UsablePairs, node: number): Uint32Array {
  return arms.subarray(firstArm[node], firstArm[node + 1]);
}

/** Returns a node from the largest set of nodes that cars can reach from each other. */
function busiest(pairs: UsablePairs, vertexCount: number): number {
  const firstArc = new Uint32Array(vertexCount + 1);
  const heads = new GrowableUint32();
  for (let node = 0; node < vertexCount; node++) {
    for (const arm of armsOf(pairs, node)) if (armAccess(pairs, arm) !== 0) heads.push(armHead(pairs, arm));
    firstArc[node + 1] = heads.length;
  }
  const component = atOnce(strongComponents({ vertexCount, firstArc, arcHead: heads.trimmed() }));
  const sizes = new Uint32Array(vertexCount);
  for (const own of component) sizes[own]++;
  return component.indexOf(sizes.reduce((most, size, own) => (size > sizes[most] ? own : most), 0));
}

/**
 * Returns 1 for each node that cars can reach from the start (side 0), or that can reach the start (side 1).
 */
function reached(pairs: UsablePairs, start: number, side: number): Uint8Array {
  const isReached = new Uint8Array(pairs.firstArm.length - 1);
  const queue = [start];
  isReached[start] = 1;
  for (let node = queue.pop(); node !== undefined; node = queue.pop())
    for (const arm of armsOf(pairs, node)) {
      const head = armHead(pairs, arm);
      if (isReached[head] === 1 || armAccess(pairs, arm ^ side) === 0) continue;
      isReached[head] = 1;
      queue.push(head);
    }
  return isReached;
}

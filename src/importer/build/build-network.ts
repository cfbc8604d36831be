import { GrowableFloat64, GrowableInt32, GrowableUint32 } from '../../arrays/growable.js';
import type { Tags } from '../../geo/feature.js';
import { englishRoadName } from '../../geocoding/places/latin-names.js';
import { TURN } from '../../geo/unwrap.js';
import type { RelationMember } from '../../osm/element.js';
import { isRoad } from '../../osm/area-or-road.js';
import type { RoadNetwork, TurnRestriction } from '../../routing/network/network.js';
import type { PackedNetwork } from '../../routing/network/packed-network.js';
import { MAX_ARMS } from '../collect/import-limits.js';
import type { KeptOsm, KeptRelation, KeptWay } from '../collect/kept-osm.js';
import type { Skipped } from '../collect/skipped.js';

/** The first id for nodes that are not in any file; further ids count down from it. */
const FIRST_BORDER_ID = -(2 ** 52);

/**
 * Builds the roads for all modes, as ways that consist of numbered nodes. Nodes are numbered in order of
 * first use, so that a street's nodes are close together. All arrays are in shared memory, so the threads
 * that build the graphs need no copies.
 */
export function buildNetwork(kept: KeptOsm, skipped: Skipped): PackedNetwork {
  const numbering = new NodeNumbering(kept);
  const parts = new Parts();
  const arms = new Uint8Array(kept.nodes.ids.length);
  const english = new EnglishNames();
  const addAll = (way: KeptWay, tags: Tags): void => {
    const { added, missing, crowded } = addParts(parts, { way, tags, kept, numbering, arms });
    if (crowded > 0) skipped.add(`road at a node where ${MAX_ARMS} other roads meet`, `osm:way:${way.id}`);
    else if (added === 0) skipped.add('road without two known positions', `osm:way:${way.id}`);
    else if (missing > 0)
      skipped.add('part of a road whose nodes are missing from the file', `osm:way:${way.id}`);
  };
  for (const way of kept.ways) {
    if (way.isRoad) addAll(way, english.of(way.tags));
  }
  // A square mapped as a relation can be walked along its rings, like a square mapped as a closed way.
  for (const relation of kept.areas.filter((area) => isRoad(area.tags))) {
    const seen = new Set<number>();
    for (const member of relation.members) {
      const way = member.type === 'way' ? kept.ways[kept.wayById.get(member.ref) ?? -1] : undefined;
      if (way !== undefined && !way.isRoad && !seen.has(way.id)) addAll(way, relation.tags);
      seen.add(member.ref);
    }
  }
  const nodeTags = new Map<number, Tags>();
  for (const [place, tags] of kept.nodeTags) {
    const number = numbering.numberOf(place);
    if (number >= 0) nodeTags.set(number, tags);
  }
  const restrictions = kept.restrictions.map((relation) => restrictionOf(relation, kept, numbering));
  return { ...numbering.arrays(), ...parts.arrays(), nodeTags, restrictions };
}

/**
 * Adds an English name to all named roads. Directions need the English name, and the routing code cannot
 * romanize names.
 */
class EnglishNames {
  /** Maps tags objects, which many ways share, to tags with English names. */
  readonly #known = new Map<Tags, Tags>();

  of(tags: Tags): Tags {
    const name = tags['name'] ?? tags['name:mn'];
    if (name === undefined) return tags;
    let named = this.#known.get(tags);
    if (named === undefined)
      this.#known.set(tags, (named = { ...tags, 'name:en': englishRoadName(tags, name) }));
    return named;
  }
}

/** Copies everything pushed so far to shared memory. */
function shared<T extends Int32Array | Uint32Array | Float64Array>(
  type: { new (buffer: SharedArrayBuffer): T; BYTES_PER_ELEMENT: number },
  grown: { data: T; length: number },
): T {
  const array = new type(new SharedArrayBuffer(grown.length * type.BYTES_PER_ELEMENT));
  array.set(grown.data.subarray(0, grown.length));
  return array;
}

/** The ways, or parts of ways, in the layout of PackedNetwork. */
class Parts {
  readonly #id = new GrowableFloat64(1 << 16);
  readonly #tagsOf = new GrowableUint32(1 << 16);
  readonly #tags: Tags[] = [];
  readonly #places = new Map<Tags, number>();
  readonly #firstNode = new GrowableUint32(1 << 16);
  readonly #nodes = new GrowableUint32(1 << 18);

  add(id: number, tags: Tags, nodes: readonly number[]): void {
    let place = this.#places.get(tags);
    if (place === undefined) this.#places.set(tags, (place = this.#tags.push(tags) - 1));
    this.#id.push(id);
    this.#tagsOf.push(place);
    this.#firstNode.push(this.#nodes.length);
    this.#nodes.pushAll(nodes);
  }

  arrays(): Pick<PackedNetwork, 'wayId' | 'wayTags' | 'tags' | 'firstNode' | 'wayNodes'> {
    this.#firstNode.push(this.#nodes.length);
    return {
      wayId: shared(Float64Array, this.#id),
      wayTags: shared(Uint32Array, this.#tagsOf),
      tags: this.#tags,
      firstNode: shared(Uint32Array, this.#firstNode),
      wayNodes: shared(Uint32Array, this.#nodes),
    };
  }
}

/** Numbers the nodes that roads use. `place` is the index of a node in `KeptOsm.nodes`. */
class NodeNumbering {
  readonly #kept: KeptOsm;
  readonly #numbers: Int32Array;
  readonly #ids = new GrowableFloat64(1 << 16);
  readonly #lon7 = new GrowableInt32(1 << 16);
  readonly #lat7 = new GrowableInt32(1 << 16);

  constructor(kept: KeptOsm) {
    this.#kept = kept;
    this.#numbers = new Int32Array(kept.nodes.ids.length).fill(-1);
  }

  /** Returns a node's number, or -1 if no road uses the node. */
  numberOf(place: number): number {
    return place < 0 ? -1 : this.#numbers[place];
  }

  /** Returns a node's number and assigns one if the node has none. */
  use(place: number): number {
    if (this.#numbers[place] === -1) {
      this.#numbers[place] = this.#ids.length;
      this.#ids.push(this.#kept.nodes.ids[place]);
      this.#lon7.push(this.#kept.nodes.lon7[place]);
      this.#lat7.push(this.#kept.nodes.lat7[place]);
    }
    return this.#numbers[place];
  }

  /** Returns the numbers of the nodes in order, and inserts border nodes where a road crosses 180 degrees. */
  useAll(places: readonly number[]): number[] {
    const numbers: number[] = [];
    for (const place of places) {
      const number = this.use(place);
      if (numbers.length > 0) this.#addBorder(numbers, number);
      numbers.push(number);
    }
    return numbers;
  }

  /**
   * Where a road crosses 180 degrees, adds two nodes at the same place, one at 180 degrees east and one at
   * 180 degrees west. Every pair of nodes except these two can then be treated as points with flat
   * coordinates.
   */
  #addBorder(numbers: number[], to: number): void {
    const from = numbers[numbers.length - 1];
    const [lon7, lat7] = [this.#lon7.data, this.#lat7.data];
    if (Math.abs(lon7[from] - lon7[to]) <= TURN / 2) return;
    const sign = Math.sign(lon7[from]);
    const share = (sign * (TURN / 2) - lon7[from]) / (lon7[to] + sign * TURN - lon7[from]);
    const crossing7 = Math.round(lat7[from] + share * (lat7[to] - lat7[from]));
    for (const side of [sign, -sign]) {
      numbers.push(this.#ids.length);
      this.#ids.push(FIRST_BORDER_ID - this.#ids.length);
      this.#lon7.push(side * (TURN / 2));
      this.#lat7.push(crossing7);
    }
  }

  arrays(): Pick<RoadNetwork, 'nodeIds' | 'nodeLon7' | 'nodeLat7'> {
    return {
      nodeIds: shared(Float64Array, this.#ids),
      nodeLon7: shared(Int32Array, this.#lon7),
      nodeLat7: shared(Int32Array, this.#lat7),
    };
  }
}

/**
 * Splits the way where nodes are missing. Counts the pieces that are long enough (`added`) and the missing
 * nodes.
 */
function addParts(
  parts: Parts,
  from: { way: KeptWay; tags: Tags; kept: KeptOsm; numbering: NodeNumbering; arms: Uint8Array },
): { added: number; missing: number; crowded: number } {
  const { way, tags, kept, numbering, arms } = from;
  let places: number[] = [];
  let missing = 0;
  let added = 0;
  let crowded = 0;
  const close = (): void => {
    // A node gets a number only if the part that it belongs to is kept.
    if (places.length >= 2 && !takeArms(arms, places)) crowded++;
    else if (places.length >= 2) {
      parts.add(way.id, tags, numbering.useAll(places));
      added++;
    }
    places = [];
  };
  for (let i = way.start; i < way.start + way.length; i++) {
    const place = kept.nodes.placeOf(kept.refs.data[i]);
    if (place < 0 || !kept.nodes.isKnown(place)) {
      missing++;
      close();
    } else if (place !== places[places.length - 1]) places.push(place);
  }
  close();
  return { added, missing, crowded };
}

/**
 * Counts the arms that a road adds to its nodes: one at each end, and two at each node that it passes
 * through. If a node would have more than MAX_ARMS, returns false and adds no arms.
 */
function takeArms(arms: Uint8Array, places: readonly number[]): boolean {
  const add = (upTo: number, by: 1 | -1): void => {
    for (let i = 0; i < upTo; i++) arms[places[i]] += i === 0 || i === places.length - 1 ? by : 2 * by;
  };
  for (let i = 0; i < places.length; i++) {
    arms[places[i]] += i === 0 || i === places.length - 1 ? 1 : 2;
    if (arms[places[i]] <= MAX_ARMS) continue;
    add(i + 1, -1);
    return false;
  }
  return true;
}

function restrictionOf(relation: KeptRelation, kept: KeptOsm, numbering: NodeNumbering): TurnRestriction {
  const ways = (role: string): RelationMember[] =>
    relation.members.filter((m) => m.type === 'way' && m.role === role);
  const viaNodes = relation.members.filter((m) => m.type === 'node' && m.role === 'via');
  const viaNumbers = viaNodes.map((m) => numbering.numberOf(kept.nodes.placeOf(m.ref)));
  const isWayMissing = (m: RelationMember): boolean =>
    kept.ways[kept.wayById.get(m.ref) ?? -1]?.isRoad !== true;
  const members = [...ways('from'), ...ways('via'), ...ways('to')];
  return {
    id: relation.id,
    tags: relation.tags,
    from: ways('from').map((m) => m.ref),
    to: ways('to').map((m) => m.ref),
    viaNodes: viaNumbers.filter((number) => number >= 0),
    viaWays: ways('via').map((m) => m.ref),
    incomplete: viaNumbers.includes(-1) || members.some(isWayMissing),
  };
}

import type { Tags } from '../../src/geo/feature.js';
import type { RoadNetwork, RoadWay, TurnRestriction } from '../../src/routing/network/network.js';
import { seededRandom } from '../seeded-random.js';

/**
 * A small made-up town on a jittered lattice, with everything that makes routing hard: one-ways, private
 * stretches and gates, barriers, rings, parallel ways, dead ends, islands, equal positions, restrictions
 * of all kinds (many of them broken). The same seed gives the same town.
 */
export function randomNetwork(seed: number): RoadNetwork {
  return new RandomTown(seed).build();
}

const WAY_TAGS: readonly Tags[] = [
  { highway: 'residential' },
  { highway: 'residential' },
  { highway: 'primary' },
  { highway: 'track', tracktype: 'grade3' },
  { highway: 'residential', oneway: 'yes' },
  { highway: 'tertiary', oneway: '-1' },
  { highway: 'service' },
  { highway: 'service', access: 'private' },
  { highway: 'residential', motor_vehicle: 'destination', foot: 'private' },
  { highway: 'footway' },
  { highway: 'motorway' },
  { highway: 'path' },
  { highway: 'residential', 'motor_vehicle:backward': 'private' },
  { highway: 'secondary', junction: 'roundabout' },
  { highway: 'residential', access: 'no' },
];

const NODE_TAGS: readonly Tags[] = [
  { barrier: 'gate' },
  { barrier: 'bollard' },
  { barrier: 'gate', access: 'private' },
  { highway: 'traffic_signals' },
  { highway: 'stop' },
  { barrier: 'lift_gate', locked: 'yes' },
  { ford: 'yes' },
  { barrier: 'wall' },
];

const KINDS = [
  'no_left_turn',
  'no_straight_on',
  'no_u_turn',
  'only_straight_on',
  'only_right_turn',
  'no_right_turn',
  'no_entry',
] as const;

class RandomTown {
  readonly #random: () => number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #lon7: number[] = [];
  readonly #lat7: number[] = [];
  readonly #ways: RoadWay[] = [];

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.#columns = 3 + this.#below(5);
    this.#rows = 3 + this.#below(5);
  }

  build(): RoadNetwork {
    // A step is about 70 m, 300 m or 1,500 m, because length decides what is a pocket or an island.
    const step7 = [7_000, 30_000, 150_000][this.#below(3)];
    for (let row = 0; row < this.#rows; row++) {
      for (let column = 0; column < this.#columns; column++) {
        this.#lon7.push(1_069_000_000 + column * step7 + this.#below(step7 / 3));
        this.#lat7.push(479_000_000 + Math.round(row * step7 * 0.7) + this.#below(step7 / 3));
      }
    }
    const wayCount = 6 + this.#below(this.#columns * this.#rows);
    for (let id = 1; id <= wayCount; id++) this.#addWay(id);
    const nodeTags = new Map<number, Tags>();
    for (let i = this.#below(8); i > 0; i--)
      nodeTags.set(this.#below(this.#lon7.length), this.#pick(NODE_TAGS));
    const restrictions: TurnRestriction[] = [];
    for (let id = 1; id <= this.#below(30); id++) restrictions.push(this.#restriction(id));
    return {
      nodeLon7: Int32Array.from(this.#lon7),
      nodeLat7: Int32Array.from(this.#lat7),
      nodeIds: Float64Array.from(this.#lon7.keys(), (node) => node + 1000),
      ways: this.#ways,
      nodeTags,
      restrictions,
    };
  }

  /**
   * A walk over the lattice. Some walks go over extra nodes of their own, repeat a position, or return
   * to the start.
   */
  #addWay(id: number): void {
    let column = this.#below(this.#columns);
    let row = this.#below(this.#rows);
    const nodes = [row * this.#columns + column];
    for (let steps = 1 + this.#below(4); steps > 0; steps--) {
      const [dx, dy] = this.#pick([
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const);
      column = Math.min(this.#columns - 1, Math.max(0, column + dx));
      row = Math.min(this.#rows - 1, Math.max(0, row + dy));
      const next = row * this.#columns + column;
      if (next === nodes[nodes.length - 1]) continue;
      if (this.#random() < 0.2) nodes.push(this.#extraNode(nodes[nodes.length - 1], next));
      nodes.push(next);
    }
    if (nodes.length > 2 && nodes[0] !== nodes[nodes.length - 1] && this.#random() < 0.15)
      nodes.push(nodes[0]);
    if (nodes.length >= 2)
      this.#ways.push({
        id: this.#random() < 0.05 && id > 1 ? id - 1 : id,
        tags: this.#pick(WAY_TAGS),
        nodes: Uint32Array.from(nodes),
      });
  }

  #extraNode(a: number, b: number): number {
    const same = this.#random() < 0.2;
    const between = (from: number, to: number): number =>
      same ? from : Math.round((from + to) / 2) + this.#below(2000);
    this.#lon7.push(between(this.#lon7[a], this.#lon7[b]));
    this.#lat7.push(between(this.#lat7[a], this.#lat7[b]));
    return this.#lon7.length - 1;
  }

  /**
   * Usually of ways that touch, with a via node or a chain of one to three via ways; sometimes of anything.
   */
  #restriction(id: number): TurnRestriction {
    const tags = { type: 'restriction', restriction: this.#pick(KINDS) };
    const from = this.#pick(this.#ways);
    if (this.#random() < 0.1)
      return {
        id,
        tags,
        from: [from.id],
        to: [this.#pick(this.#ways).id],
        viaNodes: [this.#below(this.#lon7.length)],
        viaWays: [],
        incomplete: this.#random() < 0.2,
      };
    const vias: RoadWay[] = [];
    let node = this.#random() < 0.5 ? from.nodes[0] : from.nodes[from.nodes.length - 1];
    const viaNode = node;
    for (let count = this.#random() < 0.5 ? 0 : 1 + this.#below(3); count > 0; count--) {
      const via = this.#touching(node);
      vias.push(via);
      node = via.nodes[0] === node ? via.nodes[via.nodes.length - 1] : via.nodes[0];
    }
    const to = Array.from({ length: this.#random() < 0.1 ? 2 : 1 }, () => this.#touching(node).id);
    return {
      id,
      tags,
      from: [from.id],
      to,
      viaNodes: vias.length === 0 ? [viaNode] : [],
      viaWays: vias.map((via) => via.id),
      incomplete: false,
    };
  }

  #touching(node: number): RoadWay {
    const ways = this.#ways.filter(({ nodes }) => nodes[0] === node || nodes[nodes.length - 1] === node);
    return ways.length === 0 ? this.#pick(this.#ways) : this.#pick(ways);
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)];
  }
}

const DATED_WAY_TAGS: readonly Tags[] = [
  { 'access:conditional': 'no @ (Nov-Apr)' },
  { access: 'no', 'access:conditional': 'yes @ (Nov-Apr)' },
  { access: 'no', 'motor_vehicle:conditional': 'destination @ (Mo-Fr)' },
  { 'oneway:conditional': 'yes @ (08:00-20:00)' },
  { oneway: 'yes', 'oneway:conditional': '-1 @ (Sa-Su)' },
  { 'maxspeed:conditional': '20 @ (Nov-Apr); 110 @ (Jul)' },
  { ice_road: 'yes' },
  { seasonal: 'summer' },
  { 'foot:conditional': 'no @ (22:00-06:00)' },
];

/** The same town, some of whose roads, gates and restrictions hold at certain times. */
export function withDates(network: RoadNetwork, seed: number): RoadNetwork {
  const random = seededRandom(seed + 3_000_000);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const nodeTags = new Map(network.nodeTags);
  for (let i = 0; i < 4; i++)
    nodeTags.set(Math.floor(random() * network.nodeLon7.length), {
      barrier: 'gate',
      opening_hours: pick(['Jun-Aug', 'Mo-Fr 08:00-20:00']),
    });
  return {
    ...network,
    nodeTags,
    ways: network.ways.map((way) =>
      random() < 0.6 ? way : { ...way, tags: { ...way.tags, ...pick(DATED_WAY_TAGS) } },
    ),
    restrictions: network.restrictions.map((relation) => {
      const { restriction, ...rest } = relation.tags;
      if (random() < 0.5) return relation;
      return {
        ...relation,
        tags: { ...rest, 'restriction:conditional': `${restriction} @ (Mo-Fr 08:00-20:00)` },
      };
    }),
  };
}

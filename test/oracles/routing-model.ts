import { toDegrees } from '../../src/geo/coordinates.js';
import { deltaLon, distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import type { Access, NodeRule, Profile, Surroundings } from '../../src/routing/profiles/profile.js';
import { oracleSurroundings } from './routing-surroundings.js';
import { oracleSequences, type OracleSequence } from './routing-restrictions.js';

/**
 * The rules of docs/routing-model.md as plain lists, for the oracle Dijkstra: what each directed pair
 * costs and allows, and what it costs to go on from one to the next.
 * A directed pair has the number `pair * 2`, plus 1 against the direction of the way. The model shares
 * the network, the profiles and the distance formulas with the engine, and nothing else.
 */
export class OracleModel {
  readonly network: RoadNetwork;
  readonly profile: Profile;
  readonly pairCount: number;
  readonly firstPairOfWay: Uint32Array;
  /** By directed pair: its first node, its last node, milliseconds, and access (0 none, 1 ends, 2 free). */
  readonly tail: Uint32Array;
  readonly head: Uint32Array;
  readonly cost_ms: Float64Array;
  readonly access: Uint8Array;
  /** By pair. */
  readonly length_m: Float64Array;
  /**
   * What is closed now: directed pairs, nodes, and turns as `from to`. Costs of now are written to
   * `cost_ms`.
   */
  readonly closedPairs = new Set<number>();
  readonly closedNodes = new Set<number>();
  readonly closedTurns = new Set<string>();
  readonly sequences: OracleSequence[];
  /** Directed pair to the indices in `sequences` of those that begin with it. */
  readonly sequencesFrom = new Map<number, number[]>();
  readonly #nodeRules = new Map<number, NodeRule>();
  readonly #surroundings: Surroundings[];
  /**
   * The arms: directed pairs that leave each node, of pairs usable in at least one direction. Those of
   * node n are `#arms[#firstArm[n]]` up to `#arms[#firstArm[n + 1]]`, exclusive.
   */
  readonly #firstArm: Uint32Array;
  readonly #arms: Uint32Array;

  constructor(network: RoadNetwork, profile: Profile) {
    this.network = network;
    this.profile = profile;
    this.firstPairOfWay = new Uint32Array(network.ways.length + 1);
    network.ways.forEach((way, w) => {
      this.firstPairOfWay[w + 1] = this.firstPairOfWay[w] + way.nodes.length - 1;
    });
    this.pairCount = this.firstPairOfWay[network.ways.length];
    this.tail = new Uint32Array(this.pairCount * 2);
    this.head = new Uint32Array(this.pairCount * 2);
    this.cost_ms = new Float64Array(this.pairCount * 2);
    this.access = new Uint8Array(this.pairCount * 2);
    this.length_m = new Float64Array(this.pairCount);
    for (const [node, tags] of network.nodeTags) {
      const rule = profile.node(tags);
      if (rule !== null) this.#nodeRules.set(node, rule);
    }
    this.#surroundings = oracleSurroundings(network);
    network.ways.forEach((_, w) => this.#addWay(w));
    [this.#firstArm, this.#arms] = this.#collectArms();
    this.#closePockets();
    this.sequences = profile.hasTurns
      ? oracleSequences(
          network,
          profile,
          this.firstPairOfWay,
          (d, isLast) => this.access[d] !== 0 && (isLast || this.nodeAccess(this.head[d]) !== 'none'),
        )
      : [];
    this.sequences.forEach(({ directed }, s) =>
      this.sequencesFrom.set(directed[0], [...(this.sequencesFrom.get(directed[0]) ?? []), s]),
    );
  }

  nodeAccess(node: number): Access {
    return this.#nodeRules.get(node)?.access ?? 'free';
  }

  isClosed(directed: number): boolean {
    return this.closedPairs.has(directed);
  }

  isTurnClosed(from: number, to: number): boolean {
    return this.closedNodes.has(this.head[from]) || this.closedTurns.has(`${from} ${to}`);
  }

  /** Directed pairs that leave a node. Each is usable in at least one direction, not always in this one. */
  arms(node: number): Uint32Array {
    return this.#arms.subarray(this.#firstArm[node], this.#firstArm[node + 1]);
  }

  /**
   * Milliseconds for passing the node between two directed pairs, or null where that is not possible.
   * Restrictions, private stretches, and whether one may turn back are not looked at here.
   */
  passing_ms(from: number, to: number): number | null {
    const node = this.head[from];
    const rule = this.#nodeRules.get(node);
    if (rule?.access === 'none') return null;
    const isJunction = this.#firstArm[node + 1] - this.#firstArm[node] >= 3;
    const isUTurn = to === (from ^ 1);
    if (isUTurn && !this.profile.hasTurns) return null;
    const delay_ms = Math.round(1000 * (rule?.delay_s ?? 0));
    if (!this.profile.hasTurns) return delay_ms;
    if (isUTurn) return delay_ms + Math.round(1000 * this.profile.turn_s(180));
    return isJunction ? delay_ms + Math.round(1000 * this.profile.turn_s(this.angle(from, to))) : delay_ms;
  }

  /** The change of bearing in degrees: 0 is straight on, positive is to the right. */
  angle(from: number, to: number): number {
    const at = this.head[from];
    const [inX, inY] = this.#vector(this.tail[from], at, at);
    const [outX, outY] = this.#vector(at, this.head[to], at);
    if ((inX === 0 && inY === 0) || (outX === 0 && outY === 0)) return 0;
    const degrees = (-Math.atan2(inX * outY - inY * outX, inX * outX + inY * outY) * 180) / Math.PI;
    return degrees === -180 ? 180 : degrees;
  }

  #vector(a: number, b: number, at: number): [number, number] {
    const { nodeLon7, nodeLat7 } = this.network;
    const lat = toDegrees(nodeLat7[at]);
    return [
      deltaLon(toDegrees(nodeLon7[a]), toDegrees(nodeLon7[b])) * metersPerDegreeLon(lat),
      (toDegrees(nodeLat7[b]) - toDegrees(nodeLat7[a])) * metersPerDegreeLat(lat),
    ];
  }

  #addWay(w: number): void {
    const { nodes, tags } = this.network.ways[w];
    const { nodeLon7, nodeLat7 } = this.network;
    const rule = this.profile.way(tags, this.#surroundings[w]);
    const first = this.firstPairOfWay[w];
    let way_m = 0;
    for (let i = 0; i + 1 < nodes.length; i++) {
      const [a, b] = [nodes[i], nodes[i + 1]];
      const d = (first + i) * 2;
      this.tail[d] = this.head[d + 1] = a;
      this.head[d] = this.tail[d + 1] = b;
      const length_m = distanceM(
        toDegrees(nodeLon7[a]),
        toDegrees(nodeLat7[a]),
        toDegrees(nodeLon7[b]),
        toDegrees(nodeLat7[b]),
      );
      this.length_m[first + i] = length_m;
      way_m += length_m;
    }
    if (rule === null) return;
    const ferry_kmh = rule.duration_s === null ? 0 : (way_m / rule.duration_s) * 3.6;
    const byDuration = rule.duration_s !== null && ferry_kmh >= 1 && ferry_kmh <= 100;
    for (let pair = first; pair < this.firstPairOfWay[w + 1]; pair++) {
      [rule.forward, rule.backward].forEach((direction, against) => {
        const d = pair * 2 + against;
        this.access[d] = ACCESS[direction.access];
        if (direction.access === 'none' || this.length_m[pair] === 0) return;
        this.cost_ms[d] = byDuration
          ? Math.round((1000 * rule.duration_s! * this.length_m[pair]) / way_m)
          : Math.round((3600 * this.length_m[pair]) / direction.speed_kmh);
      });
    }
  }

  #collectArms(): [Uint32Array, Uint32Array] {
    const firstArm = new Uint32Array(this.network.nodeLon7.length + 1);
    const leaving = (visit: (d: number) => void): void => {
      for (let d = 0; d < this.pairCount * 2; d++)
        if (this.access[d] !== 0 || this.access[d ^ 1] !== 0) visit(d);
    };
    leaving((d) => {
      firstArm[this.tail[d] + 1]++;
    });
    for (let n = 1; n < firstArm.length; n++) firstArm[n] += firstArm[n - 1];
    const arms = new Uint32Array(firstArm[firstArm.length - 1]);
    const next = firstArm.slice();
    leaving((d) => {
      arms[next[this.tail[d]]++] = d;
    });
    return [firstArm, arms];
  }

  /** Makes free roads behind private ones private, by flooding: docs/routing-model.md, rule 6. */
  #closePockets(): void {
    const isFree = (pair: number): boolean => this.access[pair * 2] === 2 || this.access[pair * 2 + 1] === 2;
    const isUsable = (pair: number): boolean =>
      this.access[pair * 2] !== 0 || this.access[pair * 2 + 1] !== 0;
    const component = this.#flood(isFree, (node) => this.nodeAccess(node) === 'free');
    const whole = this.#flood(isUsable, (node) => this.nodeAccess(node) !== 'none');
    const length_m = new Map<number, number>();
    const touched = new Set<number>();
    for (let pair = 0; pair < this.pairCount; pair++) {
      if (!isFree(pair)) continue;
      length_m.set(component[pair], (length_m.get(component[pair]) ?? 0) + this.length_m[pair]);
      for (const node of [this.tail[pair * 2], this.head[pair * 2]]) {
        const access = this.nodeAccess(node);
        const privatePair = this.arms(node).some((d) => !isFree(d >> 1));
        if (access === 'ends' || (access === 'free' && privatePair)) touched.add(component[pair]);
      }
    }
    const longest = new Map<number, number>();
    for (const [c, metres] of length_m) {
      const best = longest.get(whole[c]);
      if (best === undefined || metres > length_m.get(best)!) longest.set(whole[c], c);
    }
    for (let pair = 0; pair < this.pairCount; pair++) {
      const c = component[pair];
      if (!isFree(pair) || !touched.has(c) || length_m.get(c)! >= 5000 || longest.get(whole[c]) === c)
        continue;
      for (const d of [pair * 2, pair * 2 + 1]) if (this.access[d] === 2) this.access[d] = 1;
    }
  }

  /**
   * For each pair the smallest pair of its connected component; -1 for a pair that does not belong.
   * Pairs are connected over the nodes for which `connects` is true.
   */
  #flood(belongs: (pair: number) => boolean, connects: (node: number) => boolean): Int32Array {
    const component = new Int32Array(this.pairCount).fill(-1);
    for (let start = 0; start < this.pairCount; start++) {
      if (component[start] !== -1 || !belongs(start)) continue;
      component[start] = start;
      const open = [start];
      for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
        for (const node of [this.tail[pair * 2], this.head[pair * 2]]) {
          if (!connects(node)) continue;
          for (const d of this.arms(node)) {
            if (component[d >> 1] !== -1 || !belongs(d >> 1)) continue;
            component[d >> 1] = start;
            open.push(d >> 1);
          }
        }
      }
    }
    return component;
  }
}

const ACCESS: Record<Access, number> = { none: 0, ends: 1, free: 2 };

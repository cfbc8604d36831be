import { toDegrees } from '../../src/geo/coordinates.js';
import { distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import type { TravelMode } from '../../src/travel-mode.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import type { FoundRoute, RouteRequest, SnappedPoint } from '../../src/sources/router.js';
import { mayGo, mayPass, restrictionKind, type Permission } from './route-checker-tags.js';

/** Snapped points are rounded to 1e-7 degrees, about 1 cm. */
const ON_ROAD_M = 0.03;
/**
 * Lowest and highest speed of each mode in km/h. The highest includes ferries; the lowest is that
 * between two stops.
 */
const RANGE_KMH: Record<TravelMode, [number, number]> = { driving: [1, 112], walking: [1, 100] };
/** The longest that passing one node may take, in seconds: a border crossing, and turning back there. */
const LONGEST_STOP_S = 330;
const POCKET_M = 5000;

/** A way driven in one direction between two neighbouring nodes. */
interface Step {
  way: number;
  from: number;
  to: number;
  permission: Permission;
}

/**
 * One way to read the geometry up to some position. There may be several, because ways may lie on each other.
 */
interface Reading {
  step: Step;
  part: 'start' | 'free' | 'end';
  /** Private stretches that it cut through. */
  cuts: number;
  previous: Reading | null;
}

interface Pattern {
  kind: 'no' | 'only';
  id: number;
  /** Node numbers, and the id of the way between each two of them. */
  nodes: number[];
  wayIds: number[];
}

/**
 * Walks returned geometries over the raw network and says what is wrong with them; an empty list means
 * that nothing is. It reads tags by itself and knows neither the profiles nor the engine.
 * Every position of the geometry but the two ends must be a node. Between two positions there must be a
 * way that is open in that direction, with no barrier, no forbidden turn and no private stretch in the
 * middle of the route.
 */
export class RouteChecker {
  readonly #network: RoadNetwork;
  readonly #mode: TravelMode;
  /**
   * Nodes by longitude, and the steps that leave each node. Both cover all ways of the network, closed
   * ones too.
   */
  readonly #nodesAt = new Map<number, number[]>();
  readonly #stepsFrom: Step[][] = [];
  readonly #patternsByFirst = new Map<string, Pattern[]>();
  /** The last steps in front of the last one of restrictions with via ways. */
  readonly #longEnds = new Set<string>();
  #mayCut = 0;

  constructor(network: RoadNetwork, mode: TravelMode) {
    this.#network = network;
    this.#mode = mode;
    this.#collectSteps();
    this.#closePockets();
    if (mode === 'driving') this.#collectPatterns();
  }

  /** @param mayCut private stretches that the route says it cuts through, because nothing else connects */
  violations(request: RouteRequest, route: FoundRoute, mayCut = 0): string[] {
    const found: string[] = [];
    this.#mayCut = mayCut;
    this.#checkEnds(request, route, found);
    const length_m = this.#checkPositions(route, found);
    if (Math.abs(length_m - route.distance_m) > 0.001 * length_m + 0.02)
      found.push(`distance ${route.distance_m} m, the geometry has ${length_m} m`);
    const count = route.coordinates.length / 2;
    const [slowest, fastest] = RANGE_KMH[this.#mode];
    if (route.duration_s < (3.6 * length_m) / fastest - 0.001 * count)
      found.push(`${length_m} m in ${route.duration_s} s: too fast`);
    if (route.duration_s > (3.6 * length_m) / slowest + LONGEST_STOP_S * count)
      found.push(`${length_m} m in ${route.duration_s} s: too slow`);
    if (count >= 2 && length_m > 0) this.#walk(route.coordinates, found);
    return found;
  }

  #checkEnds(request: RouteRequest, route: FoundRoute, found: string[]): void {
    const check = (name: string, sent: readonly [number, number], snapped: SnappedPoint, i: number): void => {
      const [lon7, lat7] = [route.coordinates[i], route.coordinates[i + 1]];
      if (lon7 !== Math.round(snapped.longitude * 1e7) || lat7 !== Math.round(snapped.latitude * 1e7))
        found.push(`the geometry does not ${name} at the snapped point`);
      const away_m = distanceM(sent[0], sent[1], snapped.longitude, snapped.latitude);
      if (Math.abs(away_m - snapped.distance_m) > 0.02 + 0.001 * away_m)
        found.push(`snapped ${away_m} m away, not ${snapped.distance_m} m`);
    };
    check('start', request.origin, route.origin, 0);
    check('end', request.destination, route.destination, route.coordinates.length - 2);
  }

  /**
   * Returns the length in metres. The same position twice in a row is wrong, except in a route of no length.
   */
  #checkPositions({ coordinates: c }: FoundRoute, found: string[]): number {
    if (c.length < 4 || c.length % 2 !== 0) found.push(`${c.length} numbers are no line`);
    let length_m = 0;
    for (let i = 2; i < c.length; i += 2) {
      if (c[i] === c[i - 2] && c[i + 1] === c[i - 1] && c.length > 4)
        found.push(`position ${i / 2} is there twice`);
      length_m += distanceM(toDegrees(c[i - 2]), toDegrees(c[i - 1]), toDegrees(c[i]), toDegrees(c[i + 1]));
    }
    return length_m;
  }

  #walk(c: Int32Array, found: string[]): void {
    const last = c.length / 2 - 1;
    let readings = this.#firstSteps(c, last);
    if (readings.length === 0) {
      found.push('the first stretch is on no way, or only on closed ones');
      return;
    }
    for (let i = 1; i < last; i++) {
      const reasons = new Set<string>();
      const next = readings.flatMap((reading) => this.#onwards(reading, c, i, last, reasons));
      readings = unique(this.#overPointlike(next));
      if (readings.length > 0) continue;
      found.push(
        `at position ${i} (${toDegrees(c[2 * i])},${toDegrees(c[2 * i + 1])}): ${[...reasons].join('; ')}`,
      );
      return;
    }
    const wrong = readings.map((reading) => this.#brokenPattern(reading)).filter((text) => text !== null);
    if (wrong.length === readings.length) found.push(wrong[0]);
  }

  /** Steps on which the stretch from position 0 to position 1 lies, in the direction driven. */
  #firstSteps(c: Int32Array, last: number): Reading[] {
    const candidates =
      last === 1
        ? this.#stepsThroughBoth(c)
        : this.#nodesOn(c, 1).flatMap((node) => this.#stepsTo(node).filter((step) => this.#isOn(c, 0, step)));
    const open = candidates.filter((step) => step.permission !== 'closed');
    return this.#overPointlike(
      open.map((step): Reading => ({
        step,
        part: step.permission === 'private' ? 'start' : 'free',
        cuts: 0,
        previous: null,
      })),
    );
  }

  #stepsTo(node: number): Step[] {
    return this.#stepsFrom[node].map((step) => this.#reversed(step));
  }

  #reversed(step: Step): Step {
    return this.#stepsFrom[step.to].find((other) => other.way === step.way && other.to === step.from)!;
  }

  /**
   * Every step on which both positions lie, in this order. For a route within one pair, which touches no
   * node or only the ends of the pair.
   */
  #stepsThroughBoth(c: Int32Array): Step[] {
    const { nodeLon7, nodeLat7 } = this.#network;
    const slack7 = 5;
    const within = (step: Step, i: number): boolean => {
      const [lon7, lat7] = [c[2 * i], c[2 * i + 1]];
      return (
        Math.min(nodeLon7[step.from], nodeLon7[step.to]) - slack7 <= lon7 &&
        lon7 <= Math.max(nodeLon7[step.from], nodeLon7[step.to]) + slack7 &&
        Math.min(nodeLat7[step.from], nodeLat7[step.to]) - slack7 <= lat7 &&
        lat7 <= Math.max(nodeLat7[step.from], nodeLat7[step.to]) + slack7
      );
    };
    const steps: Step[] = [];
    for (const leaving of this.#stepsFrom) {
      for (const step of leaving) {
        if (
          within(step, 0) &&
          within(step, 1) &&
          this.#isOn(c, 0, step) &&
          this.#isOn(c, 1, step) &&
          this.#shareOn(c, 0, step) <= this.#shareOn(c, 1, step)
        )
          steps.push(step);
      }
    }
    return steps;
  }

  /** From position i, where the step of the reading ends, to position i + 1. */
  #onwards(reading: Reading, c: Int32Array, i: number, last: number, reasons: Set<string>): Reading[] {
    const node = reading.step.to;
    const passing = mayPass(this.#network.nodeTags.get(node), this.#mode);
    const onwards = this.#stepsFrom[node].filter((step) =>
      i + 1 === last ? this.#isOn(c, last, step) : this.#isAt(c, i + 1, step.to),
    );
    if (onwards.length === 0) reasons.add('no way goes to the next position');
    return onwards.flatMap((step) => this.#accepted(reading, step, passing, reasons));
  }

  #accepted(reading: Reading, step: Step, passing: Permission, reasons: Set<string>): Reading[] {
    const way = this.#network.ways[step.way];
    const refused = (reason: string): Reading[] => {
      reasons.add(reason);
      return [];
    };
    if (passing === 'closed') return refused(`node ${this.#network.nodeIds[step.from]} cannot be passed`);
    if (step.permission === 'closed') return refused(`way ${way.id} is closed in this direction`);
    if (this.#isIllegalUTurn(reading.step, step, passing))
      return refused(`turns back on way ${way.id} where it could go on`);
    const turn = this.#brokenTurn(reading.step, step);
    if (turn !== null) return refused(turn);
    let { part, cuts } = reading;
    if (passing === 'private' && part === 'free') part = 'end';
    if (step.permission === 'private' && part === 'free') part = 'end';
    if (step.permission === 'open') {
      if (part === 'end') cuts++;
      if (cuts > this.#mayCut) return refused(`cuts through a private stretch to way ${way.id}`);
      part = 'free';
    }
    return [{ step, part, cuts, previous: reading }];
  }

  /**
   * Adds readings over pairs of equal positions. Such pairs leave no trace in the geometry, but may have
   * been driven.
   */
  #overPointlike(readings: Reading[]): Reading[] {
    const all = [...readings];
    for (let i = 0; i < all.length && i < 100; i++) {
      const reading = all[i];
      for (const step of this.#stepsFrom[reading.step.to]) {
        if (!this.#samePosition(step.from, step.to) || all.some((other) => other.step === step)) continue;
        all.push(
          ...this.#accepted(
            reading,
            step,
            mayPass(this.#network.nodeTags.get(step.from), this.#mode),
            new Set(),
          ),
        );
      }
    }
    return all;
  }

  /**
   * Turning back is legal where nothing else is. Where a restriction with via ways ends, that is hard to
   * tell, so it passes.
   */
  #isIllegalUTurn(from: Step, to: Step, passing: Permission): boolean {
    if (from.way !== to.way || from.from !== to.to || this.#mode === 'walking') return false;
    if (this.#longEnds.has(`${this.#network.ways[from.way].id} ${from.from} ${from.to}`)) return false;
    return this.#stepsFrom[to.from].some(
      (step) =>
        !(step.way === to.way && step.to === to.to) &&
        step.permission !== 'closed' &&
        (from.permission === 'private' || (step.permission === 'open' && passing === 'open')) &&
        this.#brokenTurn(from, step) === null,
    );
  }

  /** Restrictions with a via node: says which one forbids this turn or orders another, or null. */
  #brokenTurn(from: Step, to: Step): string | null {
    const patterns = (
      this.#patternsByFirst.get(`${this.#network.ways[from.way].id} ${from.from} ${from.to}`) ?? []
    ).filter(({ nodes }) => nodes.length === 3);
    const follows = ({ nodes, wayIds }: Pattern): boolean =>
      nodes[2] === to.to && wayIds[1] === this.#network.ways[to.way].id;
    const forbidden = patterns.find((pattern) => pattern.kind === 'no' && follows(pattern));
    if (forbidden !== undefined) return `restriction ${forbidden.id} forbids this turn`;
    const orders = patterns.filter(({ kind }) => kind === 'only');
    return orders.length > 0 && !orders.some(follows) && !this.#hasLongOrder(from)
      ? `restriction ${orders[0].id} orders another turn`
      : null;
  }

  /**
   * Whether an `only_*` restriction with via ways begins here too. Then either of the orders may be followed.
   */
  #hasLongOrder(from: Step): boolean {
    const patterns =
      this.#patternsByFirst.get(`${this.#network.ways[from.way].id} ${from.from} ${from.to}`) ?? [];
    return patterns.some(({ kind, nodes }) => kind === 'only' && nodes.length > 3);
  }

  /** Restrictions with via ways, checked over a whole reading: says which one is broken, or null. */
  #brokenPattern(last: Reading): string | null {
    const steps: Step[] = [];
    for (let at: Reading | null = last; at !== null; at = at.previous) steps.push(at.step);
    steps.reverse();
    for (let i = 0; i < steps.length; i++) {
      const wayId = this.#network.ways[steps[i].way].id;
      const all = this.#patternsByFirst.get(`${wayId} ${steps[i].from} ${steps[i].to}`) ?? [];
      const matched = (pattern: Pattern): number => {
        let n = 0;
        while (
          n < pattern.wayIds.length &&
          i + n < steps.length &&
          steps[i + n].to === pattern.nodes[n + 1] &&
          this.#network.ways[steps[i + n].way].id === pattern.wayIds[n]
        )
          n++;
        return n;
      };
      for (const pattern of all.filter(({ nodes }) => nodes.length > 3)) {
        const n = matched(pattern);
        if (pattern.kind === 'no' && n === pattern.wayIds.length)
          return `restriction ${pattern.id} forbids this way`;
        const othersAllow = all.some(
          (other) =>
            other !== pattern &&
            other.kind === 'only' &&
            matched(other) > Math.min(n, other.wayIds.length - 1),
        );
        const isAtTheOrder = n === pattern.wayIds.length - 1 && i + n < steps.length;
        if (pattern.kind === 'only' && isAtTheOrder && !othersAllow)
          return `restriction ${pattern.id} orders another way`;
      }
    }
    return null;
  }

  #collectSteps(): void {
    const { ways, nodeLon7 } = this.#network;
    for (let node = 0; node < nodeLon7.length; node++) this.#stepsFrom.push([]);
    const used = new Set<number>();
    ways.forEach(({ tags, nodes }, way) => {
      const forward = mayGo(tags, 'forward', this.#mode);
      const backward = mayGo(tags, 'backward', this.#mode);
      for (let i = 0; i + 1 < nodes.length; i++) {
        this.#stepsFrom[nodes[i]].push({ way, from: nodes[i], to: nodes[i + 1], permission: forward });
        this.#stepsFrom[nodes[i + 1]].push({ way, from: nodes[i + 1], to: nodes[i], permission: backward });
      }
      for (const node of nodes) used.add(node);
    });
    for (const node of used) {
      const here = this.#nodesAt.get(nodeLon7[node]);
      if (here === undefined) this.#nodesAt.set(nodeLon7[node], [node]);
      else here.push(node);
    }
  }

  /**
   * Makes free streets private that only private ones lead to, if they have less than 5 km of road. The
   * longest free part of a network stays free.
   */
  #closePockets(): void {
    const isOpen = (step: Step): boolean =>
      step.permission === 'open' || this.#reversed(step).permission === 'open';
    const isUsable = (step: Step): boolean =>
      step.permission !== 'closed' || this.#reversed(step).permission !== 'closed';
    const pass = (node: number): Permission => mayPass(this.#network.nodeTags.get(node), this.#mode);
    const done = new Set<Step>();
    for (const start of this.#stepsFrom.flat()) {
      if (done.has(start) || !isUsable(start)) continue;
      const network = this.#gather(start, isUsable, (node) => pass(node) !== 'closed');
      for (const step of network) done.add(step);
      const inside = new Set<Step>();
      const pockets: { steps: Step[]; length_m: number; isTouched: boolean }[] = [];
      for (const step of network) {
        if (inside.has(step) || !isOpen(step)) continue;
        const steps = this.#gather(step, isOpen, (node) => pass(node) === 'open');
        for (const member of steps) inside.add(member);
        const length_m = steps.reduce((sum, member) => sum + this.#length_m(member), 0) / 2;
        const isTouched = steps.some(
          ({ from }) =>
            pass(from) === 'private' ||
            (pass(from) === 'open' &&
              this.#stepsFrom[from].some((other) => isUsable(other) && !isOpen(other))),
        );
        pockets.push({ steps, length_m, isTouched });
      }
      const longest_m = Math.max(...pockets.map(({ length_m }) => length_m));
      for (const { steps, length_m, isTouched } of pockets) {
        if (!isTouched || length_m >= POCKET_M || length_m === longest_m) continue;
        for (const step of steps) if (step.permission === 'open') step.permission = 'private';
      }
    }
  }

  /** All steps, in both directions, that are connected to one. */
  #gather(start: Step, belongs: (step: Step) => boolean, connects: (node: number) => boolean): Step[] {
    const found = new Set([start, this.#reversed(start)]);
    const open = [start.from, start.to];
    const seen = new Set<number>();
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(node) || !connects(node)) continue;
      seen.add(node);
      for (const step of this.#stepsFrom[node]) {
        if (found.has(step) || !belongs(step)) continue;
        found.add(step).add(this.#reversed(step));
        open.push(step.to);
      }
    }
    return [...found];
  }

  #collectPatterns(): void {
    const waysById = new Map<number, number[]>();
    this.#network.ways.forEach(({ id }, way) => {
      const parts = waysById.get(id);
      if (parts === undefined) waysById.set(id, [way]);
      else parts.push(way);
    });
    /** The node lists of the parts of a way, each as drawn and reversed. */
    const lines = (id: number): number[][] =>
      (waysById.get(id) ?? []).flatMap((way) => [
        [...this.#network.ways[way].nodes],
        [...this.#network.ways[way].nodes].reverse(),
      ]);
    for (const { id, tags, from, to, viaNodes, viaWays, incomplete } of this.#network.restrictions) {
      const kind = restrictionKind(tags);
      if (
        kind === null ||
        incomplete ||
        (kind === 'only' && to.length > 1) ||
        viaNodes.length + Math.min(1, viaWays.length) !== 1
      )
        continue;
      for (const fromId of from)
        for (const toId of to)
          for (const arriving of lines(fromId)) {
            let chains = [{ nodes: arriving.slice(-2), wayIds: [fromId] }];
            if (viaNodes.length === 1) chains = chains.filter(({ nodes }) => nodes[1] === viaNodes[0]);
            for (const via of viaWays) {
              chains = chains.flatMap(({ nodes, wayIds }) =>
                lines(via)
                  .filter((line) => line[0] === nodes[nodes.length - 1])
                  .map((line) => ({
                    nodes: [...nodes, ...line.slice(1)],
                    wayIds: [...wayIds, ...line.slice(1).map(() => via)],
                  })),
              );
            }
            for (const chain of chains)
              for (const leaving of lines(toId)) {
                if (leaving[0] !== chain.nodes[chain.nodes.length - 1]) continue;
                if (fromId === toId && viaWays.length === 0 && leaving[1] !== chain.nodes[0]) continue;
                this.#addPattern({
                  kind,
                  id,
                  nodes: [...chain.nodes, leaving[1]],
                  wayIds: [...chain.wayIds, toId],
                });
              }
          }
    }
  }

  /** Adds a restriction, unless it cannot be driven all along: then it binds nobody. */
  #addPattern(pattern: Pattern): void {
    const { nodes, wayIds } = pattern;
    for (let i = 0; i + 1 < nodes.length; i++) {
      const step = this.#stepsFrom[nodes[i]].find(
        ({ to, way }) => to === nodes[i + 1] && this.#network.ways[way].id === wayIds[i],
      );
      if (step?.permission === 'closed' || step === undefined) return;
      if (i > 0 && mayPass(this.#network.nodeTags.get(nodes[i]), this.#mode) === 'closed') return;
    }
    const key = `${wayIds[0]} ${nodes[0]} ${nodes[1]}`;
    if (nodes.length > 3) this.#longEnds.add(`${wayIds.at(-2)} ${nodes.at(-3)} ${nodes.at(-2)}`);
    this.#patternsByFirst.set(key, [...(this.#patternsByFirst.get(key) ?? []), pattern]);
  }

  #length_m({ from, to }: Step): number {
    const { nodeLon7, nodeLat7 } = this.#network;
    return distanceM(
      toDegrees(nodeLon7[from]),
      toDegrees(nodeLat7[from]),
      toDegrees(nodeLon7[to]),
      toDegrees(nodeLat7[to]),
    );
  }

  #nodesOn(c: Int32Array, i: number): number[] {
    return (this.#nodesAt.get(c[2 * i]) ?? []).filter(
      (node) => this.#network.nodeLat7[node] === c[2 * i + 1],
    );
  }

  #isAt(c: Int32Array, i: number, node: number): boolean {
    return this.#network.nodeLon7[node] === c[2 * i] && this.#network.nodeLat7[node] === c[2 * i + 1];
  }

  #samePosition(a: number, b: number): boolean {
    return (
      this.#network.nodeLon7[a] === this.#network.nodeLon7[b] &&
      this.#network.nodeLat7[a] === this.#network.nodeLat7[b]
    );
  }

  /** Whether position i lies on the line of a step. */
  #isOn(c: Int32Array, i: number, step: Step): boolean {
    const { nodeLon7, nodeLat7 } = this.#network;
    const share = this.#shareOn(c, i, step);
    const lon7 = nodeLon7[step.from] + share * (nodeLon7[step.to] - nodeLon7[step.from]);
    const lat7 = nodeLat7[step.from] + share * (nodeLat7[step.to] - nodeLat7[step.from]);
    return (
      distanceM(toDegrees(c[2 * i]), toDegrees(c[2 * i + 1]), toDegrees(lon7), toDegrees(lat7)) <= ON_ROAD_M
    );
  }

  #shareOn(c: Int32Array, i: number, { from, to }: Step): number {
    const { nodeLon7, nodeLat7 } = this.#network;
    const lat = toDegrees(c[2 * i + 1]);
    const [xScale, yScale] = [metersPerDegreeLon(lat), metersPerDegreeLat(lat)];
    const x = toDegrees(nodeLon7[to] - nodeLon7[from]) * xScale;
    const y = toDegrees(nodeLat7[to] - nodeLat7[from]) * yScale;
    const px = toDegrees(c[2 * i] - nodeLon7[from]) * xScale;
    const py = toDegrees(c[2 * i + 1] - nodeLat7[from]) * yScale;
    return x === 0 && y === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / (x * x + y * y)));
  }
}

/**
 * Keeps one reading for each step and part of the route. How a reading came there makes no difference
 * from here on, except for restrictions with via ways.
 */
function unique(readings: Reading[]): Reading[] {
  const seen = new Map<Step, Set<string>>();
  return readings.filter(({ step, part, cuts }) => {
    const parts = seen.get(step) ?? new Set();
    if (parts.has(`${part} ${cuts}`)) return false;
    seen.set(step, parts.add(`${part} ${cuts}`));
    return true;
  });
}

import type { RoadNetwork } from '../../src/routing/network/network.js';
import type { Profile } from '../../src/routing/profiles/profile.js';
import { OracleModel } from './routing-model.js';

/** A point on a road, between `ways[way].nodes[place]` and the next node of that way. */
export interface OraclePoint {
  way: number;
  place: number;
  /** Share of the pair from its first node, 0 to 1. */
  share: number;
  /** Whether a route may pass it along the way, and against it; both when absent. */
  may?: readonly [along: boolean, against: boolean];
}

export interface OracleRoute {
  duration_ms: number;
  /** Private stretches in the middle. What they cost on top is not part of the duration. */
  cutsThrough: number;
  /**
   * Length of the geometry from the one point over `nodes` to the other. The first and the last piece
   * are shares of straight pairs, which is right to far below 0.1 %.
   */
  distance_m: number;
  /** The nodes between the two points, in order. Empty when the route stays on one pair. */
  nodes: number[];
  /** The directed pairs used, in order: `pair * 2`, plus 1 against the way. Pairs are numbered way by way. */
  directed: number[];
  origin: OraclePoint;
  destination: OraclePoint;
}

/** Rules of docs/routing-model.md that may be switched off. */
export interface RulesOff {
  /** 4: one may turn back at every junction, not only where one cannot go on. */
  turningBack?: boolean;
  /** 6: no route cuts through private stretches. */
  cuttingThrough?: boolean;
}

/**
 * Plain Dijkstra, written to be obviously right, and slow. Everything that docs/routing-model.md says is
 * looked up in lists.
 * A state has three parts: the directed pair about to be driven, the part of the route, and the
 * restrictions one is in the middle of.
 * Make one oracle for a network and a profile, and use it for many routes.
 */
export class RoutingOracle {
  readonly model: OracleModel;
  readonly #without: RulesOff;

  /** @param without rules that do not hold, to see what they change */
  constructor(network: RoadNetwork, profile: Profile, without: RulesOff = {}) {
    this.model = new OracleModel(network, profile);
    this.#without = without;
  }

  /** The cheapest route between any two of the candidates; null when there is none. */
  route(origins: readonly OraclePoint[], destinations: readonly OraclePoint[]): OracleRoute | null {
    return new OracleTree(this.model, origins, destinations, this.#without).to(destinations);
  }

  /** The cheapest routes from the candidates to everywhere. */
  from(origins: readonly OraclePoint[]): OracleTree {
    return new OracleTree(this.model, origins, null, this.#without);
  }
}

/**
 * Parts of a route E* F* E*: the private stretch at the start, free roads, a private stretch that is the end
 * or has to be paid for.
 */
const START = 0;
const FREE = 1;
const END = 2;

/** What each private stretch in the middle of a route costs on top, when routes are compared. */
const THROUGH_MS = 2 ** 27;

/** The part after a stretch with this access (1 ends, 2 free). */
function nextPart(part: number, access: number): number {
  if (access === 2) return FREE;
  return part === START ? START : END;
}

/**
 * The restrictions one is in the middle of: an index in `sequences`, and a place in its pairs. The place
 * is always beyond the first pair; whether one is on the first pair is known from the pair itself.
 */
type Progress = readonly (readonly [sequence: number, place: number])[];
const NOTHING: Progress = [];

function mayPass({ may = [true, true] }: OraclePoint, directed: number): boolean {
  return may[directed & 1];
}

/** The end of a route: the last state before the destination, or the origin on the same pair. */
interface Last {
  duration_ms: number;
  state: number;
  along: OraclePoint | null;
  directed: number;
  destination: OraclePoint;
}

interface Start {
  origin: OraclePoint;
  directed: number;
}

export class OracleTree {
  readonly #model: OracleModel;
  readonly #without: RulesOff;
  /** The origins by the pair that they lie on. */
  readonly #origins = new Map<number, OraclePoint[]>();
  /**
   * Both by state. A plain state is `directed pair * 3 + part`. Extra states, in the middle of
   * restrictions, follow in the order in which they are met.
   */
  #cost_ms: Float64Array;
  #previous: Int32Array;
  readonly #progress: Progress[] = [];
  readonly #directedOfExtra: number[] = [];
  readonly #extra = new Map<string, number>();
  /** Directed pair to its extra states, for arriving on it. */
  readonly #extraOfDirected = new Map<number, number[]>();
  readonly #heap = new Heap();
  readonly #starts: Start[] = [];
  readonly #plainStates: number;

  constructor(
    model: OracleModel,
    origins: readonly OraclePoint[],
    destinations: readonly OraclePoint[] | null,
    without: RulesOff,
  ) {
    this.#model = model;
    this.#without = without;
    this.#plainStates = model.pairCount * 6;
    this.#cost_ms = new Float64Array(this.#plainStates).fill(Infinity);
    this.#previous = new Int32Array(this.#plainStates).fill(NONE);
    for (const origin of origins) {
      const pair = this.#pairOf(origin);
      this.#origins.set(pair, [...(this.#origins.get(pair) ?? []), origin]);
      this.#start(origin);
    }
    this.#run(destinations);
  }

  /**
   * The cheapest route to one of these candidates; null when there is none. A tree that was made for
   * certain destinations can be asked for those only.
   */
  to(destinations: readonly OraclePoint[]): OracleRoute | null {
    const best = this.#best(destinations);
    if (best === null) return null;
    return best.along === null
      ? this.#unroll(best.state, best.duration_ms, best.destination)
      : this.#alongOnePair(best.along, best.destination, best.directed, best.duration_ms);
  }

  /** As `to`, without following the route back: that takes longer the farther it leads. */
  costTo(destinations: readonly OraclePoint[]): Pick<OracleRoute, 'duration_ms' | 'cutsThrough'> | null {
    const best = this.#best(destinations);
    if (best === null) return null;
    const cutsThrough = Math.floor(best.duration_ms / THROUGH_MS);
    return { duration_ms: best.duration_ms - cutsThrough * THROUGH_MS, cutsThrough };
  }

  /** How the cheapest route ends. Its duration has what private stretches cost on top. */
  #best(destinations: readonly OraclePoint[]): Last | null {
    let best: Last | null = null;
    for (const destination of destinations) {
      for (const directed of this.#directedOf(destination)) {
        for (const origin of this.#origins.get(this.#pairOf(destination)) ?? []) {
          if (!mayPass(origin, directed)) continue;
          const direct_ms = this.#along_ms(origin, destination, directed);
          if (direct_ms !== null && (best === null || direct_ms < best.duration_ms)) {
            best = { duration_ms: direct_ms, state: NONE, along: origin, directed, destination };
          }
        }
        for (const state of this.#statesOf(directed)) {
          const duration_ms = this.#cost_ms[state] + this.#arriving_ms(destination, directed);
          if (duration_ms < (best?.duration_ms ?? Infinity))
            best = { duration_ms, state, along: null, directed, destination };
        }
      }
    }
    return best;
  }

  /**
   * Whether a route of this tree, somewhere on its way, stands where a route from this point begins, in each
   * direction. Then the point leads nowhere that the tree does not lead to.
   */
  contains(point: OraclePoint): boolean {
    return this.#directedOf(point).every((directed) => {
      const part = this.#model.access[directed] === 1 ? START : FREE;
      return this.#cost_ms[directed * 3 + part] < Infinity;
    });
  }

  #pairOf(point: OraclePoint): number {
    return this.#model.firstPairOfWay[point.way] + point.place;
  }

  /** The directions in which the mode may use the pair of a point. */
  #directedOf(point: OraclePoint): number[] {
    const forward = this.#pairOf(point) * 2;
    return [forward, forward + 1].filter(
      (d) => mayPass(point, d) && this.#model.access[d] !== 0 && !this.#model.isClosed(d),
    );
  }

  #statesOf(directed: number): number[] {
    return [directed * 3, directed * 3 + 1, directed * 3 + 2, ...(this.#extraOfDirected.get(directed) ?? [])];
  }

  #leaving_ms(point: OraclePoint, directed: number): number {
    return Math.round(this.#model.cost_ms[directed] * (directed % 2 === 0 ? 1 - point.share : point.share));
  }

  #arriving_ms(point: OraclePoint, directed: number): number {
    return Math.round(this.#model.cost_ms[directed] * (directed % 2 === 0 ? point.share : 1 - point.share));
  }

  /**
   * Milliseconds straight on from one point to the other on one pair; null when they are on different
   * pairs or in the wrong order.
   */
  #along_ms(origin: OraclePoint, destination: OraclePoint, directed: number): number | null {
    if (this.#pairOf(origin) !== this.#pairOf(destination)) return null;
    const ahead = directed % 2 === 0 ? destination.share - origin.share : origin.share - destination.share;
    return ahead < 0 ? null : Math.round(this.#model.cost_ms[directed] * ahead);
  }

  #start(origin: OraclePoint): void {
    for (const directed of this.#directedOf(origin)) {
      const start = this.#starts.push({ origin, directed }) - 1;
      const part = this.#model.access[directed] === 1 ? START : FREE;
      this.#goOn({ directed, part, progress: NOTHING }, this.#leaving_ms(origin, directed), startMark(start));
    }
  }

  #run(destinations: readonly OraclePoint[] | null): void {
    let found_ms = Infinity;
    const wanted = new Map<number, OraclePoint[]>();
    for (const point of destinations ?? []) {
      for (const d of this.#directedOf(point)) wanted.set(d, [...(wanted.get(d) ?? []), point]);
    }
    for (let state = this.#heap.pop(); state !== undefined; state = this.#heap.pop()) {
      const reached_ms = this.#heap.poppedCost;
      if (reached_ms > this.#cost_ms[state]) continue;
      if (reached_ms > found_ms) return;
      const directed = this.#directed(state);
      for (const point of wanted.get(directed) ?? [])
        found_ms = Math.min(found_ms, reached_ms + this.#arriving_ms(point, directed));
      const isPlain = state < this.#plainStates;
      const part = isPlain ? state % 3 : this.#partOfExtra(state);
      const progress = isPlain ? NOTHING : this.#progress[state - this.#plainStates];
      this.#goOn({ directed, part, progress }, reached_ms + this.#model.cost_ms[directed], state);
    }
  }

  /** Goes from the far end of a directed pair, reached at `cost_ms`, onto every pair that may follow. */
  #goOn(at: { directed: number; part: number; progress: Progress }, cost_ms: number, previous: number): void {
    const model = this.#model;
    const node = model.head[at.directed];
    const nodeAccess = model.nodeAccess(node);
    const held = this.#held(at.directed, at.progress);
    const back = at.directed ^ 1;
    const allowed = [...model.arms(node)].filter((to) => model.access[to] !== 0 && this.#isAllowed(held, to));
    // A private road is no way on for who comes on a free one.
    const isWayOn = (to: number): boolean =>
      model.access[at.directed] === 1 || (model.access[to] === 2 && nodeAccess === 'free');
    const mayTurnBack =
      this.#without.turningBack === true || !allowed.some((to) => to !== back && isWayOn(to));
    for (const to of allowed) {
      if (to === back && !mayTurnBack) continue;
      if (model.isClosed(to) || model.isTurnClosed(at.directed, to)) continue;
      const passing_ms = model.passing_ms(at.directed, to);
      if (passing_ms === null) continue;
      const partAfterNode = nodeAccess === 'ends' ? nextPart(at.part, 1) : at.part;
      const part = nextPart(partAfterNode, model.access[to]);
      const through_ms = partAfterNode === END && part === FREE ? THROUGH_MS : 0;
      if (through_ms > 0 && this.#without.cuttingThrough === true) continue;
      this.#reach(to, part, this.#advanced(held, to), cost_ms + passing_ms + through_ms, previous);
    }
  }

  /** The restrictions that one has begun to follow at the end of a directed pair. */
  #held(directed: number, progress: Progress): Progress {
    const begun = this.#model.sequencesFrom.get(directed);
    return begun === undefined ? progress : [...progress, ...begun.map((sequence) => [sequence, 0] as const)];
  }

  #isAllowed(held: Progress, to: number): boolean {
    let mustFollow = false;
    let follows = false;
    for (const [sequence, place] of held) {
      const { rule, directed } = this.#model.sequences[sequence];
      const isNext = directed[place + 1] === to;
      if (rule === 'no' && isNext && place + 2 === directed.length) return false;
      if (rule === 'only' && place + 2 === directed.length) {
        mustFollow = true;
        follows ||= isNext;
      }
    }
    return !mustFollow || follows;
  }

  #advanced(held: Progress, to: number): Progress {
    if (held.length === 0) return NOTHING;
    return held
      .filter(
        ([sequence, place]) =>
          this.#model.sequences[sequence].directed[place + 1] === to &&
          place + 2 < this.#model.sequences[sequence].directed.length,
      )
      .map(([sequence, place]) => [sequence, place + 1] as const);
  }

  #reach(directed: number, part: number, progress: Progress, cost_ms: number, previous: number): void {
    const state = progress.length === 0 ? directed * 3 + part : this.#extraState(directed, part, progress);
    if (cost_ms >= this.#cost_ms[state]) return;
    this.#cost_ms[state] = cost_ms;
    this.#previous[state] = previous;
    this.#heap.push(cost_ms, state);
  }

  #extraState(directed: number, part: number, progress: Progress): number {
    const key = `${directed} ${part} ${progress
      .map(([sequence, place]) => `${sequence}:${place}`)
      .sort()
      .join(' ')}`;
    const known = this.#extra.get(key);
    if (known !== undefined) return known;
    const state = this.#plainStates + this.#progress.length;
    this.#extra.set(key, state);
    this.#progress.push(progress);
    this.#directedOfExtra.push(directed * 3 + part);
    this.#extraOfDirected.set(directed, [...(this.#extraOfDirected.get(directed) ?? []), state]);
    if (state >= this.#cost_ms.length) this.#grow();
    this.#cost_ms[state] = Infinity;
    return state;
  }

  #grow(): void {
    const room = this.#cost_ms.length + Math.max(1024, this.#progress.length);
    const cost_ms = new Float64Array(room);
    cost_ms.set(this.#cost_ms);
    const previous = new Int32Array(room).fill(NONE);
    previous.set(this.#previous);
    this.#cost_ms = cost_ms;
    this.#previous = previous;
  }

  #directed(state: number): number {
    return Math.floor(
      (state < this.#plainStates ? state : this.#directedOfExtra[state - this.#plainStates]) / 3,
    );
  }

  #partOfExtra(state: number): number {
    return this.#directedOfExtra[state - this.#plainStates] % 3;
  }

  #unroll(last: number, duration_ms: number, destination: OraclePoint): OracleRoute {
    const directed: number[] = [];
    const parts: number[] = [];
    let at = last;
    for (; at >= 0; at = this.#previous[at]) {
      directed.push(this.#directed(at));
      parts.push(at < this.#plainStates ? at % 3 : this.#partOfExtra(at));
    }
    const start = this.#starts[startOfMark(at)];
    directed.push(start.directed);
    parts.push(this.#model.access[start.directed] === 1 ? START : FREE);
    directed.reverse();
    parts.reverse();
    const cutsThrough = parts.filter((part, i) => {
      if (i === 0 || part !== FREE) return false;
      const atGate = this.#model.nodeAccess(this.#model.head[directed[i - 1]]) === 'ends';
      return parts[i - 1] === END || (parts[i - 1] === FREE && atGate);
    }).length;
    const { length_m, head } = this.#model;
    const d0 = directed[0];
    const d1 = directed[directed.length - 1];
    const shareOf = (point: OraclePoint, forwards: boolean): number =>
      forwards ? point.share : 1 - point.share;
    let distance_m =
      length_m[d0 >> 1] * (1 - shareOf(start.origin, d0 % 2 === 0)) +
      length_m[d1 >> 1] * shareOf(destination, d1 % 2 === 0);
    for (const d of directed.slice(1, -1)) distance_m += length_m[d >> 1];
    return {
      duration_ms: duration_ms - cutsThrough * THROUGH_MS,
      cutsThrough,
      distance_m,
      nodes: directed.slice(0, -1).map((d) => head[d]),
      directed,
      origin: start.origin,
      destination,
    };
  }

  #alongOnePair(
    origin: OraclePoint,
    destination: OraclePoint,
    directed: number,
    duration_ms: number,
  ): OracleRoute {
    const distance_m = this.#model.length_m[directed >> 1] * Math.abs(destination.share - origin.share);
    return { duration_ms, cutsThrough: 0, distance_m, nodes: [], directed: [directed], origin, destination };
  }
}

/** Values below 0 in `previous`: -1 is nothing, -2 and below are the starts. */
const NONE = -1;
const startMark = (start: number): number => -2 - start;
const startOfMark = (mark: number): number => -2 - mark;

/** A binary heap of (cost, state), smallest cost first. Outdated entries stay in; the reader skips them. */
class Heap {
  readonly #costs: number[] = [];
  readonly #states: number[] = [];
  poppedCost = 0;

  push(cost: number, state: number): void {
    let i = this.#costs.length;
    this.#costs.push(cost);
    this.#states.push(state);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.#costs[parent] <= cost) break;
      this.#costs[i] = this.#costs[parent];
      this.#states[i] = this.#states[parent];
      i = parent;
    }
    this.#costs[i] = cost;
    this.#states[i] = state;
  }

  pop(): number | undefined {
    if (this.#costs.length === 0) return undefined;
    this.poppedCost = this.#costs[0];
    const top = this.#states[0];
    const cost = this.#costs.pop()!;
    const state = this.#states.pop()!;
    const length = this.#costs.length;
    if (length > 0) this.#sink(cost, state, length);
    return top;
  }

  #sink(cost: number, state: number, length: number): void {
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= length) break;
      if (child + 1 < length && this.#costs[child + 1] < this.#costs[child]) child++;
      if (this.#costs[child] >= cost) break;
      this.#costs[i] = this.#costs[child];
      this.#states[i] = this.#states[child];
      i = child;
    }
    this.#costs[i] = cost;
    this.#states[i] = state;
  }
}

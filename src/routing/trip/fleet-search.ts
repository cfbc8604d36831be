import type { Fleet } from './fleet.js';
import { NO_ORDER } from './fleet.js';
import { seeded, type TripOrder } from './trip-problem.js';

/**
 * An omitted task costs as much as this amount of travel, plus the same amount again for each 1/100 of
 * priority.
 */
const LEFT_OUT_MS = 1e9;
/**
 * The limits on rounds and effort. For 100 orders and 8 vehicles, the search takes about the same time to
 * reach either limit.
 */
const ROUNDS = 12_000;
const ROUNDS_OF_AN_ORDER = 500;
const MOST_EFFORT = 8_000_000;
const SEED = 1;
/**
 * The search sometimes accepts a worse plan at random: at the start, a plan that is worse by up to the first
 * share of all travel, and at the end, by up to the second share.
 */
const [HOT, COLD] = [0.005, 0.0002];
/**
 * The approximate number of orders that a round removes, and the maximum number that it removes from one
 * vehicle.
 */
const [TAKEN_OUT, IN_A_ROW] = [10, 10];
/** One in this many positions is skipped, so that the same orders do not always end up in the same place. */
const SKIPPED_ONE_OF = 100;
/** The maximum number of neighbors that are considered for an order. */
const MOST_NEAR = 200;

/** Compares two orders to sort the orders that are to be reinserted. */
type Sorting = (a: number, b: number) => number;

/**
 * Plans the routes of several vehicles by the ruin-and-recreate method (Christiaens and Vanden Berghe, 2020).
 * Each round removes orders from neighboring routes and reinserts each order where it costs least. The search
 * keeps better plans, and at first also slightly worse plans.
 */
export class FleetSearch {
  readonly #fleet: Fleet;
  readonly #orders: readonly TripOrder[];
  readonly #random = seeded(SEED);
  readonly #near: number[][] = [];
  readonly #sortings: readonly Sorting[];
  readonly #byPriority: Sorting | null;
  /** Per vehicle: whether the vehicle has no breaks and every order consists of a single task. */
  readonly #isPlain: readonly boolean[];
  /** Per changed vehicle: its route before this round. */
  readonly #before = new Map<number, number[]>();
  #untilSkip = 0;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    this.#orders = fleet.problem.orders;
    const { travel, problem } = fleet;
    const by = (value: (order: TripOrder) => number): Sorting => {
      const values = this.#orders.map(value);
      return (a, b) => compare(values[a], values[b]);
    };
    const depot = problem.vehicles[0].start ?? travel.nowhere;
    const size = by(({ tasks }) => tasks[0].change.reduce((sum, own) => sum - Math.abs(own), 0));
    const far = by(({ tasks }) => -travel.between_ms(depot, tasks[0].place!));
    this.#sortings = [
      by(({ tasks }) => tasks[0].windows.reduce((sum, own) => sum + own.to_ms - own.from_ms, 0)),
      ...[size, size],
      by(({ tasks }) => tasks[0].windows[tasks[0].windows.length - 1].to_ms),
      ...[far, (a: number, b: number) => far(b, a)],
    ];
    const isSingle = this.#orders.every(({ tasks }) => tasks.length === 1);
    this.#isPlain = problem.vehicles.map(({ breaks }) => isSingle && breaks.length === 0);
    const hasPriorities = this.#orders.some(({ priority }) => priority !== this.#orders[0].priority);
    this.#byPriority = hasPriorities ? by(({ priority }) => -priority) : null;
  }

  /** Runs the search, pausing regularly so that other work can run. */
  *run(told?: (share: number) => void): Generator<void, void> {
    const fleet = this.#fleet;
    yield* this.#findNear();
    this.#putBack();
    let cost = this.#cost();
    let [best, bestCost] = [fleet.routes.slice(), cost];
    const scale = Math.max(1, cost % LEFT_OUT_MS);
    const rounds = Math.min(ROUNDS, ROUNDS_OF_AN_ORDER * this.#orders.length);
    for (let round = 0; ; round++) {
      const share = Math.max(round / rounds, fleet.effort / MOST_EFFORT);
      if (share >= 1) break;
      told?.(share);
      this.#before.clear();
      this.#takeOut();
      this.#putBack();
      const now = this.#cost();
      const heat = scale * HOT * (COLD / HOT) ** share;
      if (now < cost - heat * Math.log(this.#random())) {
        cost = now;
        if (cost < bestCost) [best, bestCost] = [fleet.routes.slice(), cost];
      } else this.#restore(this.#before);
      yield;
    }
    this.#restore(new Map(best.entries()));
  }

  *#findNear(): Generator<void, void> {
    const { travel } = this.#fleet;
    const place = this.#orders.map(({ tasks }) => tasks[0].place!);
    for (const own of place) {
      const away = place.map((other) => travel.between_ms(own, other));
      this.#near.push([...place.keys()].sort((a, b) => away[a] - away[b] || a - b).slice(0, MOST_NEAR));
      yield;
    }
  }

  #cost(): number {
    const { routes, vehicleOf } = this.#fleet;
    let cost = 0;
    for (let vehicle = 0; vehicle < routes.length; vehicle++) cost += this.#fleet.cost_ms(vehicle);
    for (let order = 0; order < vehicleOf.length; order++) {
      if (vehicleOf[order] !== -1) continue;
      const { tasks, priority } = this.#orders[order];
      cost += LEFT_OUT_MS * tasks.length * (1 + 100 * priority);
    }
    return cost;
  }

  /** Removes orders that are close together: pieces of the routes near a random order. */
  #takeOut(): void {
    const { routes, vehicleOf } = this.#fleet;
    let [whole, used] = [0, 0];
    for (const { length } of routes) {
      whole += length;
      if (length > 0) used++;
    }
    const longest = Math.min(IN_A_ROW, whole / Math.max(1, used));
    const pieces = Math.max(1, Math.floor(this.#random() * ((4 * TAKEN_OUT) / (1 + longest) - 1) + 1));
    const middle = Math.floor(this.#random() * this.#orders.length);
    for (const order of this.#near[middle]) {
      if (this.#before.size >= pieces) break;
      const vehicle = vehicleOf[order];
      if (vehicle === -1 || this.#before.has(vehicle)) continue;
      this.#takePiece(vehicle, order, longest);
    }
  }

  #takePiece(vehicle: number, order: number, longest: number): void {
    const { routes, tasksOf, orderOf, vehicleOf } = this.#fleet;
    const route = routes[vehicle];
    const length = 1 + Math.floor(this.#random() * Math.min(route.length, longest));
    const at = route.indexOf(tasksOf[order][0]);
    const least = Math.max(0, at - length + 1);
    const most = Math.max(least, Math.min(at, route.length - length));
    const from = least + Math.floor(this.#random() * (most - least + 1));
    this.#note(vehicle);
    if (this.#isPlain[vehicle]) {
      for (let i = from; i < from + length; i++) vehicleOf[orderOf[route[i]]] = -1;
      return this.#fleet.takePiece(vehicle, from, length);
    }
    const gone = new Set(route.slice(from, from + length).map((task) => orderOf[task]));
    gone.delete(NO_ORDER);
    for (const own of gone) vehicleOf[own] = -1;
    this.#fleet.setRoute(
      vehicle,
      route.filter((task) => !gone.has(orderOf[task])),
    );
  }

  #note(vehicle: number): void {
    if (!this.#before.has(vehicle)) this.#before.set(vehicle, this.#fleet.routes[vehicle]);
  }

  #restore(routes: ReadonlyMap<number, number[]>): void {
    const { vehicleOf, orderOf } = this.#fleet;
    const tell = (vehicle: number, to: number): void => {
      for (const task of this.#fleet.routes[vehicle])
        if (orderOf[task] !== NO_ORDER) vehicleOf[orderOf[task]] = to;
    };
    for (const vehicle of routes.keys()) tell(vehicle, -1);
    for (const [vehicle, route] of routes) {
      this.#fleet.setRoute(vehicle, route);
      tell(vehicle, vehicle);
    }
  }

  /** Reinserts each order where it costs least. Orders that do not fit into any route are left out. */
  #putBack(): void {
    const { vehicleOf } = this.#fleet;
    const out: number[] = [];
    for (let order = 0; order < vehicleOf.length; order++) if (vehicleOf[order] === -1) out.push(order);
    this.#sort(out);
    for (const order of out) {
      const found = this.#fleet.cheapest(order, this.#isSkipped);
      if (found === null) continue;
      this.#note(found.vehicle);
      this.#fleet.insert(order, found);
    }
  }

  /**
   * Half of the time, shuffles the orders; otherwise, sorts them by one of the criteria. Sometimes, orders
   * with a high priority come first.
   */
  #sort(out: number[]): void {
    const sorting = Math.floor(this.#random() * (this.#sortings.length + 4));
    if (sorting < this.#sortings.length) out.sort(this.#sortings[sorting]);
    else
      for (let i = out.length - 1; i > 0; i--) {
        const k = Math.floor(this.#random() * (i + 1));
        [out[i], out[k]] = [out[k], out[i]];
      }
    if (this.#byPriority !== null && this.#random() < 0.5) out.sort(this.#byPriority);
  }

  readonly #isSkipped = (): boolean => {
    if (this.#untilSkip-- > 0) return false;
    this.#untilSkip = Math.floor(Math.log(this.#random()) / Math.log(1 - 1 / SKIPPED_ONE_OF));
    return true;
  };
}

/** Compares numbers that may be infinite. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

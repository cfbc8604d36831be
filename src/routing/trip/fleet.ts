import { earliest_ms, latest_ms, TravelTimes, type TripProblem, type TripTask } from './trip-problem.js';

/**
 * Where an order is inserted into a route: its task goes before the task currently at index `at`, and its
 * second task, if it has one, before the task currently at index `then`.
 */
export interface Insertion {
  vehicle: number;
  at: number;
  then: number;
  more_ms: number;
}

/** Used in place of an order number for a break. */
export const NO_ORDER = -1;

/**
 * The routes of all vehicles while a plan is being computed. A route is a list of task numbers. A route
 * always contains all breaks of its vehicle.
 */
export class Fleet {
  readonly problem: TripProblem;
  readonly travel: TravelTimes;
  readonly tasks: TripTask[] = [];
  /** Indexed by task. */
  readonly orderOf: number[] = [];
  /** Per order: the numbers of its tasks. */
  readonly tasksOf: number[][];
  readonly routes: number[][];
  /** Indexed by vehicle. */
  readonly travel_ms: number[];
  /** Per order: the vehicle that does it, or -1 if the order is not in any route. */
  readonly vehicleOf: Int32Array;
  /**
   * The effort spent so far, in units that each take about the same time. The count is the same on every
   * machine.
   */
  effort = 0;
  readonly #counts: number[];
  /** Per vehicle and kind of load: the amount at departure. */
  readonly #loaded: number[][];
  /** Per task: when it ends, where the vehicle is at that time, and the latest feasible arrival. */
  readonly #done_ms: Float64Array;
  readonly #place: Int32Array;
  readonly #latest_ms: Float64Array;
  /** Per task: its own place, or -1 for a break; and the travel time from the previous place in its route. */
  readonly #own: Int32Array;
  readonly #leg_ms: Float64Array;
  readonly #service_ms: Float64Array;
  /**
   * Per task: when its first window begins, when its last window ends, and whether it has more than one
   * window.
   */
  readonly #from_ms: Float64Array;
  readonly #to_ms: Float64Array;
  readonly #hasMore: Uint8Array;
  /** Per vehicle: its waiting time, or null if the waiting time has not been computed yet. */
  readonly #waiting_ms: (number | null)[];
  /** Indexed by vehicle. */
  readonly #lastLeg_ms: number[];
  readonly #isUsable: boolean[];
  /** Whether nothing is picked up on any route, in which case a vehicle's load is largest at departure. */
  readonly #isDelivery: boolean;

  constructor(problem: TripProblem) {
    this.problem = problem;
    this.travel = new TravelTimes(problem);
    const { orders, vehicles } = problem;
    const add = (task: TripTask, order: number): number => {
      this.orderOf.push(order);
      return this.tasks.push(task) - 1;
    };
    this.tasksOf = orders.map(({ tasks }, order) => tasks.map((task) => add(task, order)));
    this.routes = vehicles.map(({ breaks }) => breaks.map((own) => add(own, NO_ORDER)));
    this.travel_ms = vehicles.map(() => 0);
    this.#counts = vehicles.map(() => 0);
    this.#loaded = vehicles.map(({ capacity }) => capacity.map(() => 0));
    this.vehicleOf = new Int32Array(orders.length).fill(-1);
    this.#isDelivery = this.tasks.every(({ change }) => change.every((more) => more <= 0));
    this.#done_ms = new Float64Array(this.tasks.length);
    this.#place = new Int32Array(this.tasks.length);
    this.#latest_ms = new Float64Array(this.tasks.length);
    this.#own = Int32Array.from(this.tasks, ({ place }) => place ?? -1);
    this.#leg_ms = new Float64Array(this.tasks.length);
    this.#service_ms = Float64Array.from(this.tasks, ({ service_ms }) => service_ms);
    this.#from_ms = Float64Array.from(this.tasks, ({ windows }) => windows[0].from_ms);
    this.#to_ms = Float64Array.from(this.tasks, ({ windows }) => windows[windows.length - 1].to_ms);
    this.#hasMore = Uint8Array.from(this.tasks, ({ windows }) => Number(windows.length > 1));
    this.#waiting_ms = vehicles.map(() => null);
    this.#lastLeg_ms = vehicles.map(() => 0);
    this.#isUsable = vehicles.map((_, vehicle) => this.#schedule(vehicle));
  }

  /**
   * Returns the travel time of a vehicle that does the tasks in this order, or Infinity if doing so would
   * break any rule. If the route contains only breaks, the vehicle does not move.
   */
  travelOf_ms(vehicle: number, route: readonly number[]): number {
    const { start, end, shift, capacity, mostTasks, mostTravel_ms } = this.problem.vehicles[vehicle];
    const load = capacity.map((_, kind) =>
      route.reduce((sum, task) => sum + (this.tasks[task].loaded[kind] ?? 0), 0),
    );
    const isOver = (): boolean => load.some((own, kind) => own > capacity[kind]);
    if (isOver()) return Infinity;
    let [time_ms, travel_ms, count, at] = [shift.from_ms, 0, 0, start ?? this.travel.nowhere];
    const go = (place: number): void => {
      const own_ms = this.travel.between_ms(at, place);
      time_ms += own_ms;
      travel_ms += own_ms;
      at = place;
    };
    for (const task of route) {
      const { place, service_ms, windows, change } = this.tasks[task];
      if (place !== null) {
        go(place);
        count++;
      }
      time_ms = earliest_ms(windows, time_ms) + service_ms;
      if (time_ms === Infinity) return Infinity;
      change.forEach((more, kind) => (load[kind] += more));
      if (isOver()) return Infinity;
    }
    if (count === 0) return 0;
    go(end ?? this.travel.nowhere);
    const isGood = isBy(time_ms, shift.to_ms) && count <= mostTasks && travel_ms <= mostTravel_ms;
    return isGood ? travel_ms : Infinity;
  }

  /**
   * Returns the objective: a vehicle's travel time, plus its waiting time multiplied by the price of waiting.
   */
  cost_ms(vehicle: number): number {
    const { waitingPrice = 0 } = this.problem;
    if (waitingPrice === 0) return this.travel_ms[vehicle];
    this.#waiting_ms[vehicle] ??= this.setsOut(vehicle).waiting_ms;
    return this.travel_ms[vehicle] + waitingPrice * this.#waiting_ms[vehicle];
  }

  /**
   * Returns how much later a vehicle can depart without finishing later, and how much waiting time remains if
   * it does so.
   */
  setsOut(vehicle: number): { later_ms: number; waiting_ms: number } {
    const { vehicles, spare_ms = 0 } = this.problem;
    let [waited_ms, slack_ms, time_ms] = [0, Infinity, vehicles[vehicle].shift.from_ms];
    if (this.#counts[vehicle] === 0) return { later_ms: 0, waiting_ms: 0 };
    for (const task of this.routes[vehicle]) {
      const begin_ms = this.#done_ms[task] - this.#service_ms[task];
      waited_ms += begin_ms - time_ms - (this.#own[task] === -1 ? 0 : this.#leg_ms[task]);
      const { windows } = this.tasks[task];
      const window = windows.find((own) => begin_ms <= own.to_ms)!;
      slack_ms = Math.min(slack_ms, waited_ms + window.to_ms - begin_ms - spare_ms);
      time_ms = this.#done_ms[task];
    }
    const later_ms = Math.max(0, Math.min(waited_ms, slack_ms));
    return { later_ms, waiting_ms: waited_ms - later_ms };
  }

  /** Assigns a new route to a vehicle, which must be able to complete the route. */
  setRoute(vehicle: number, route: number[]): void {
    this.routes[vehicle] = route;
    // After a stop is removed, the vehicle may be too late for the following stops if traveling without that
    // stop takes longer.
    if (this.#schedule(vehicle)) return;
    const rest = route.filter((task) => this.orderOf[task] === NO_ORDER);
    for (const task of route) if (this.orderOf[task] !== NO_ORDER) this.vehicleOf[this.orderOf[task]] = -1;
    this.routes[vehicle] = rest;
    this.#schedule(vehicle);
  }

  insert(order: number, { vehicle, at, then, more_ms }: Insertion): void {
    const [before, [first, second]] = [this.routes[vehicle], this.tasksOf[order]];
    this.vehicleOf[order] = vehicle;
    if (second !== undefined || this.problem.vehicles[vehicle].breaks.length > 0) {
      const route = second === undefined ? before : before.toSpliced(then, 0, second);
      this.setRoute(vehicle, route.toSpliced(at, 0, first));
    } else {
      this.routes[vehicle] = before.toSpliced(at, 0, first);
      this.travel_ms[vehicle] += more_ms;
      this.#count(vehicle, first, 1);
      this.#scheduleFrom(vehicle, at, 1);
    }
  }

  /** Removes `count` consecutive single-task orders from a route. */
  takePiece(vehicle: number, at: number, count: number): void {
    const [before, { ms, size, nowhere }] = [this.routes[vehicle], this.travel];
    const { start, end } = this.problem.vehicles[vehicle];
    const route = before.toSpliced(at, count);
    const from = at === 0 ? (start ?? nowhere) : this.#own[before[at - 1]];
    const to = at < route.length ? this.#own[route[at]] : (end ?? nowhere);
    const leg_ms = ms[from * size + to];
    if (leg_ms === Infinity || route.length === 0) return this.setRoute(vehicle, route);
    let gone_ms = at < route.length ? this.#leg_ms[route[at]] : this.#lastLeg_ms[vehicle];
    for (let i = at; i < at + count; i++) {
      gone_ms += this.#leg_ms[before[i]];
      this.#count(vehicle, before[i], -1);
    }
    this.routes[vehicle] = route;
    this.travel_ms[vehicle] += leg_ms - gone_ms;
    // Traveling through a stop may be faster than traveling without it.
    if (!this.#scheduleFrom(vehicle, at, 0)) this.setRoute(vehicle, route);
  }

  #count(vehicle: number, task: number, sign: 1 | -1): void {
    const [load, { loaded }] = [this.#loaded[vehicle], this.tasks[task]];
    this.#counts[vehicle] += sign;
    for (let kind = 0; kind < load.length; kind++) load[kind] += sign * (loaded[kind] ?? 0);
  }

  /**
   * Returns the position where inserting an order adds the least travel, or null if the order does not fit
   * anywhere. @param isSkipped whether to skip the next position
   */
  cheapest(order: number, isSkipped: () => boolean): Insertion | null {
    const best: Insertion = { vehicle: -1, at: 0, then: 0, more_ms: Infinity };
    const { vehicles: allowed, tasks } = this.problem.orders[order];
    const first = this.tasksOf[order][0];
    for (let vehicle = 0; vehicle < this.routes.length; vehicle++) {
      if (!this.#isUsable[vehicle] || (allowed !== null && !allowed.has(vehicle))) continue;
      if (this.#counts[vehicle] + tasks.length > this.problem.vehicles[vehicle].mostTasks) continue;
      if (tasks.length > 1) this.#lookPair(best, vehicle, order, isSkipped);
      else if (!this.#isDelivery || this.#hasRoom(vehicle, tasks[0]))
        this.#lookSingle(best, vehicle, first, isSkipped);
    }
    return best.vehicle === -1 ? null : best;
  }

  #hasRoom(vehicle: number, { loaded }: TripTask): boolean {
    const [{ capacity }, load] = [this.problem.vehicles[vehicle], this.#loaded[vehicle]];
    for (let kind = 0; kind < load.length; kind++)
      if (load[kind] + (loaded[kind] ?? 0) > capacity[kind]) return false;
    return true;
  }

  #lookSingle(best: Insertion, vehicle: number, task: number, isSkipped: () => boolean): void {
    const [route, places, done, leg] = [this.routes[vehicle], this.#place, this.#done_ms, this.#leg_ms];
    const { start, end, shift, mostTravel_ms, breaks } = this.problem.vehicles[vehicle];
    const { ms, back_ms, size, nowhere } = this.travel;
    const [row, over_ms, count] = [this.#own[task] * size, this.#to_ms[task], route.length];
    const [lastLeg_ms, last] = [this.#lastLeg_ms[vehicle], row + (end ?? nowhere)];
    const most_ms = mostTravel_ms - this.travel_ms[vehicle];
    let [before, from_ms] = [start ?? nowhere, shift.from_ms];
    this.effort += count + 1;
    for (let at = 0; at <= count; at++) {
      let next = at;
      if (breaks.length > 0) while (next < count && this.#own[route[next]] === -1) next++;
      const isLast = next === count;
      const to_ms = back_ms[row + before];
      const on_ms = ms[isLast ? last : row + places[route[next]]];
      const more_ms = to_ms + on_ms - (isLast ? lastLeg_ms : leg[route[next]]);
      if (more_ms < best.more_ms && more_ms <= most_ms) {
        let time_ms = this.#begin_ms(task, from_ms + to_ms) + this.#service_ms[task];
        for (let i = at; i < next; i++)
          time_ms = this.#begin_ms(route[i], time_ms) + this.#service_ms[route[i]];
        if (
          isBy(time_ms + on_ms, isLast ? shift.to_ms : this.#latest_ms[route[next]]) &&
          !isSkipped() &&
          (this.#isDelivery || this.#isPossible(vehicle, route.toSpliced(at, 0, task)))
        ) {
          best.vehicle = vehicle;
          best.at = at;
          best.more_ms = more_ms;
        }
      }
      if (at === count) return;
      before = places[route[at]];
      from_ms = done[route[at]];
      if (from_ms > over_ms) return;
    }
  }

  #isPossible(vehicle: number, route: readonly number[]): boolean {
    this.effort += route.length;
    return this.travelOf_ms(vehicle, route) < Infinity;
  }

  /** Tries every position of the second task after every position of the first, checking all rules. */
  #lookPair(best: Insertion, vehicle: number, order: number, isSkipped: () => boolean): void {
    const route = this.routes[vehicle];
    const [first, second] = this.tasksOf[order];
    for (let at = 0; at <= route.length; at++) {
      if (isSkipped()) continue;
      for (let then = at; then <= route.length; then++) {
        const tried = [...route.slice(0, at), first, ...route.slice(at, then), second, ...route.slice(then)];
        this.effort += tried.length;
        const more_ms = this.travelOf_ms(vehicle, tried) - this.travel_ms[vehicle];
        if (more_ms < best.more_ms) Object.assign(best, { vehicle, at, then, more_ms });
      }
    }
  }

  /** Computes a route's times. @returns whether the route is on time */
  #schedule(vehicle: number): boolean {
    this.travel_ms[vehicle] = 0;
    this.#counts[vehicle] = 0;
    this.#loaded[vehicle].fill(0);
    const { start, end } = this.problem.vehicles[vehicle];
    const { ms, size, nowhere } = this.travel;
    let at = start ?? nowhere;
    for (const task of this.routes[vehicle]) {
      const own = this.#own[task];
      if (own === -1) continue;
      this.#count(vehicle, task, 1);
      this.travel_ms[vehicle] += ms[at * size + own];
      at = own;
    }
    if (this.#counts[vehicle] > 0) this.travel_ms[vehicle] += ms[at * size + (end ?? nowhere)];
    return this.#scheduleFrom(vehicle, 0, Infinity);
  }

  /**
   * Recomputes the times of a changed route: `fresh` tasks, starting at position `from`, are new, and the
   * tasks before and after them are unchanged. A break takes place wherever the vehicle is, so the times of a
   * route with breaks are recomputed from its beginning.
   * @returns whether it is on time
   */
  #scheduleFrom(vehicle: number, from: number, fresh: number): boolean {
    this.#waiting_ms[vehicle] = null;
    const [route, places, leg, done] = [this.routes[vehicle], this.#place, this.#leg_ms, this.#done_ms];
    const { start, end, shift } = this.problem.vehicles[vehicle];
    const { ms, size, nowhere } = this.travel;
    let at = from === 0 ? (start ?? nowhere) : places[route[from - 1]];
    let time_ms = from === 0 ? shift.from_ms : done[route[from - 1]];
    let i = from;
    for (; i < route.length; i++) {
      const task = route[i];
      const own = this.#own[task];
      if (own !== -1) {
        leg[task] = ms[at * size + own];
        time_ms += leg[task];
        at = own;
      }
      time_ms = this.#begin_ms(task, time_ms) + this.#service_ms[task];
      places[task] = at;
      // All later times are unchanged.
      if (i >= from + fresh && done[task] === time_ms) break;
      done[task] = time_ms;
    }
    this.effort += Math.min(i, route.length) - from;
    const isLast = i === route.length;
    if (isLast) {
      this.#lastLeg_ms[vehicle] = this.#counts[vehicle] === 0 ? 0 : ms[at * size + (end ?? nowhere)];
      if (!isBy(time_ms + this.#lastLeg_ms[vehicle], shift.to_ms)) return false;
    }
    const behind = Math.min(route.length, from + fresh);
    let limit_ms = behind === route.length ? shift.to_ms : this.#latest_ms[route[behind]];
    let leg_ms = behind === route.length ? this.#lastLeg_ms[vehicle] : leg[route[behind]];
    for (let k = behind - 1; k >= 0; k--) {
      const task = route[k];
      limit_ms = this.#end_ms(task, limit_ms - leg_ms - this.#service_ms[task]);
      if (k < from && this.#latest_ms[task] === limit_ms) break;
      this.#latest_ms[task] = limit_ms;
      leg_ms = this.#own[task] === -1 ? 0 : leg[task];
    }
    return true;
  }

  /** Works like earliest_ms() and latest_ms(), but for the windows of a task. */
  #begin_ms(task: number, time_ms: number): number {
    if (time_ms > this.#to_ms[task]) return Infinity;
    if (time_ms < this.#from_ms[task]) return this.#from_ms[task];
    return this.#hasMore[task] === 1 ? earliest_ms(this.tasks[task].windows, time_ms) : time_ms;
  }

  #end_ms(task: number, time_ms: number): number {
    if (time_ms < this.#from_ms[task]) return -Infinity;
    if (time_ms > this.#to_ms[task]) return this.#to_ms[task];
    return this.#hasMore[task] === 1 ? latest_ms(this.tasks[task].windows, time_ms) : time_ms;
  }
}

/** Whether a time is within a limit. Infinity is never on time, even if the limit is infinite. */
function isBy(time_ms: number, limit_ms: number): boolean {
  return time_ms < Infinity && time_ms <= limit_ms;
}

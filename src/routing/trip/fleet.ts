import { earliest_ms, latest_ms, TravelTimes, type TripProblem, type TripTask } from './trip-problem.js';

/** Where an order is put into a route: its task stands before what is at `at` now; a second one at `then`. */
export interface Insertion {
  vehicle: number;
  at: number;
  then: number;
  more_ms: number;
}

/** Of a break. */
export const NO_ORDER = -1;

/**
 * The routes of all vehicles while they are planned. A route is a list of numbers of tasks. It has the breaks
 * of its vehicle from the beginning, and they stay.
 */
export class Fleet {
  readonly problem: TripProblem;
  readonly travel: TravelTimes;
  readonly tasks: TripTask[] = [];
  /** By task. */
  readonly orderOf: number[] = [];
  /** By order: numbers of its tasks. */
  readonly tasksOf: number[][];
  readonly routes: number[][];
  /** By vehicle. */
  readonly travel_ms: number[];
  /** By order; -1: it is in no route. */
  readonly vehicleOf: Int32Array;
  /** What was tried so far, in about equal steps: the same on every machine. */
  effort = 0;
  readonly #counts: number[];
  /** By vehicle and kind: what lies in it when it sets out. */
  readonly #loaded: number[][];
  /** By task: when it is done, where the vehicle is then, and by when one has to arrive. */
  readonly #done_ms: Float64Array;
  readonly #place: Int32Array;
  readonly #latest_ms: Float64Array;
  readonly #isUsable: boolean[];
  /** Nothing is picked up: a vehicle has the most load when it sets out. */
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
    this.#isUsable = vehicles.map((_, vehicle) => this.#schedule(vehicle));
  }

  /**
   * What a vehicle travels that does tasks in this order, by all rules; Infinity where it cannot do so. It
   * stays where it is for breaks alone.
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

  /** Gives a vehicle another route, which it can do. */
  setRoute(vehicle: number, route: number[]): void {
    this.routes[vehicle] = route;
    // Where a shorter way over a stop that has gone does not exist, what is left may be too late.
    if (this.#schedule(vehicle)) return;
    const rest = route.filter((task) => this.orderOf[task] === NO_ORDER);
    for (const task of route) if (this.orderOf[task] !== NO_ORDER) this.vehicleOf[this.orderOf[task]] = -1;
    this.routes[vehicle] = rest;
    this.#schedule(vehicle);
  }

  insert(order: number, { vehicle, at, then }: Insertion): void {
    const route = this.routes[vehicle].slice();
    const [first, second] = this.tasksOf[order];
    if (second !== undefined) route.splice(then, 0, second);
    route.splice(at, 0, first);
    this.vehicleOf[order] = vehicle;
    this.setRoute(vehicle, route);
  }

  /** Where an order adds least travel; null where it fits nowhere. @param isSkipped leaves places out */
  cheapest(order: number, isSkipped: () => boolean): Insertion | null {
    const best: Insertion = { vehicle: -1, at: 0, then: 0, more_ms: Infinity };
    const { vehicles: allowed } = this.problem.orders[order];
    for (let vehicle = 0; vehicle < this.routes.length; vehicle++) {
      if (!this.#isUsable[vehicle] || allowed?.has(vehicle) === false) continue;
      const [first, second] = this.tasksOf[order];
      const { mostTasks } = this.problem.vehicles[vehicle];
      if (this.#counts[vehicle] + this.tasksOf[order].length > mostTasks) continue;
      if (second !== undefined) this.#lookPair(best, vehicle, order, isSkipped);
      else if (!this.#isDelivery || this.#hasRoom(vehicle, this.tasks[first]))
        this.#lookSingle(best, vehicle, first, isSkipped);
    }
    return best.vehicle === -1 ? null : best;
  }

  #hasRoom(vehicle: number, { loaded }: TripTask): boolean {
    const { capacity } = this.problem.vehicles[vehicle];
    return capacity.every((most, kind) => this.#loaded[vehicle][kind] + (loaded[kind] ?? 0) <= most);
  }

  #lookSingle(best: Insertion, vehicle: number, task: number, isSkipped: () => boolean): void {
    const route = this.routes[vehicle];
    const { start, end, shift, mostTravel_ms } = this.problem.vehicles[vehicle];
    const { place, service_ms, windows } = this.tasks[task];
    const { ms, size, nowhere } = this.travel;
    const [here, over_ms, count] = [place!, windows[windows.length - 1].to_ms, route.length];
    const isEmpty = this.#counts[vehicle] === 0;
    const most_ms = mostTravel_ms - this.travel_ms[vehicle];
    let [before, from_ms] = [start ?? nowhere, shift.from_ms];
    for (let at = 0; at <= count && from_ms <= over_ms; at++) {
      if (at > 0) {
        before = this.#place[route[at - 1]];
        from_ms = this.#done_ms[route[at - 1]];
      }
      this.effort++;
      const to_ms = ms[before * size + here];
      let time_ms = earliest_ms(windows, from_ms + to_ms) + service_ms;
      let next = at;
      for (; next < count && this.orderOf[route[next]] === NO_ORDER; next++) {
        const own = this.tasks[route[next]];
        time_ms = earliest_ms(own.windows, time_ms) + own.service_ms;
      }
      const isLast = next === count;
      const after = isLast ? (end ?? nowhere) : this.#place[route[next]];
      const on_ms = ms[here * size + after];
      const more_ms = to_ms + on_ms - (isEmpty ? 0 : ms[before * size + after]);
      if (!(more_ms < best.more_ms) || more_ms > most_ms) continue;
      if (!isBy(time_ms + on_ms, isLast ? shift.to_ms : this.#latest_ms[route[next]])) continue;
      if (isSkipped()) continue;
      if (!this.#isDelivery && !this.#isPossible(vehicle, route.toSpliced(at, 0, task))) continue;
      best.vehicle = vehicle;
      best.at = at;
      best.more_ms = more_ms;
    }
  }

  #isPossible(vehicle: number, route: readonly number[]): boolean {
    this.effort += route.length;
    return this.travelOf_ms(vehicle, route) < Infinity;
  }

  /** Each place of the second task behind each of the first, by all rules. */
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

  /** Times of a route. @returns whether it is on time */
  #schedule(vehicle: number): boolean {
    const [route, tasks, place] = [this.routes[vehicle], this.tasks, this.#place];
    const { start, end, shift } = this.problem.vehicles[vehicle];
    const { ms, size, nowhere } = this.travel;
    const load = this.#loaded[vehicle].fill(0);
    let [time_ms, travel_ms, count, at] = [shift.from_ms, 0, 0, start ?? nowhere];
    for (let i = 0; i < route.length; i++) {
      const own = tasks[route[i]];
      if (own.place !== null) {
        const own_ms = ms[at * size + own.place];
        time_ms += own_ms;
        travel_ms += own_ms;
        at = own.place;
        count++;
        for (let kind = 0; kind < load.length; kind++) load[kind] += own.loaded[kind] ?? 0;
      }
      time_ms = earliest_ms(own.windows, time_ms) + own.service_ms;
      this.#done_ms[route[i]] = time_ms;
      place[route[i]] = at;
    }
    let next = end ?? nowhere;
    const last_ms = count === 0 ? 0 : ms[at * size + next];
    this.travel_ms[vehicle] = travel_ms + last_ms;
    this.#counts[vehicle] = count;
    let limit_ms = shift.to_ms;
    for (let i = route.length - 1; i >= 0; i--) {
      const own = tasks[route[i]];
      const here = place[route[i]];
      const own_ms = count === 0 ? 0 : ms[here * size + next];
      limit_ms = latest_ms(own.windows, limit_ms - own_ms - own.service_ms);
      this.#latest_ms[route[i]] = limit_ms;
      next = here;
    }
    return isBy(time_ms + last_ms, shift.to_ms);
  }
}

/** Infinity is no time, also where there is no end. */
function isBy(time_ms: number, limit_ms: number): boolean {
  return time_ms < Infinity && time_ms <= limit_ms;
}

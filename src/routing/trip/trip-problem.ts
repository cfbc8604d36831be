/**
 * The input of a plan: the vehicles, and the tasks that they carry out. Times are integers in milliseconds,
 * so that sums are exact and the same on every machine.
 */

/** Both endpoints belong to the window. */
export interface TimeWindow {
  from_ms: number;
  /** Infinity if the window has no end. */
  to_ms: number;
}

/** A task at a place, or a break, which the driver takes wherever the vehicle is. */
export interface TripTask {
  /** The index of the place in the matrix, or null for a break. */
  place: number | null;
  service_ms: number;
  /** When the task may begin: at least one window, in chronological order and without overlaps. */
  windows: readonly TimeWindow[];
  /** Per kind of load: the amount that the vehicle has on board for this task at departure. */
  loaded: readonly number[];
  /** How the load changes at this task: the value is negative for a delivery and positive for a pickup. */
  change: readonly number[];
}

/** A single task, or two tasks that the same vehicle does in the given order: a pickup and its delivery. */
export interface TripOrder {
  tasks: readonly TripTask[];
  /**
   * The order's priority, at least 0. If it is impossible to do all orders, the plan maximizes the sum of the
   * priorities of the orders that are done.
   */
  priority: number;
  /** The indexes of the vehicles that are allowed to do the order, or null for all vehicles. */
  vehicles: ReadonlySet<number> | null;
}

export interface TripVehicle {
  /**
   * The numbers of the start and end places; null if the vehicle starts at its first task or ends at its last
   * one.
   */
  start: number | null;
  end: number | null;
  /** The vehicle departs no earlier than the shift begins and finishes no later than the shift ends. */
  shift: TimeWindow;
  capacity: readonly number[];
  /** The breaks in chronological order. The vehicle takes all breaks. */
  breaks: readonly TripTask[];
  mostTasks: number;
  mostTravel_ms: number;
}

export interface TripProblem {
  places: number;
  /** Travel times from each place to every other place, in row-major order; Infinity if there is no path. */
  travel_ms: Float64Array;
  orders: readonly TripOrder[];
  vehicles: readonly TripVehicle[];
  /** A departure is delayed only as long as at least this much of each window is left. */
  spare_ms?: number;
  /** The cost of waiting relative to traveling for the same amount of time: from 0 (the default) to 1. */
  waitingPrice?: number;
}

/** The requested plan, which does not depend on the roads. */
export type AskedPlan = Pick<TripProblem, 'orders' | 'vehicles' | 'waitingPrice'>;

/** A task of a route with its times; `order` is the order's number. */
interface PlannedVisit {
  /** Null for a break. */
  order: number | null;
  task: TripTask;
  arrival_ms: number;
  /** The waiting time before the task begins. */
  waiting_ms: number;
}

export interface PlannedRoute {
  /** The departure time: as late as possible without finishing later. */
  departure_ms: number;
  end_ms: number;
  travel_ms: number;
  /** Empty for a vehicle that is not used. */
  visits: PlannedVisit[];
}

/** Why an order is not in any route. */
export type LeftOut =
  | { reason: 'no_path' | 'too_large' | 'no_vehicle' | 'no_room' }
  /** The earliest arrival of any vehicle that does nothing else, and the window that it misses. */
  | { reason: 'window'; window: TimeWindow; earliest_ms: number }
  /** When a vehicle that does nothing else would finish, and the shift in which it must finish. */
  | { reason: 'too_long'; end_ms: number; shift: TimeWindow };

export interface TripPlan {
  /** Indexed by vehicle. */
  routes: PlannedRoute[];
  leftOut: ({ order: number } & LeftOut)[];
}

/**
 * The matrix with one additional place at distance 0 from all other places. This place is the start or end of
 * a vehicle that may start or end anywhere.
 */
export class TravelTimes {
  readonly nowhere: number;
  /** The travel times in row-major order: `size * size` numbers. */
  readonly ms: Float64Array;
  /**
   * The travel times in column-major order, so that the times to a place are as close together in memory as
   * the times from a place.
   */
  readonly back_ms: Float64Array;
  readonly size: number;

  constructor({ places, travel_ms }: TripProblem) {
    this.nowhere = places;
    this.size = places + 1;
    this.ms = new Float64Array(this.size * this.size);
    for (let from = 0; from < places; from++) {
      this.ms.set(travel_ms.subarray(from * places, (from + 1) * places), from * this.size);
      this.ms[from * this.size + from] = 0;
    }
    const { ms, size } = this;
    this.back_ms = ms.map((_, cell) => ms[(cell % size) * size + Math.floor(cell / size)]);
  }

  between_ms(from: number, to: number): number {
    return this.ms[from * this.size + to];
  }
}

/**
 * Returns the earliest time within the windows at or after a given time, or Infinity if all windows are over
 * by then.
 */
export function earliest_ms(windows: readonly TimeWindow[], time_ms: number): number {
  for (let i = 0; i < windows.length; i++)
    if (time_ms <= windows[i].to_ms) return Math.max(time_ms, windows[i].from_ms);
  return Infinity;
}

/**
 * Returns the latest time within the windows at or before a given time, or -Infinity if no window has begun
 * by then.
 */
export function latest_ms(windows: readonly TimeWindow[], time_ms: number): number {
  for (let i = windows.length - 1; i >= 0; i--)
    if (windows[i].from_ms <= time_ms) return Math.min(time_ms, windows[i].to_ms);
  return -Infinity;
}

/** Returns a generator of random numbers between 0 and 1 that are the same in every run: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

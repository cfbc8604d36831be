/**
 * A plan's input: who drives, and what they visit. Times are whole milliseconds, so that sums are exact and
 * the same on every machine.
 */

/** Includes both ends. */
export interface TimeWindow {
  from_ms: number;
  /** Infinity if it has no end. */
  to_ms: number;
}

/** A task at a place, or a break, which the driver takes wherever the vehicle is. */
export interface TripTask {
  /** The number of the place in the matrix; null for a break. */
  place: number | null;
  service_ms: number;
  /** When it may begin: at least one window, in order of time, apart from each other. */
  windows: readonly TimeWindow[];
  /** By kind of load: the amount in the vehicle for it at departure. */
  loaded: readonly number[];
  /** The change of the load here: down for a delivery, up for a pickup. */
  change: readonly number[];
}

/** A task, or two that the same vehicle does in this order: a pickup and its delivery. */
export interface TripOrder {
  tasks: readonly TripTask[];
  /** From 0. If not all orders can be done, the plan does those with the highest sum of it. */
  priority: number;
  /** Numbers of the vehicles that may do it; null for all. */
  vehicles: ReadonlySet<number> | null;
}

export interface TripVehicle {
  /** Numbers of places; null if it begins at its first task, and ends at its last one. */
  start: number | null;
  end: number | null;
  /** It leaves no earlier, and ends no later. */
  shift: TimeWindow;
  capacity: readonly number[];
  /** In order of time. A vehicle takes all of them. */
  breaks: readonly TripTask[];
  mostTasks: number;
  mostTravel_ms: number;
}

export interface TripProblem {
  places: number;
  /** From each place to each, row by row; Infinity if no path leads there. */
  travel_ms: Float64Array;
  orders: readonly TripOrder[];
  vehicles: readonly TripVehicle[];
  /** Vehicles do not set out so late that less than this is left of a window. */
  spare_ms?: number;
  /** The price of waiting on the way, relative to as much travel: from 0, the default, to 1. */
  waitingPrice?: number;
}

/** The requested plan, whatever the roads are. */
export type AskedPlan = Pick<TripProblem, 'orders' | 'vehicles' | 'waitingPrice'>;

/** Orders by number, each task of a route with its time. */
interface PlannedVisit {
  /** Null for a break. */
  order: number | null;
  task: TripTask;
  arrival_ms: number;
  /** Time until it begins. */
  waiting_ms: number;
}

export interface PlannedRoute {
  /** As late as possible without a later end. */
  departure_ms: number;
  end_ms: number;
  travel_ms: number;
  /** Empty for a vehicle that stays where it is. */
  visits: PlannedVisit[];
}

/** Why an order is in no route. */
export type LeftOut =
  | { reason: 'no_path' | 'too_large' | 'no_vehicle' | 'no_room' }
  /** The earliest arrival of any vehicle that does nothing else, and the window that it misses. */
  | { reason: 'window'; window: TimeWindow; earliest_ms: number }
  /** When a vehicle that does nothing else would end, and when it has to. */
  | { reason: 'too_long'; end_ms: number; shift: TimeWindow };

export interface TripPlan {
  /** By vehicle. */
  routes: PlannedRoute[];
  leftOut: ({ order: number } & LeftOut)[];
}

/**
 * The matrix with one more place, which is at distance 0 from all others: the end of a vehicle that may begin
 * or end anywhere.
 */
export class TravelTimes {
  readonly nowhere: number;
  /** Row by row, `size * size`. */
  readonly ms: Float64Array;
  /** Column by column: places near in time are near in memory, whichever end is looked at. */
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

/** The earliest time within the windows from that moment on; Infinity if they are over. */
export function earliest_ms(windows: readonly TimeWindow[], time_ms: number): number {
  for (let i = 0; i < windows.length; i++)
    if (time_ms <= windows[i].to_ms) return Math.max(time_ms, windows[i].from_ms);
  return Infinity;
}

/** The latest time within the windows up to that moment; -Infinity if they have not begun. */
export function latest_ms(windows: readonly TimeWindow[], time_ms: number): number {
  for (let i = windows.length - 1; i >= 0; i--)
    if (windows[i].from_ms <= time_ms) return Math.min(time_ms, windows[i].to_ms);
  return -Infinity;
}

/** Random numbers from 0 to 1 that are the same in each run: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

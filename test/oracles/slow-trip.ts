import type { TimeWindow, TripPlan, TripProblem, TripTask } from '../../src/routing/trip/trip-problem.js';

/** Rules of trips, written as they are said, and the best plan by looking at all of them. */

/** What breaks a rule in the route of a vehicle; null where nothing does. */
function fault(problem: TripProblem, vehicle: number, tasks: readonly TripTask[]): string | null {
  const { start, end, shift, capacity, breaks, mostTasks, mostTravel_ms } = problem.vehicles[vehicle];
  const stops = tasks.filter(({ place }) => place !== null);
  if (stops.length === 0) return tasks.length === 0 ? null : 'breaks of a vehicle that does nothing';
  if (tasks.length - stops.length !== breaks.length) return 'a break is missing';
  if (stops.length > mostTasks) return 'too many tasks';
  const load = capacity.map((_, kind) => tasks.reduce((sum, task) => sum + (task.loaded[kind] ?? 0), 0));
  let [time, where, travel] = [shift.from_ms, start, 0];
  const go = (to: number | null): void => {
    const leg =
      where === null || to === null ? 0 : where === to ? 0 : problem.travel_ms[where * problem.places + to];
    time += leg;
    travel += leg;
    where = to;
  };
  if (load.some((own, kind) => own > capacity[kind])) return 'too much load at the start';
  for (const task of tasks) {
    if (task.place !== null) go(task.place);
    const window = task.windows.find(({ to_ms }) => time <= to_ms);
    if (window === undefined) return 'after the last window';
    time = Math.max(time, window.from_ms) + task.service_ms;
    task.change.forEach((own, kind) => (load[kind] += own));
    if (load.some((own, kind) => own > capacity[kind])) return 'too much load';
  }
  go(end);
  if (!(time < Infinity)) return 'no way';
  if (time > shift.to_ms) return 'after the shift';
  return travel > mostTravel_ms ? 'too much travel' : null;
}

function travelOf(
  { travel_ms, places, vehicles }: TripProblem,
  vehicle: number,
  tasks: readonly TripTask[],
): number {
  const stops = tasks.flatMap(({ place }) => (place === null ? [] : [place]));
  const { start, end } = vehicles[vehicle];
  if (stops.length === 0) return 0;
  const all = [...(start === null ? [] : [start]), ...stops, ...(end === null ? [] : [end])];
  return all.slice(1).reduce((sum, to, i) => sum + (to === all[i] ? 0 : travel_ms[all[i] * places + to]), 0);
}

/**
 * The least waiting of all departures that are in the same windows as the first one, and end no later. It
 * changes where a visit begins as late as it may, or where nothing is waited for any more.
 */
function waitOf({ travel_ms, places, vehicles }: TripProblem, vehicle: number, tasks: readonly TripTask[]) {
  const { start, shift } = vehicles[vehicle];
  const from = (departure: number, windows: readonly TimeWindow[] | null) => {
    let [now, where, waited] = [departure, start, 0];
    const used: TimeWindow[] = [];
    const latest: number[] = [departure];
    for (const [i, task] of tasks.entries()) {
      if (task.place !== null) {
        if (where !== null && where !== task.place) now += travel_ms[where * places + task.place];
        where = task.place;
      }
      const window = (windows === null ? task.windows : [windows[i]]).find(({ to_ms }) => now <= to_ms);
      if (window === undefined) return null;
      used.push(window);
      const wait = Math.max(0, window.from_ms - now);
      waited += wait;
      now += wait;
      latest.push(departure + waited + window.to_ms - now);
      now += task.service_ms;
    }
    return { used, latest: [...latest, departure + waited], waited, now };
  };
  if (tasks.every(({ place }) => place === null)) return 0;
  const first = from(shift.from_ms, null)!;
  const tried = first.latest.map((departure) => from(departure, first.used));
  return Math.min(...tried.map((own) => (own !== null && own.now === first.now ? own.waited : Infinity)));
}

/** What is wrong with a plan; empty for nothing. */
export function faultsOf(problem: TripProblem, plan: TripPlan): string[] {
  const wrong: string[] = [];
  const seen = new Map<number, number>();
  plan.routes.forEach((route, vehicle) => {
    const tasks = route.visits.map(({ task }) => task);
    const own = fault(problem, vehicle, tasks);
    if (own !== null) wrong.push(`vehicle ${vehicle}: ${own}`);
    if (travelOf(problem, vehicle, tasks) !== route.travel_ms) wrong.push('another travel');
    let [now, where] = [route.departure_ms, problem.vehicles[vehicle].start];
    if (now < problem.vehicles[vehicle].shift.from_ms) wrong.push('it leaves too early');
    const next = new Map<number, number>();
    for (const { order, task, arrival_ms, waiting_ms } of route.visits) {
      if (task.place !== null) {
        if (where !== null && where !== task.place)
          now += problem.travel_ms[where * problem.places + task.place];
        where = task.place;
      }
      if (arrival_ms !== now) wrong.push('another arrival');
      const begin = arrival_ms + waiting_ms;
      if (!task.windows.some(({ from_ms, to_ms }) => from_ms <= begin && begin <= to_ms))
        wrong.push('not in a window');
      now = begin + task.service_ms;
      if (order === null) continue;
      const { tasks: own, vehicles } = problem.orders[order];
      if (vehicles?.has(vehicle) === false) wrong.push('a vehicle that may not');
      const done = next.get(order) ?? 0;
      if (own[done] !== task) wrong.push('another task is next');
      next.set(order, done + 1);
    }
    for (const [order, done] of next) {
      if (done !== problem.orders[order].tasks.length) wrong.push('half an order');
      seen.set(order, (seen.get(order) ?? 0) + 1);
    }
    if (where !== null && problem.vehicles[vehicle].end !== null && where !== problem.vehicles[vehicle].end)
      now += problem.travel_ms[where * problem.places + problem.vehicles[vehicle].end];
    if (tasks.length > 0 && now !== route.end_ms) wrong.push('another end');
  });
  for (const { order } of plan.leftOut) seen.set(order, (seen.get(order) ?? 0) + 1);
  problem.orders.forEach((_, order) => {
    if (seen.get(order) !== 1) wrong.push(`order ${order} is there ${seen.get(order) ?? 0} times`);
  });
  return wrong;
}

/** Travel, and waiting for its price. */
function costOf(problem: TripProblem, vehicle: number, tasks: readonly TripTask[]): number {
  const { waitingPrice = 0 } = problem;
  return travelOf(problem, vehicle, tasks) + waitingPrice * waitOf(problem, vehicle, tasks);
}

/** The least of what is left out, then the least cost, over all plans. For a handful of orders. */
export function bestPlan(problem: TripProblem): { leftOut: number; cost_ms: number } {
  const { orders, vehicles } = problem;
  const sets = 2 ** orders.length;
  const least = vehicles.map((_, vehicle) =>
    Array.from({ length: sets }, (__, set) => {
      const chosen = orders.filter((_order, k) => (set >> k) % 2 === 1);
      const isFor = chosen.every((own) => own.vehicles?.has(vehicle) !== false);
      return isFor
        ? leastOf(
            problem,
            vehicle,
            chosen.map(({ tasks }) => tasks),
          )
        : Infinity;
    }),
  );
  let best = { leftOut: Infinity, cost_ms: Infinity };
  const spread = (vehicle: number, left: number, cost_ms: number): void => {
    if (cost_ms === Infinity) return;
    if (vehicle === vehicles.length) {
      const leftOut = orders.reduce(
        (sum, { tasks, priority }, k) =>
          sum + ((left >> k) % 2 === 1 ? tasks.length * (1 + 100 * priority) : 0),
        0,
      );
      const isBetter = leftOut < best.leftOut || (leftOut === best.leftOut && cost_ms < best.cost_ms);
      if (isBetter) best = { leftOut, cost_ms };
      return;
    }
    for (let set = 0; set < sets; set++)
      if ((set & left) === set) spread(vehicle + 1, left - set, cost_ms + least[vehicle][set]);
  };
  spread(0, sets - 1, 0);
  return best;
}

function leastOf(problem: TripProblem, vehicle: number, chosen: readonly (readonly TripTask[])[]): number {
  if (chosen.length === 0) return 0;
  const lines = [...chosen, problem.vehicles[vehicle].breaks];
  let least = Infinity;
  const add = (tasks: readonly TripTask[], at: readonly number[]): void => {
    const open = lines.flatMap((line, k) => (at[k] < line.length ? [k] : []));
    if (open.length === 0 && fault(problem, vehicle, tasks) === null)
      least = Math.min(least, costOf(problem, vehicle, tasks));
    for (const k of open)
      add(
        [...tasks, lines[k][at[k]]],
        at.map((own, i) => (i === k ? own + 1 : own)),
      );
  };
  add(
    [],
    lines.map(() => 0),
  );
  return least;
}

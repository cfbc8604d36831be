import type { PlannedRoute, TripPlan, TripTask } from '../../../routing/trip/trip-problem.js';
import type { NamedTask, VroomProblem } from './vroom-file.js';

/** Sums over tasks, routes or the whole plan: seconds, meters, and loads by kind. */
interface Sums {
  cost: number;
  delivery: readonly number[];
  pickup: readonly number[];
  setup: number;
  service: number;
  duration: number;
  waiting_time: number;
  priority: number;
  distance: number;
}

/** Writes a plan in VROOM's format. */
export function vroomSolution(vroom: VroomProblem, plan: TripPlan): string {
  const all = sumsOf(vroom);
  const routes = plan.routes.flatMap((route, i) => {
    if (route.visits.length === 0) return [];
    const { sums, steps } = routeOf(vroom, route, i);
    add(all, sums);
    const { id: vehicle, description } = vroom.vehicles[i];
    return [{ vehicle, description, ...written(vroom, sums), steps, violations: [] }];
  });
  const unassigned = plan.leftOut.flatMap(({ order }) =>
    vroom.problem.orders[order].tasks.map((task) => {
      const { type, named } = vroom.tasks.get(task)!;
      return { ...shown(named), type };
    }),
  );
  const { cost, ...rest } = written(vroom, all);
  const counts = { cost, routes: routes.length, unassigned: unassigned.length };
  const summary = { ...counts, ...rest, violations: [] };
  return `${JSON.stringify({ code: 0, summary, unassigned, routes }, null, 2)}\n`;
}

function sumsOf({ problem }: VroomProblem): Sums {
  const none = problem.vehicles[0].capacity.map(() => 0);
  return {
    ...{ cost: 0, delivery: none, pickup: none, setup: 0, service: 0 },
    ...{ duration: 0, waiting_time: 0, priority: 0, distance: 0 },
  };
}

function add(sums: Sums, more: Partial<Sums>): void {
  for (const [name, own] of Object.entries(more) as [keyof Sums, number & number[]][]) {
    const before = sums[name];
    const sum = typeof before === 'number' ? before + own : before.map((load, kind) => load + own[kind]);
    Object.assign(sums, { [name]: sum });
  }
}

/** Writes sums, omitting loads if there are none, and the distance if it is unknown. */
function written(
  { distances_m }: VroomProblem,
  { delivery, pickup, distance, ...rest }: Sums,
): Partial<Sums> & { cost: number } {
  return {
    ...rest,
    ...(delivery.length > 0 && { delivery, pickup }),
    ...(distances_m !== null && { distance }),
  };
}

/** Returns a task's fields from the file. */
function shown({ id, description, location, location_index }: NamedTask['named']): object {
  return { id, description, location, location_index };
}

const seconds = (time_ms: number): number => time_ms / 1000;

function routeOf(
  vroom: VroomProblem,
  { visits, departure_ms, end_ms }: PlannedRoute,
  vehicle: number,
): { sums: Sums; steps: object[] } {
  const { problem, tasks, distances_m } = vroom;
  const { start, end, capacity } = problem.vehicles[vehicle];
  const own = vroom.vehicles[vehicle];
  const sums = sumsOf(vroom);
  const load = capacity.map((_, kind) => visits.reduce((sum, { task }) => sum + (task.loaded[kind] ?? 0), 0));
  let at = start;
  const go = (place: number): void => {
    const cell = (at ?? place) * problem.places + place;
    const duration = at === place || at === null ? 0 : seconds(problem.travel_ms[cell]);
    const distance = duration === 0 ? 0 : Math.round(distances_m?.[cell] ?? 0);
    add(sums, { duration, distance, cost: duration });
    at = place;
  };
  const step = (type: string, arrival_ms: number, more: object): object => ({
    ...{ type, setup: 0, service: 0, waiting_time: 0, ...more },
    ...(capacity.length > 0 && { load: load.slice() }),
    ...{ arrival: seconds(arrival_ms), duration: sums.duration, violations: [] },
    ...(distances_m !== null && { distance: sums.distance }),
  });
  const steps: object[] = [];
  if (start !== null)
    steps.push(step('start', departure_ms, { location: own.start, location_index: own.start_index }));
  for (const { order, task, arrival_ms, waiting_ms } of visits) {
    const { type, named } = tasks.get(task)!;
    if (task.place !== null) go(task.place);
    const times = { service: seconds(task.service_ms), waiting_time: seconds(waiting_ms) };
    const priority = order === null ? 0 : problem.orders[order].priority;
    add(sums, { ...times, priority, ...loadsOf(type, task, capacity) });
    load.forEach((_, kind) => (load[kind] += task.change[kind] ?? 0));
    steps.push(
      step(type, arrival_ms, { ...shown(named), ...(type === 'job' && { job: named.id }), ...times }),
    );
  }
  if (end !== null) {
    go(end);
    steps.push(step('end', end_ms, { location: own.end, location_index: own.end_index }));
  }
  return { sums, steps };
}

function loadsOf(
  type: NamedTask['type'],
  { loaded, change }: TripTask,
  kinds: readonly unknown[],
): Pick<Sums, 'delivery' | 'pickup'> {
  const of = (loads: readonly number[], kind: number): number => loads[kind] ?? 0;
  const delivery = kinds.map((_, kind) => (type === 'delivery' ? 0 - of(change, kind) : of(loaded, kind)));
  return { delivery, pickup: delivery.map((own, kind) => own + of(change, kind)) };
}

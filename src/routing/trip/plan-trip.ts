import { exactTour, MOST_EXACT } from './exact-tour.js';
import { Fleet, NO_ORDER } from './fleet.js';
import { FleetSearch } from './fleet-search.js';
import { reasonOf } from './left-out.js';
import { searchedTour } from './tour-search.js';
import { earliest_ms, type PlannedRoute, type TripPlan, type TripProblem } from './trip-problem.js';

/** The travel time that stands for a missing path when the orders of one vehicle are sorted: 30 years. */
const NO_WAY_MS = 1e12;
/**
 * More kicks do not improve the result noticeably. If another search has already run, even fewer kicks are
 * sufficient.
 */
const [KICKS, KICKS_AFTER_SEARCH] = [40, 10];

/**
 * Plans which vehicle visits which places, and in which order. The plan omits as few tasks as possible,
 * minimizes total travel, and avoids waiting. For a single vehicle without constraints, the plan is optimal
 * for up to MOST_EXACT orders. The same problem always gives the same plan. The search pauses regularly so
 * that other work can run.
 * @param told at each pause, receives the fraction of the search that has been completed, from 0 to 1
 */
export function* planTrip(problem: TripProblem, told?: (share: number) => void): Generator<void, TripPlan> {
  const fleet = new Fleet(problem);
  if (!(yield* isOneTour(fleet, told))) {
    yield* new FleetSearch(fleet).run(told);
    // For a single vehicle, the fastest order of all its tasks has already been tried.
    const isTried = fleet.routes.length === 1 && !fleet.vehicleOf.includes(-1);
    for (let vehicle = isTried ? 1 : 0; vehicle < fleet.routes.length; vehicle++) {
      const tour = yield* tourOf(fleet, { vehicle, route: fleet.routes[vehicle], kicks: KICKS_AFTER_SEARCH });
      if (fleet.travelOf_ms(vehicle, tour) >= fleet.travel_ms[vehicle]) continue;
      const [before, cost_ms] = [fleet.routes[vehicle], fleet.cost_ms(vehicle)];
      fleet.setRoute(vehicle, tour);
      if (fleet.cost_ms(vehicle) > cost_ms) fleet.setRoute(vehicle, before);
    }
  }
  const leftOut = [...fleet.vehicleOf].flatMap((vehicle, order) =>
    vehicle === -1 ? [{ order, ...reasonOf(problem, fleet.travel, order) }] : [],
  );
  return { routes: fleet.routes.map((_, vehicle) => timed(fleet, vehicle)), leftOut };
}

/** Whether one vehicle can do all tasks in the fastest order without waiting. */
function* isOneTour(fleet: Fleet, told?: (share: number) => void): Generator<void, boolean> {
  const { orders, vehicles } = fleet.problem;
  if (orders.length === 0) return true;
  const isFor = orders.every(({ vehicles: allowed }) => allowed?.has(0) !== false);
  if (vehicles.length !== 1 || !isFor || fleet.routes[0].length > 0) return false;
  const route = fleet.tasksOf.flatMap((tasks) => tasks);
  const tour = yield* tourOf(fleet, { vehicle: 0, route, kicks: KICKS, told });
  if (fleet.travelOf_ms(0, tour) === Infinity) return false;
  fleet.vehicleOf.fill(0);
  fleet.setRoute(0, tour);
  // If the vehicle has to wait, another order may involve less waiting, so a search is then started from the
  // fastest order.
  return fleet.cost_ms(0) === fleet.travel_ms[0];
}

interface Wanted {
  vehicle: number;
  route: number[];
  /** The number of kicks per task in a search. */
  kicks: number;
  told?: ((share: number) => void) | undefined;
}

/**
 * Finds the fastest order for some tasks, ignoring their time windows. The order does not change if there is
 * no alternative.
 */
function* tourOf(fleet: Fleet, { vehicle, route, kicks, told }: Wanted): Generator<void, number[]> {
  const isPlain = route.every((task) => fleet.tasksOf[fleet.orderOf[task]]?.length === 1);
  if (!isPlain || route.length === 0) return route;
  const { travel, tasks, problem } = fleet;
  const { start, end } = problem.vehicles[vehicle];
  const places = route.map((task) => tasks[task].place!);
  const all = [start ?? travel.nowhere, ...places, end ?? travel.nowhere];
  const cost = new Float64Array(all.length ** 2);
  for (const [i, from] of all.entries())
    for (const [k, to] of all.entries())
      cost[i * all.length + k] = Math.min(NO_WAY_MS, travel.between_ms(from, to));
  const order = yield* places.length <= MOST_EXACT
    ? exactTour(cost, all.length)
    : searchedTour(cost, all.length, { kicks, told });
  return order.map((i) => route[i - 1]);
}

/**
 * Returns a route with its arrival and departure times. The route starts as late as possible without ending
 * later.
 */
function timed(fleet: Fleet, vehicle: number): PlannedRoute {
  const { tasks, orderOf, travel, problem, routes } = fleet;
  const { start, end, shift } = problem.vehicles[vehicle];
  const departure_ms = shift.from_ms + fleet.setsOut(vehicle).later_ms;
  const isUsed = routes[vehicle].some((task) => orderOf[task] !== NO_ORDER);
  let [at, time_ms] = [start ?? travel.nowhere, departure_ms];
  const visits = (isUsed ? routes[vehicle] : []).map((number) => {
    const task = tasks[number];
    const order = orderOf[number] === NO_ORDER ? null : orderOf[number];
    if (task.place !== null) {
      time_ms += travel.between_ms(at, task.place);
      at = task.place;
    }
    const arrival_ms = time_ms;
    const begin_ms = earliest_ms(task.windows, arrival_ms);
    time_ms = begin_ms + task.service_ms;
    return { order, task, arrival_ms, waiting_ms: begin_ms - arrival_ms };
  });
  const last_ms = isUsed ? travel.between_ms(at, end ?? travel.nowhere) : 0;
  return { departure_ms, end_ms: time_ms + last_ms, travel_ms: fleet.travel_ms[vehicle], visits };
}

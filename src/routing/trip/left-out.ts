import {
  earliest_ms,
  type LeftOut,
  type TravelTimes,
  type TripProblem,
  type TripVehicle,
} from './trip-problem.js';

/** The reasons, ordered from the least feasible to the one closest to a feasible plan. */
const RANKS: readonly LeftOut['reason'][] = [
  ...(['no_vehicle', 'no_path', 'too_large', 'window', 'too_long', 'no_room'] as const),
];

/**
 * Returns why an order is not in any route. The reason given is the one for the vehicle that would come
 * closest to completing the order if it did nothing else.
 */
export function reasonOf(problem: TripProblem, travel: TravelTimes, order: number): LeftOut {
  const { vehicles: allowed } = problem.orders[order];
  let best: LeftOut = { reason: 'no_vehicle' };
  problem.vehicles.forEach((vehicle, number) => {
    if (allowed?.has(number) === false) return;
    const own = alone(problem, travel, { order, vehicle });
    const [rank, bestRank] = [RANKS.indexOf(own.reason), RANKS.indexOf(best.reason)];
    if (rank > bestRank || (rank === bestRank && time_ms(own) < time_ms(best))) best = own;
  });
  return best;
}

function time_ms(own: LeftOut): number {
  return own.reason === 'window' ? own.earliest_ms : own.reason === 'too_long' ? own.end_ms : 0;
}

function alone(
  problem: TripProblem,
  travel: TravelTimes,
  { order, vehicle }: { order: number; vehicle: TripVehicle },
): LeftOut {
  const { tasks } = problem.orders[order];
  const { start, end, shift, capacity } = vehicle;
  const isOver = tasks.some(({ loaded, change }) =>
    capacity.some((most, kind) => Math.max(loaded[kind] ?? 0, change[kind] ?? 0) > most),
  );
  let [at, now_ms] = [start ?? travel.nowhere, shift.from_ms];
  for (const { place, service_ms, windows } of tasks) {
    now_ms += travel.between_ms(at, place!);
    at = place!;
    if (now_ms === Infinity) return { reason: 'no_path' };
    const begin_ms = earliest_ms(windows, now_ms);
    if (begin_ms === Infinity)
      return { reason: 'window', window: windows[windows.length - 1], earliest_ms: now_ms };
    now_ms = begin_ms + service_ms;
  }
  now_ms += travel.between_ms(at, end ?? travel.nowhere);
  if (now_ms === Infinity) return { reason: 'no_path' };
  if (isOver) return { reason: 'too_large' };
  return now_ms > shift.to_ms ? { reason: 'too_long', end_ms: now_ms, shift } : { reason: 'no_room' };
}

import type { Position } from '../../../geo/position.js';
import type { Answer } from '../../../client/answers.js';
import { tripQuery } from '../../../tables/order-table.js';
import { ask, type Asked } from '../ask/ask.js';
import { language } from '../../shared/language.js';
import type { Visit } from './visits.js';

export type TripAnswer = Answer<'TripResponse'>;

/** The settings that apply to all vehicles. */
export interface Fleet {
  vehicles: number;
  /** The place where the vehicles start and end, or null if it may be anywhere. */
  home: Position | null;
  homeName: string;
  /** Empty if there is no limit. */
  capacity: string;
  minutes: number;
  /** A local time such as `2026-12-01T09:00`. */
  departAt: string;
  /** A clock time such as `18:00`, or empty if the day has no end. */
  until: string;
}

/** A visit with its planned local time. */
interface Planned {
  visit: Visit;
  arrival: string;
  /** The number of minutes to wait until the time window begins. */
  wait_min: number;
}

export interface VehiclePlan {
  stops: readonly Planned[];
  /** The times at which the vehicle leaves and returns, or empty if it may start or end anywhere. */
  out: string;
  back: string;
  distance_m: number;
  duration_s: number;
  line: readonly Position[];
}

interface LeftOut {
  visit: Visit;
  message: string;
}

export interface Plan {
  vehicles: readonly VehiclePlan[];
  leftOut: readonly LeftOut[];
}

export const NO_VISITS: VehiclePlan = {
  ...{ stops: [], out: '', back: '', distance_m: 0, duration_s: 0, line: [] },
};

/** The maximum number of stops that the service accepts, including the depot. */
export const MOST_STOPS = 100;
export const MOST_VEHICLES = 10;

/**
 * Requests a plan that says which vehicle makes which visits, and in which order.
 * @param kept visits that the user assigned to a vehicle, which take precedence over all others
 * @returns the plan, or the failed request if there is no plan
 */
export async function askPlan(
  visits: readonly Visit[],
  fleet: Fleet,
  signal: AbortSignal,
  kept: Visit | null = null,
): Promise<Plan | Asked<TripAnswer>> {
  const { home } = fleet;
  // A trip needs at least two points.
  if (visits.length === 0 || (visits.length === 1 && home === null)) return without(visits, fleet);
  const asked = await ask<TripAnswer>('/v1/trip', queryOf(visits, fleet, kept), signal);
  const { answer } = asked;
  if (answer === null) return asked;
  const first = home === null ? 0 : 1;
  const vehicles = answer.vehicles.map(
    ({ stops, distance_meters, duration_seconds, geometry }): VehiclePlan => {
      const clock = (at: (typeof stops)[number] | undefined): string => at?.arrival?.slice(11, 16) ?? '';
      return {
        stops: stops.flatMap((at) =>
          at.stop < first ? [] : [planned(visits[at.stop - first], clock(at), at.waiting_seconds)],
        ),
        ...(home === null ? { out: '', back: '' } : { out: clock(stops[0]), back: clock(stops.at(-1)) }),
        ...{ distance_m: distance_meters, duration_s: duration_seconds },
        line: geometry === undefined ? [] : geometry.coordinates,
      };
    },
  );
  const leftOut = answer.unassigned.map(({ stop, message }) => ({ visit: visits[stop - first], message }));
  return { vehicles, leftOut };
}

function planned(visit: Visit, arrival: string, wait_s = 0): Planned {
  return { visit, arrival, wait_min: Math.round(wait_s / 60) };
}

/**
 * Returns the plan for vehicles for which no route is needed, because they have no visits or a single visit
 * where they start.
 */
function without(visits: readonly Visit[], { vehicles, departAt }: Fleet): Plan {
  const stops = visits.map((visit) => {
    const clock = departAt.slice(11, 16);
    const open = visit.window.slice(0, 5);
    return planned(visit, open > clock ? open : clock);
  });
  const all = Array.from({ length: vehicles }, (_, i) => (i === 0 ? { ...NO_VISITS, stops } : NO_VISITS));
  return { vehicles: all, leftOut: [] };
}

function queryOf(visits: readonly Visit[], fleet: Fleet, kept: Visit | null): Record<string, string> {
  // Visits assigned by the user take precedence over all others.
  const priorities = [
    ...(fleet.home === null ? [] : ['']),
    ...visits.map((own) => (own === kept ? '1' : '')),
  ];
  return {
    ...tripQuery({ ...fleet, visits, vehicles: String(fleet.vehicles), lang: language.peek() }),
    ...(kept !== null && { priorities: priorities.join(';') }),
  };
}

import type { Position } from '../../../geo/position.js';
import type { Answer } from '../../../client/answers.js';
import { ask, type Asked } from '../ask/ask.js';
import { pairOf } from '../state/atlas.js';
import { language } from '../../shared/language.js';
import type { Visit } from './visits.js';

export type TripAnswer = Answer<'TripResponse'>;

/** What holds for all vehicles. */
export interface Fleet {
  vehicles: number;
  /** Where they begin and end; null: anywhere. */
  home: Position | null;
  /** Empty: no limit. */
  capacity: string;
  minutes: number;
  /** As `2026-12-01T09:00`. */
  departAt: string;
  /** As `18:00`; empty: whenever. */
  until: string;
}

/** A visit with its time, as a clock there shows it. */
interface Planned {
  visit: Visit;
  arrival: string;
}

export interface VehiclePlan {
  stops: readonly Planned[];
  /** When it sets out and is back; empty where it begins or ends anywhere. */
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

/** As many stops as the service takes, the home among them. */
export const MOST_STOPS = 100;
export const MOST_VEHICLES = 10;

/**
 * Asks who visits what, and in which order.
 * @param kept what somebody put there: others give way to it
 * @returns the request that failed, where one did
 */
export async function askPlan(
  visits: readonly Visit[],
  fleet: Fleet,
  signal: AbortSignal,
  kept: Visit | null = null,
): Promise<Plan | Asked<TripAnswer>> {
  const { home } = fleet;
  // A trip has two points.
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
          at.stop < first ? [] : [{ visit: visits[at.stop - first], arrival: clock(at) }],
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

/** Of a vehicle that has nothing to do, or one visit and begins there. */
function without(visits: readonly Visit[], { vehicles, departAt }: Fleet): Plan {
  const stops = visits.map((visit) => {
    const clock = departAt.slice(11, 16);
    const open = visit.windows.slice(0, 5);
    return { visit, arrival: open > clock ? open : clock };
  });
  const all = Array.from({ length: vehicles }, (_, i) => (i === 0 ? { ...NO_VISITS, stops } : NO_VISITS));
  return { vehicles: all, leftOut: [] };
}

function queryOf(visits: readonly Visit[], fleet: Fleet, kept: Visit | null): Record<string, string> {
  const { home, vehicles, capacity, minutes, departAt, until } = fleet;
  const list = (start: string, of: (visit: Visit) => string): string =>
    [...(home === null ? [] : [start]), ...visits.map(of)].join(';');
  return {
    stops: list(home === null ? '' : pairOf(home), ({ point }) => pairOf(point)),
    ...(home === null && { start: 'any', end: 'any' }),
    depart_at: departAt,
    windows: list(until === '' ? '' : `00:00-${until}`, ({ windows }) => windows),
    service: list('0', (visit) => String(Math.round(60 * (visit.minutes ?? minutes)))),
    loads: list('0', ({ load }) => String(load)),
    vehicles: String(vehicles),
    ...(capacity !== '' && { capacity }),
    ...(kept !== null && { priorities: list('', (visit) => (visit === kept ? '1' : '')) }),
    lang: language.peek(),
  };
}

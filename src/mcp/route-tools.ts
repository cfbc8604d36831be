import { z } from 'zod';
import { shortIsochrone, shortRoute, STEP_CHOICES } from './short-answers.js';
import {
  AVOID,
  deadline,
  DEPART_AT,
  LANGUAGE,
  MAP_LINK,
  MODE,
  VEHICLE,
  type AddTool,
  type Asked,
} from './tool.js';
import { linkedPoint, TAKEN, takePlace, takePlaces, WHERE, type Taken } from './where.js';

const MOST_VIA = 10;
/** The number of matrix cells that count as one request toward the key's limit. */
const MOST_CELLS = 100;
const MOST_POINTS = 50;

const TRAVEL = { mode: MODE, avoid: AVOID, vehicle: VEHICLE, depart_at: DEPART_AT };
type Travel = z.infer<z.ZodObject<typeof TRAVEL>>;

/** Converts travel options to `/v1` parameters. */
export const travelParameters = ({ mode, avoid, vehicle, depart_at }: Travel) => ({
  ...{ mode, vehicle, depart_at },
  ...(avoid.length > 0 && { avoid: avoid.join() }),
});

export { TRAVEL };

const MEASURE = { distance_meters: z.number(), duration_seconds: z.number() };
const SPEEDS = z
  .object({
    ...{ slot: z.string(), coverage: z.number().optional() },
    ...{ next_slot: z.string().optional(), next_slot_after_seconds: z.number().optional() },
  })
  .describe(
    'The time slot of the week whose speeds were used; `coverage` is the share learned from real drives. ' +
      '`next_slot` begins during the drive, but its speeds are not used.',
  )
  .optional();
const CLOCK = z.string().describe('Local time, as 2026-12-01T08:30.');

const ROUTE = {
  ...{ mode: z.string(), ...MEASURE, departs_at: CLOCK, arrives_at: CLOCK },
  ...{ from: TAKEN, to: TAKEN, via: z.array(TAKEN).optional() },
  legs: z.array(z.object(MEASURE)).optional().describe('With via: one leg from each point to the next.'),
  surfaces: z
    .array(z.object({ surface: z.string(), ...MEASURE }))
    .describe(
      'Road surfaces along the whole route; unpaved_meters includes gravel, earth, sand and unpaved.',
    ),
  unpaved_meters: z.number(),
  notes: z
    .array(
      z.object({
        ...{ kind: z.string(), ...MEASURE, stop: z.number().optional() },
        zone: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .describe('Ferries, fords, ice, tolls, seasonal and private roads, unpaved tracks, zones, moved ends.'),
  detour: z
    .object({
      ...MEASURE,
      closures: z.array(
        z.object({
          ...{ name: z.string().nullable(), reason: z.string().nullable(), until: z.string().nullable() },
          is_open: z.boolean(),
        }),
      ),
    })
    .optional()
    .describe('Closed roads that the route avoids, and how much longer the route is as a result.'),
  alternatives: z.array(z.object(MEASURE)).optional(),
  steps: z
    .array(z.string())
    .describe(
      'Instructions with their lengths in meters, in order. The lengths add up to the length of the whole ' +
        'route.',
    ),
  speeds: SPEEDS,
  line: z
    .object({ type: z.string(), coordinates: z.array(z.array(z.number())) })
    .optional()
    .describe('GeoJSON, which has longitude first.'),
  map: MAP_LINK,
};

export function addRouteTools(add: AddTool, asked: Asked): void {
  addRoute(add, asked);
  addMatrix(add, asked);
  addReach(add, asked);
}

function addRoute(add: AddTool, { client, link, localTime }: Asked): void {
  add(
    {
      name: 'compute_route',
      title: 'Route between places',
      description:
        'The fastest route by car or on foot: distance, time and local time of arrival, kilometers of ' +
        'asphalt, gravel and earth, steps as sentences, fords, ferries, tolls and seasonal roads, and the ' +
        'delay from closed roads. Ends may be names. To compare many places, use compute_matrix; for the ' +
        'best order of stops, use plan_trip.',
    },
    {
      ...{ origin: WHERE, destination: WHERE },
      via: z.array(WHERE).max(MOST_VIA).default([]).describe('Points to pass through, in this order.'),
      ...{ ...TRAVEL, language: LANGUAGE },
      alternatives: z
        .number()
        .int()
        .min(0)
        .max(2)
        .default(0)
        .describe('Number of alternative routes. Not with via.'),
      steps: z
        .enum(STEP_CHOICES)
        .default('main')
        .describe('main: up to 20, with short turns merged into the previous step; all: for navigation.'),
      line: z.boolean().default(false).describe('Whether to return the line, which is long.'),
    },
    ROUTE,
    async ({ origin, destination, via, language, alternatives, steps, line, ...travel }) => {
      const stops = await takePlaces(client, [origin, ...via, destination], language);
      const [from, to] = [stops[0], stops[stops.length - 1]];
      const between = stops.slice(1, -1);
      const parameters = {
        ...{ origin: from.position, destination: to.position, lang: language, ...travelParameters(travel) },
        ...{ steps: steps !== 'none', notes: true, geometry: line ? 'full' : 'ends' },
        ...(between.length > 0 && { via: between.map(({ position }) => position) }),
        ...(alternatives > 0 && { alternatives }),
      };
      const answer = await client.route(parameters, deadline());
      return {
        ...times(answer.route.duration_seconds, travel.depart_at, localTime),
        ...{
          from: from.said,
          to: to.said,
          ...(between.length > 0 && { via: between.map((one) => one.said) }),
        },
        ...shortRoute(answer, { hasLine: line, steps, language }),
        map: await link(routeHash(stops, travel, language)),
      };
    },
  );
}

/** @param departAt a local time; the current time if absent */
export function times(
  duration_s: number,
  departAt: string | undefined,
  localTime: Asked['localTime'],
): { departs_at: string; arrives_at: string } {
  if (departAt === undefined) {
    const now_ms = Date.now();
    return { departs_at: localTime(now_ms), arrives_at: localTime(now_ms + 1000 * duration_s) };
  }
  // The local time advances by the driving time: Mongolia has no daylight saving time.
  const arrives = new Date(Date.parse(`${departAt}Z`) + 1000 * duration_s);
  return { departs_at: departAt, arrives_at: arrives.toISOString().slice(0, 16) };
}

export function routeHash(
  stops: readonly Taken[],
  { mode, avoid }: Pick<Travel, 'mode' | 'avoid'>,
  language: string,
): string {
  const kinds = avoid.length > 0 ? `&a=${avoid.join()}` : '';
  return `r=${stops.map(linkedPoint).join(';')}${kinds}&m=${mode}&l=${language}`;
}

function addMatrix(add: AddTool, { client }: Asked): void {
  const points = z.array(WHERE).min(1).max(MOST_POINTS);
  add(
    {
      name: 'compute_matrix',
      title: 'Travel times between many places',
      description:
        'Travel times and distances from each origin to each destination: for "which is nearest", "who is ' +
        'closest to the customer". Rows are origins, and columns are destinations; cells without a route ' +
        `are null. The number of origins times destinations may be at most ${MOST_CELLS}.`,
    },
    { origins: points, destinations: points, ...TRAVEL, language: LANGUAGE },
    {
      ...{ mode: z.string(), origins: z.array(TAKEN), destinations: z.array(TAKEN) },
      durations_seconds: z.array(z.array(z.number().nullable())),
      distances_meters: z.array(z.array(z.number().nullable())),
      nearest_destination: z
        .array(z.number().nullable())
        .describe('For each origin, the index of the destination that is reached fastest, from 0.'),
      nearest_origin: z
        .array(z.number().nullable())
        .describe('For each destination, the index of the origin from which it is reached fastest, from 0.'),
    },
    async ({ origins, destinations, language, ...travel }) => {
      if (origins.length * destinations.length > MOST_CELLS)
        throw new Error(
          `${origins.length} origins times ${destinations.length} destinations are more than ` +
            `${MOST_CELLS}: ` +
            'send fewer at a time.',
        );
      const from = await takePlaces(client, origins, language);
      const to = await takePlaces(client, destinations, language);
      const parameters = {
        ...{
          origins: from.map(({ position }) => position),
          destinations: to.map(({ position }) => position),
        },
        ...{ ...travelParameters(travel), annotations: 'duration,distance' },
      };
      const { durations = [], distances = [] } = await client.matrix(parameters, deadline());
      const others = durations.map((row, i) =>
        row.map((cell, j) => (from[i].position.join() === to[j].position.join() ? null : cell)),
      );
      const columns = to.map((_, column) => others.map((row) => row[column]));
      return {
        ...{
          mode: travel.mode,
          origins: from.map(({ said }) => said),
          destinations: to.map(({ said }) => said),
        },
        ...{ durations_seconds: durations, distances_meters: distances },
        ...{ nearest_destination: others.map(least), nearest_origin: columns.map(least) },
      };
    },
  );
}

/** Returns the index of the smallest number, or null if there is none. */
function least(numbers: readonly (number | null)[]): number | null {
  let best: number | null = null;
  numbers.forEach((own, i) => {
    if (own !== null && (best === null || own < numbers[best]!)) best = i;
  });
  return best;
}

function addReach(add: AddTool, { client, link }: Asked): void {
  const limits = (most: number) => z.array(z.number().int().min(1).max(most)).min(1).max(3).optional();
  add(
    {
      name: 'reachable_area',
      title: 'Reachable area',
      description:
        'The area that can be reached from a place within a number of minutes or meters by road (or, with ' +
        'direction "to", from which the place can be reached): the size of the area, its sides and its ' +
        'farthest point. Use compute_route to find out whether one place is within reach.',
    },
    {
      point: WHERE,
      minutes: limits(240).describe('Up to three, ascending. Either these or meters.'),
      meters: limits(240_000).describe('Up to three, ascending.'),
      direction: z.enum(['from', 'to']).default('from'),
      ...{ ...TRAVEL, language: LANGUAGE },
      area: z.boolean().default(false).describe('Whether to return the outline, which is long.'),
    },
    {
      ...{ mode: z.string(), point: TAKEN },
      reached: z.array(
        z.object({
          ...{ minutes: z.number().optional(), meters: z.number().optional(), area_km2: z.number() },
          farthest_meters: z.number().describe('Straight-line distance.'),
          bounds: z
            .object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() })
            .optional(),
          geometry: z.record(z.string(), z.unknown()).optional().describe('GeoJSON: longitude first.'),
        }),
      ),
      map: MAP_LINK,
    },
    async ({ point, minutes, meters, direction, language, area, ...travel }) => {
      const taken = await takePlace(client, point, language);
      const parameters = { point: taken.position, minutes, meters, direction, ...travelParameters(travel) };
      const found = await client.isochrone(parameters, deadline());
      return {
        ...{ mode: travel.mode, point: taken.said },
        reached: shortIsochrone(found, taken.position, area),
        map: await link(`p=${linkedPoint(taken)}&l=${language}`),
      };
    },
  );
}

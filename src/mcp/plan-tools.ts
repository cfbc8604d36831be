import { z } from 'zod';
import { times, travelParameters, TRAVEL, routeHash } from './route-tools.js';
import { shortMatch, shortText } from './short-answers.js';
import { deadline, LANGUAGE, MAP_LINK, MODE, type AddTool, type Asked } from './tool.js';
import { TAKEN, takePlaces, WHERE, type Taken } from './where.js';

/** The number of trace points that count as one request. */
const MOST_TRACE_POINTS = 100;
const MOST_TRIP_STOPS = 50;
/** The maximum number of points in a link to the map. */
const MOST_LINKED = 27;

const CLOCKS = /^\d{2}:\d{2}-\d{2}:\d{2}(,\d{2}:\d{2}-\d{2}:\d{2})*$/;

const STOP = z.object({
  at: WHERE,
  minutes: z.number().int().min(0).max(1440).default(0).describe('Minutes spent at the stop.'),
  open: z
    .string()
    .regex(CLOCKS)
    .optional()
    .describe('Time window in which the visit may begin, such as 09:00-12:00. Needs depart_at.'),
  load: z.number().int().min(0).optional().describe('Load delivered at the stop, in any unit; 1 if omitted.'),
  priority: z
    .number()
    .int()
    .min(0)
    .max(100)
    .default(0)
    .describe('Decides which stops to keep if not all can be visited.'),
});

type Stop = z.infer<typeof STOP>;

const VISIT = z.object({
  stop: z.number().describe('Number in `stops`, from 0.'),
  name: z.string().nullable(),
  arrives_at: z.string().describe('Local time.'),
  arrival_seconds: z.number().describe('Seconds since departure.'),
  waiting_seconds: z.number(),
});

export function addTripTool(add: AddTool, asked: Asked): void {
  add(
    {
      name: 'plan_trip',
      title: 'Best order of stops',
      description:
        'Finds the order in which one or more vehicles visit stops with the least driving. ' +
        "Returns each vehicle's stops in order, with local arrival times, and the stops that " +
        'cannot be visited, with the reason. Vehicles start and end at the first stop unless `end` ' +
        'says otherwise. Stops may have opening times, loads and minutes.',
    },
    {
      stops: z
        .array(STOP)
        .min(2)
        .max(MOST_TRIP_STOPS)
        .describe('The first stop is where vehicles start, such as the depot.'),
      end: z.enum(['first', 'last', 'any']).default('first'),
      vehicles: z.number().int().min(1).max(10).default(1),
      capacity: z
        .number()
        .int()
        .min(1)
        .optional()
        .describe('Maximum load of each vehicle; no limit if omitted.'),
      ...{ ...TRAVEL, language: LANGUAGE },
    },
    {
      stops: z.array(TAKEN),
      vehicles: z.array(
        z.object({ visits: z.array(VISIT), distance_meters: z.number(), duration_seconds: z.number() }),
      ),
      unassigned: z.array(
        z.object({ stop: z.number(), name: z.string().nullable(), reason: z.string().nullable() }),
      ),
      map: MAP_LINK.describe('Link that opens the route of a single vehicle on the map.'),
    },
    (given) => planTrip(given, asked),
  );
}

interface TripGiven {
  stops: Stop[];
  end: string;
  vehicles: number;
  capacity?: number | undefined;
  language: 'mn' | 'en';
  mode: 'driving' | 'walking';
  avoid: ('unpaved' | 'ferry' | 'ford' | 'toll')[];
  vehicle?: string | undefined;
  depart_at?: string | undefined;
}

async function planTrip(given: TripGiven, { client, link, localTime }: Asked): Promise<object> {
  const { stops, end, vehicles, capacity, language, ...travel } = given;
  const taken = await takePlaces(
    client,
    stops.map(({ at }) => at),
    language,
  );
  const each = (value: (stop: Stop) => string | number | undefined): string =>
    stops.map((stop) => String(value(stop) ?? '')).join(';');
  const parameters = {
    ...{ stops: taken.map(({ position }) => position), end, vehicles, capacity, lang: language },
    ...{ ...travelParameters(travel), geometry: 'ends', service: each(({ minutes }) => 60 * minutes) },
    ...(stops.some(({ open }) => open !== undefined) && { windows: each(({ open }) => open) }),
    ...(stops.some(({ load }) => load !== undefined) && { loads: each(({ load }) => load ?? 1) }),
    ...(stops.some(({ priority }) => priority > 0) && { priorities: each(({ priority }) => priority) }),
  };
  const answer = await client.trip(parameters, deadline());
  const name = (stop: number): string | null => taken[stop].name;
  const used = answer.vehicles.filter(({ order }) => order.length > 0);
  return {
    stops: taken.map(({ said }) => said),
    vehicles: answer.vehicles.map(({ stops: visits, distance_meters, duration_seconds }) => ({
      visits: visits.map(({ stop, arrival_seconds, waiting_seconds }) => ({
        ...{ stop, name: name(stop) },
        arrives_at: times(arrival_seconds, travel.depart_at, localTime).arrives_at,
        ...{ arrival_seconds: Math.round(arrival_seconds), waiting_seconds },
      })),
      ...{ distance_meters, duration_seconds },
    })),
    unassigned: answer.unassigned.map(({ stop, message }) => ({
      ...{ stop, name: name(stop), reason: shortText(message) },
    })),
    map: used.length === 1 ? await linkOf(used[0].order, taken, given, link) : null,
  };
}

async function linkOf(
  order: readonly number[],
  taken: readonly Taken[],
  given: TripGiven,
  link: Asked['link'],
): Promise<string | null> {
  if (order.length > MOST_LINKED) return null;
  return link(
    routeHash(
      order.map((stop) => taken[stop]),
      given,
      given.language,
    ),
  );
}

const FIX = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  time: z.string().optional().describe('Time as recorded by the receiver, such as 2026-11-29T08:15:30.'),
  seconds: z.number().int().min(0).optional().describe('Instead of time: seconds since the first point.'),
});

export function addTraceTool(add: AddTool, { client }: Asked): void {
  add(
    {
      name: 'match_trace',
      title: 'Roads of a GPS trace',
      description:
        'Finds the roads that a vehicle or pedestrian traveled, from GPS points in chronological order. ' +
        'Returns the total kilometers, connected pieces, roads with their lengths, surfaces, and the ' +
        'points (counted from 0) that are not on any road. Either all points have a time, or none.',
    },
    { trace: z.array(FIX).min(2).max(MOST_TRACE_POINTS), mode: MODE },
    {
      ...{ distance_meters: z.number(), duration_seconds: z.number() },
      pieces: z
        .array(
          z.object({
            ...{
              from: z.number(),
              to: z.number(),
              distance_meters: z.number(),
              duration_seconds: z.number(),
            },
            confidence: z.number(),
          }),
        )
        .describe('More than one if the trace is interrupted or a time goes backwards.'),
      roads: z.array(z.object({ name: z.string().nullable(), distance_meters: z.number() })),
      surfaces: z.array(z.object({ surface: z.string(), distance_meters: z.number() })),
      toll_meters: z.number(),
      points_on_no_road: z.array(z.number()),
    },
    async ({ trace, mode }) => {
      const parameters = {
        ...{ trace: trace.map(({ longitude, latitude }) => [longitude, latitude]), times: timesOf(trace) },
        ...{ mode, ways: true, geometry: 'ends' },
      };
      return shortMatch(await client.match(parameters, deadline()));
    },
  );
}

/** Returns the seconds since the previous point, for each point; undefined if no point has a time. */
function timesOf(trace: readonly z.infer<typeof FIX>[]): number[] | undefined {
  const moments = trace.map(({ time, seconds }, i) => {
    if (time === undefined) return seconds;
    const moment_s = Date.parse(time) / 1000;
    if (Number.isNaN(moment_s))
      throw new Error(`trace[${i}].time is "${shortText(time) ?? ''}": write it as 2026-11-29T08:15:30.`);
    return moment_s;
  });
  if (moments.every((moment) => moment === undefined)) return undefined;
  return moments.map((moment, i) => {
    const before = moments[Math.max(0, i - 1)];
    if (moment === undefined || before === undefined)
      throw new Error(
        `trace[${i}] or the previous point has no time: give a time for all points, or for none.`,
      );
    if (moment < before)
      throw new Error(
        `trace[${i}] is earlier than the previous point: give the points in chronological order.`,
      );
    return moment - before;
  });
}

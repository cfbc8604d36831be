import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { Value, ValueErrorType } from '@sinclair/typebox/value';
import { counted } from '../../../counted.js';
import { InputError } from '../../../errors.js';
import type { Position } from '../../../geo/position.js';
import { OSRM_PROFILES } from '../../../http/compat/osrm/osrm-target.js';
import type { TimeWindow, TripOrder, TripProblem, TripTask } from '../../../routing/trip/trip-problem.js';
import type { TravelMode } from '../../../travel-mode.js';

/**
 * Reads VROOM's problem files: https://github.com/VROOM-Project/vroom/blob/master/docs/API.md. An unknown
 * field is rejected with an error that names it.
 */
const strictly = <T extends Record<string, TSchema>>(fields: T) =>
  Type.Object(fields, { additionalProperties: false });
const maybe = <T extends TSchema>(schema: T) => Type.Optional(schema);

/** Even twice this time is less than the penalty for leaving out an order. */
const MOST_TRAVEL_S = 400_000;
const WHOLE = Type.Integer({ minimum: 0, maximum: 1e12 });
const SOME = maybe(Type.Array(WHOLE));
const WINDOW = Type.Tuple([WHOLE, WHOLE]);
const WINDOWS = maybe(Type.Array(WINDOW, { minItems: 1 }));
const POINT = Type.Tuple([
  Type.Number({ minimum: -180, maximum: 180 }),
  Type.Number({ minimum: -90, maximum: 90 }),
]);
const TEXT = maybe(Type.String());
const TASK = {
  ...{ id: WHOLE, description: TEXT, location: maybe(POINT), location_index: maybe(WHOLE) },
  ...{ setup: maybe(Type.Literal(0)), service: maybe(WHOLE), time_windows: WINDOWS },
};
const WANTED = { skills: SOME, priority: maybe(Type.Integer({ minimum: 0, maximum: 100 })) };
const JOB = strictly({ ...TASK, ...WANTED, delivery: SOME, pickup: SOME, amount: SOME });
const SHIPMENT = strictly({ ...WANTED, amount: SOME, pickup: strictly(TASK), delivery: strictly(TASK) });
const VEHICLE = strictly({
  ...{ id: WHOLE, profile: TEXT, description: TEXT, capacity: SOME, skills: SOME },
  ...{ start: maybe(POINT), start_index: maybe(WHOLE), end: maybe(POINT), end_index: maybe(WHOLE) },
  ...{ time_window: maybe(WINDOW), max_tasks: maybe(WHOLE), max_travel_time: maybe(WHOLE) },
  breaks: maybe(
    Type.Array(strictly({ id: WHOLE, description: TEXT, service: maybe(WHOLE), time_windows: WINDOWS })),
  ),
});
const matrixOf = (most: number) =>
  Type.Array(Type.Array(Type.Integer({ minimum: 0, maximum: most })), { minItems: 1 });
const DURATIONS = matrixOf(MOST_TRAVEL_S);
const FILE = strictly({
  jobs: maybe(Type.Array(JOB)),
  shipments: maybe(Type.Array(SHIPMENT)),
  vehicles: Type.Array(VEHICLE, { minItems: 1 }),
  matrix: maybe(DURATIONS),
  matrices: maybe(
    Type.Record(Type.String(), strictly({ durations: DURATIONS, distances: maybe(matrixOf(1e9)) })),
  ),
});

type VroomFile = Static<typeof FILE>;
type VroomVehicle = Static<typeof VEHICLE>;
type VroomTask = Static<typeof SHIPMENT>['pickup'] | Static<typeof JOB>;

/** A task or a break, with its type in the solution. */
export interface NamedTask {
  type: 'job' | 'pickup' | 'delivery' | 'break';
  named: Pick<VroomTask, 'id' | 'description' | 'location' | 'location_index'>;
}

export interface VroomProblem {
  problem: TripProblem;
  vehicles: readonly VroomVehicle[];
  tasks: ReadonlyMap<TripTask, NamedTask>;
  /** Meters between all places, row by row; `null` if they are unknown. */
  distances_m: Float64Array | null;
}

/** Returns seconds and meters between all points, row by row; `Infinity` if there is no route. */
export type AskedRoads = (
  points: readonly Position[],
  mode: TravelMode,
) => Promise<{ durations_s: Float64Array; distances_m: Float64Array }>;

/**
 * Reads a problem. Without a matrix, the times are computed on the road network.
 * @throws InputError that names the invalid or unsupported field
 */
export async function readVroom(text: string, roads: AskedRoads): Promise<VroomProblem> {
  const file = checked(text);
  const { profile = 'car' } = file.vehicles[0];
  file.vehicles.forEach((own, i) => {
    if ((own.profile ?? 'car') !== profile)
      throw wrong(`vehicles.${i}.profile`, 'must be the same as for the other vehicles');
  });
  const given = file.matrices?.[profile] ?? (profile === 'car' && file.matrix && { durations: file.matrix });
  if (file.matrices !== undefined && !given) throw wrong(`matrices.${profile}`, 'is missing');
  const reader = new ProblemReader(file, given ? given.durations.length : null);
  const { orders, vehicles, points } = reader;
  const found = given
    ? { durations_s: flat(given.durations), distances_m: given.distances ? flat(given.distances) : null }
    : await roads(points, modeOf(profile));
  const places = given ? given.durations.length : points.length;
  if ([found.durations_s, found.distances_m].some((cells) => cells && cells.length !== places ** 2))
    throw wrong(`matrices.${profile}`, 'must be square, and all matrices must have the same size');
  const travel_ms = found.durations_s.map((own_s) => 1000 * Math.round(own_s));
  return {
    problem: { places, travel_ms, orders, vehicles },
    ...{ vehicles: file.vehicles, tasks: reader.tasks, distances_m: found.distances_m },
  };
}

function checked(text: string): VroomFile {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (cause) {
    throw new InputError(`the problem is not valid JSON: ${(cause as Error).message}`, { cause });
  }
  const [first] = Value.Errors(FILE, file);
  if (first === undefined) return file as VroomFile;
  const isOdd = first.type === ValueErrorType.ObjectAdditionalProperties || first.path.endsWith('/setup');
  const what = isOdd ? 'is not supported' : `is wrong: ${first.message.toLowerCase()}`;
  throw wrong(first.path.slice(1).replaceAll('/', '.') || 'it', what);
}

function wrong(field: string, what: string): InputError {
  return new InputError(`in the problem, ${field} ${what}`);
}

function flat(rows: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(rows.flat());
}

function modeOf(profile: string): TravelMode {
  if (Object.hasOwn(OSRM_PROFILES, profile)) return OSRM_PROFILES[profile];
  throw wrong(`profile ${profile}`, `is not one of ${Object.keys(OSRM_PROFILES).join(', ')}`);
}

const ms = (seconds: number): number => 1000 * seconds;

/** Creates orders and vehicles from a file's content. */
class ProblemReader {
  readonly tasks = new Map<TripTask, NamedTask>();
  readonly points: Position[] = [];
  readonly orders: TripOrder[];
  readonly vehicles: TripProblem['vehicles'];
  /**
   * The number of places in the matrix; `null` if there is no matrix, in which case `points` are the places.
   */
  readonly #places: number | null;
  readonly #kinds: number;
  readonly #file: VroomFile;

  constructor(file: VroomFile, places: number | null) {
    const { jobs = [], shipments = [], vehicles } = file;
    this.#file = file;
    this.#places = places;
    this.#kinds = vehicles[0].capacity?.length ?? 0;
    this.orders = [
      ...jobs.map((job, i) => this.#job(job, `jobs.${i}`)),
      ...shipments.map((shipment, i) => this.#shipment(shipment, `shipments.${i}`)),
    ];
    this.vehicles = vehicles.map((own, i) => this.#vehicle(own, `vehicles.${i}`));
    const seen = new Set<string>();
    for (const { type, named } of this.tasks.values()) {
      if (type !== 'break' && seen.has(`${type} ${named.id}`))
        throw wrong(`${type} ${named.id}`, 'appears twice');
      seen.add(`${type} ${named.id}`);
    }
  }

  #job(job: Static<typeof JOB>, field: string): TripOrder {
    const loaded = this.#amounts(job.delivery ?? job.amount, `${field}.delivery`);
    const pickup = this.#amounts(job.pickup, `${field}.pickup`);
    const change = pickup.map((own, kind) => own - loaded[kind]);
    return this.#order(job, [this.#task('job', job, field, { loaded, change })]);
  }

  #shipment(shipment: Static<typeof SHIPMENT>, field: string): TripOrder {
    const change = this.#amounts(shipment.amount, `${field}.amount`);
    const loaded = change.map(() => 0);
    const back = change.map((own) => 0 - own);
    return this.#order(shipment, [
      this.#task('pickup', shipment.pickup, `${field}.pickup`, { loaded, change }),
      this.#task('delivery', shipment.delivery, `${field}.delivery`, { loaded, change: back }),
    ]);
  }

  #order(
    { priority = 0, skills = [] }: { priority?: number; skills?: number[] },
    tasks: TripTask[],
  ): TripOrder {
    const able = this.#file.vehicles.flatMap((own, i) =>
      skills.every((skill) => own.skills?.includes(skill) === true) ? [i] : [],
    );
    return { tasks, priority, vehicles: skills.length === 0 ? null : new Set(able) };
  }

  #task(
    type: NamedTask['type'],
    task: VroomTask,
    field: string,
    load: Pick<TripTask, 'loaded' | 'change'>,
  ): TripTask {
    const place = this.#place(task.location, task.location_index, `${field}.location`);
    if (place === null)
      throw wrong(`${field}.${this.#places === null ? 'location' : 'location_index'}`, 'is missing');
    const own = { place, service_ms: ms(task.service ?? 0), windows: windowsOf(task, field), ...load };
    this.tasks.set(own, { type, named: task });
    return own;
  }

  #vehicle(own: VroomVehicle, field: string): TripProblem['vehicles'][number] {
    const start = this.#place(own.start, own.start_index, `${field}.start`);
    const end = this.#place(own.end, own.end_index, `${field}.end`);
    if (start === null && end === null) throw wrong(field, 'needs a start or an end');
    const [shift] = windowsOf({ time_windows: own.time_window && [own.time_window] }, field);
    const breaks = (own.breaks ?? []).map((each, i): TripTask => {
      const windows = windowsOf(each, `${field}.breaks.${i}`);
      const task = { place: null, service_ms: ms(each.service ?? 0), windows, loaded: [], change: [] };
      this.tasks.set(task, { type: 'break', named: each });
      return task;
    });
    // VROOM sorts the breaks in the same way.
    breaks.sort(({ windows: [a] }, { windows: [b] }) => a.from_ms - b.from_ms || a.to_ms - b.to_ms);
    return {
      ...{ start, end, shift, breaks, capacity: this.#amounts(own.capacity, `${field}.capacity`) },
      mostTasks: own.max_tasks ?? Infinity,
      mostTravel_ms: ms(own.max_travel_time ?? Infinity),
    };
  }

  #amounts(amounts: readonly number[] | undefined, field: string): readonly number[] {
    if (amounts === undefined) return Array.from({ length: this.#kinds }, () => 0);
    if (amounts.length !== this.#kinds)
      throw wrong(
        field,
        `must have ${counted(this.#kinds, 'entry', 'entries')}, like the first vehicle's capacity`,
      );
    return amounts;
  }

  #place(point: Position | undefined, index: number | undefined, field: string): number | null {
    if (this.#places !== null) {
      if (index === undefined) return null;
      if (index >= this.#places) throw wrong(`${field}_index`, `must be below ${this.#places}`);
      return index;
    }
    if (point === undefined) return null;
    const known = this.points.findIndex((own) => own[0] === point[0] && own[1] === point[1]);
    return known >= 0 ? known : this.points.push(point) - 1;
  }
}

function windowsOf(
  { time_windows }: { time_windows?: Static<typeof WINDOW>[] | undefined },
  field: string,
): TimeWindow[] {
  if (time_windows === undefined) return [{ from_ms: 0, to_ms: Infinity }];
  return time_windows.map(([from, to], i) => {
    if (from > to || (i > 0 && from <= time_windows[i - 1][1]))
      throw wrong(
        `${field}.time_windows`,
        'must end after they begin, and each must begin after the previous one ends',
      );
    return { from_ms: ms(from), to_ms: ms(to) };
  });
}

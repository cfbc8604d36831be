import type { Row, Scenario, FeatureStep } from './feature-file.js';
import { rowsOf } from './feature-file.js';
import { FeatureMap } from './feature-map.js';
import { matches } from './match-cell.js';

interface Answer {
  status: number;
  body: any;
}

/** Asks for what stands behind `/compat/osrm/`, on a map. */
export type Ask = (map: FeatureMap, path: string) => Promise<Answer>;

export type Outcome =
  | { kind: 'holds' }
  /** It is about something else than a route, a table or a nearest road of a map. */
  | { kind: 'other'; step: string }
  | { kind: 'differs'; cells: Cell[] };

/** A cell of a table that we answer in another way. */
export interface Cell {
  column: string;
  got: string;
  want: string;
  /** Of our answer. */
  code: string;
}

/** How OSRM cuts its map, and the profile that the test has made. */
const CHANGES_NOTHING =
  /^(the profile "(testbot|car)"|the (extract|partition|customize|contract) extra arguments)/;

/** Runs a scenario. */
export async function runScenario({ steps }: Scenario, ask: Ask): Promise<Outcome> {
  const map = new FeatureMap();
  const options: Record<string, string> = {};
  const cells: Cell[] = [];
  let hasAsked = false;
  for (const step of steps) {
    if (map.take(step) || CHANGES_NOTHING.test(step.text)) continue;
    if (step.text === 'the query options') for (const [name, value] of step.table) options[name] = value;
    else if (step.text === 'skip waypoints') options['skip_waypoints'] = 'true';
    else {
      const compare = COMPARISONS.find(([pattern]) => pattern.test(step.text))?.[1];
      if (compare === undefined || !map.hasRoads) return { kind: 'other', step: step.text };
      hasAsked = true;
      cells.push(...(await compare({ step, map, options, ask: (path) => ask(map, path) })));
    }
  }
  if (!hasAsked) return { kind: 'other', step: 'nothing is asked' };
  return cells.length === 0 ? { kind: 'holds' } : { kind: 'differs', cells };
}

interface Asked {
  step: FeatureStep;
  map: FeatureMap;
  options: Readonly<Record<string, string>>;
  ask: (path: string) => Promise<Answer>;
}

const COMPARISONS: readonly (readonly [RegExp, (asked: Asked) => Promise<Cell[]>])[] = [
  [/^I route I should get$/, compareRoutes],
  [/^I request nearest I should get$/, compareNearest],
  [/^I request a travel time matrix I should get$/, (asked) => compareTable(asked, 'durations')],
  [/^I request a travel distance matrix I should get$/, (asked) => compareTable(asked, 'distances')],
  [/^I request a travel time matrix I should get estimates for$/, (asked) => compareTable(asked, 'guessed')],
  [/^I request a travel time matrix with these waypoints I should get the response code$/, compareCodes],
];

function query(options: Readonly<Record<string, string>>): string {
  const sent = Object.entries(options).filter(([, value]) => value !== '(nil)');
  return sent.length === 0 ? '' : `?${sent.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

/**
 * Metres and seconds may differ by 1 and by half a percent: the earth is measured in another way, and OSRM
 * rounds each road to tenths of seconds.
 */
const MEASURED = /^(distances?|durations|times?|weights?|a:(distance|duration|weight|speed))$/;

function isAlike(name: string, got: string, want: string): boolean {
  if (matches(got, want)) return true;
  return MEASURED.test(name) && (matches(got, `${want} +-1`) || matches(got, `${want} ~0.5%`));
}

/** Options of one row: `param:steps`. */
function ofRow(row: Row): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name.startsWith('param:') && value !== '' ? [[name.slice('param:'.length), value]] : [],
    ),
  );
}

async function compareRoutes({ step, map, options, ask }: Asked): Promise<Cell[]> {
  const wrong: Cell[] = [];
  for (const row of rowsOf(step)) {
    const { status, body } = await ask(row['request'] ?? routePath(row, map, options));
    for (const [name, want] of Object.entries(row)) {
      const got = cellOf(name, { status, body, row, map });
      if (got !== null && !isAlike(name, got, want)) wrong.push({ column: name, got, want, code: body.code });
    }
  }
  return wrong;
}

function routePath(row: Row, map: FeatureMap, options: Readonly<Record<string, string>>): string {
  const names = row['waypoints']?.split(',') ?? [row['from'], row['to']];
  const all: Record<string, string> = { steps: 'true', alternatives: 'false', ...options, ...ofRow(row) };
  const list = (name: string): string[] => (row[name] ?? '').split(' ').filter((word) => word !== '');
  const bearings = list('bearings').map((word) =>
    word === '*' ? '' : word.includes(',') ? word : `${word},10`,
  );
  if (bearings.length > 0) all['bearings'] = bearings.join(';');
  if (list('approaches').length > 0) all['approaches'] = list('approaches').join(';');
  return `route/v1/driving/${names.map((name) => map.point(name)).join(';')}${query(all)}`;
}

/** Of all steps of a route, with commas between them. */
function ofSteps(route: any, valueOf: (step: any) => unknown): string {
  return route.legs.flatMap((leg: any) => leg.steps.map((own: any) => String(valueOf(own)))).join();
}

interface RouteAnswer extends Answer {
  row: Row;
  map: FeatureMap;
}

const OF_ROUTE: Readonly<Record<string, (route: any, map: FeatureMap) => string>> = {
  route: (route) => ofSteps(route, ({ name }) => name),
  ref: (route) => ofSteps(route, ({ ref }) => ref ?? ''),
  summary: (route) => route.legs.map(({ summary }: any) => summary).join(';'),
  modes: (route) => ofSteps(route, ({ mode }) => mode),
  times: (route) => ofSteps(route, ({ duration }) => `${duration}s`),
  distances: (route) => ofSteps(route, ({ distance }) => `${distance}m`),
  weights: (route) => ofSteps(route, ({ weight }) => weight),
  distance: ({ distance }) => `${distance}m`,
  time: ({ duration }) => `${duration}s`,
  weight: ({ weight }) => String(weight),
  weight_name: (route) => route.weight_name,
  speed: ({ distance, duration }) => (duration > 0 ? `${Math.round((3.6 * distance) / duration)} km/h` : ''),
  geometry: ({ geometry }) => (typeof geometry === 'string' ? geometry : JSON.stringify(geometry)),
  locations: (route, map) => ofSteps(route, ({ maneuver }) => map.letterAt(maneuver.location)),
  bearing: (route) =>
    ofSteps(route, ({ intersections: [{ bearings, in: from, out }] }) => {
      const before = from === undefined ? 0 : (bearings[from] + 180) % 360;
      return `${before}->${out === undefined ? 0 : bearings[out]}`;
    }),
  turns: (route) => ofSteps(route, ({ maneuver }) => turnOf(maneuver)),
};

function turnOf({ type, modifier, exit }: any): string {
  if (type === 'depart' || type === 'arrive') return type;
  if (type === 'roundabout' || type === 'rotary') return `${type}-exit-${exit}`;
  return `${type} ${modifier}`;
}

/** Null for a column that is part of the request. */
function cellOf(name: string, { status, body, row, map }: RouteAnswer): string | null {
  if (/^(from|to|waypoints|bearings|approaches|request|#|param:.*)$/.test(name)) return null;
  if (name === 'status') return String(status);
  if (name === 'code') return String(body.code);
  if (name === 'message') return body.message ?? '';
  if (name === 'data_version') return body.data_version ?? '';
  if (name === 'waypoints_count') return String(body.waypoints?.length ?? 0);
  if (body.code !== 'Ok') return '';
  if (name === 'alternative') return body.routes.length > 1 ? OF_ROUTE['route'](body.routes[1], map) : '';
  const [, annotation] = /^am?:(.*)$/.exec(name) ?? [];
  if (annotation !== undefined)
    return body.routes[0].legs
      .map((leg: any) =>
        (leg.annotation?.[annotation] ?? leg.annotation?.metadata?.[annotation] ?? []).join(':'),
      )
      .join();
  if (['distance', 'weight', 'speed', 'time'].includes(name) && row[name] === '') return '';
  return OF_ROUTE[name]?.(body.routes[0], map) ?? 'not known to this test';
}

async function compareNearest({ step, map, options, ask }: Asked): Promise<Cell[]> {
  const wrong: Cell[] = [];
  for (const row of rowsOf(step)) {
    const { body } = await ask(`nearest/v1/driving/${map.point(row['in'])}${query(options)}`);
    const [first] = body.waypoints ?? [];
    for (const [name, want] of Object.entries(row)) {
      let got = want;
      if (name === 'out')
        got = first === undefined ? '' : map.isNear(first.location, want) ? want : first.location.join();
      else if (name === 'code') got = body.code;
      else if (name === 'result_count') got = String(body.waypoints?.length ?? 0);
      else if (name === 'name') got = first?.name ?? '';
      else if (name === 'snapping_distance') got = first?.distance.toFixed(1) ?? '';
      else if (name === 'data_version') got = body.data_version ?? '';
      else if (name === 'nodes') got = first?.nodes?.join() ?? 'no nodes';
      if (!matches(got, want)) wrong.push({ column: name, got, want, code: body.code });
    }
  }
  return wrong;
}

async function compareTable(
  { step, map, options, ask }: Asked,
  what: 'durations' | 'distances' | 'guessed',
): Promise<Cell[]> {
  const [[, ...columns], ...rows] = step.table;
  const heads = rows.map(([name]) => name);
  const all: Record<string, string> = {
    ...options,
    annotations: what === 'distances' ? 'distance' : 'duration',
  };
  const isSquare = heads.join() === columns.join();
  if (!isSquare) {
    all['destinations'] = columns.map((_, i) => i).join(';');
    all['sources'] = heads.map((_, i) => columns.length + i).join(';');
  }
  const points = (isSquare ? columns : [...columns, ...heads]).map((name) => map.point(name));
  const { body } = await ask(`table/v1/driving/${points.join(';')}${query(all)}`);
  if (body.code !== 'Ok') return [{ column: 'code', got: body.code, want: 'Ok', code: body.code }];
  const isGuessed = (row: number, column: number): boolean =>
    (body.fallback_speed_cells ?? []).some(([r, c]: number[]) => r === row && c === column);
  return rows.flatMap(([, ...cells], row) =>
    cells.flatMap((want, column) => {
      const got =
        what === 'guessed' ? (isGuessed(row, column) ? 'Y' : '') : String(body[what][row][column] ?? '');
      return isAlike(what, got, want) ? [] : [{ column: what, got, want, code: body.code }];
    }),
  );
}

async function compareCodes({ step, map, options, ask }: Asked): Promise<Cell[]> {
  const wrong: Cell[] = [];
  for (const row of rowsOf(step)) {
    const points = row['waypoints'].split(',').map((name) => map.point(name));
    const all = { ...options, ...ofRow(row), annotations: 'duration' };
    const { body } = await ask(`table/v1/driving/${points.join(';')}${query(all)}`);
    if (body.code !== row['code'])
      wrong.push({ column: 'code', got: body.code, want: row['code'], code: body.code });
  }
  return wrong;
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../errors.js';
import { roundDegrees, toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import type { Position } from '../../geo/position.js';
import type { GeocodingIndex } from '../../geocoding/geocoding-index.js';
import type { PlaceHit } from '../../geocoding/place-hit.js';
import type { Layer } from '../../geocoding/places/layer.js';
import type { RoutingIndex } from '../../routing/routing-index.js';
import { parseCsv } from '../../tables/csv.js';

/** A place with its position in degrees, longitude first. */
interface KnownPlace {
  text: string;
  at: Position;
}

interface KnownRoute {
  from: Position;
  to: Position;
  names: string;
  distance_m: number;
}

/**
 * Questions with known answers, made from a dataset. The dataset that replaces this one must also answer
 * these questions.
 */
export interface Canary {
  places: Record<PlaceGroup, KnownPlace[]>;
  routes: KnownRoute[];
}

type PlaceGroup = 'areas' | 'settlements' | 'places' | 'houses';

interface GroupRule {
  layer: Layer;
  /** The maximum number of questions. */
  count: number;
  /**
   * How far an answer may be from its earlier position, in meters: mappers move centers and redraw borders.
   */
  within_m: number;
  /**
   * The share of questions that may fail: businesses close and houses are demolished, but a soum does not
   * disappear.
   */
  share: number;
  /** Whether rows are chosen at equal intervals; otherwise, the most prominent rows are chosen. */
  isSpread?: true;
}

const GROUPS: Readonly<Record<PlaceGroup, GroupRule>> = {
  areas: { layer: 'area', count: 600, within_m: 20_000, share: 0 },
  settlements: { layer: 'settlement', count: 200, within_m: 3_000, share: 0.02 },
  places: { layer: 'poi', count: 100, within_m: 150, share: 0.1 },
  houses: { layer: 'address', count: 100, within_m: 100, share: 0.1, isSpread: true },
};

/** Areas smaller than a soum or a district. Their borders are often redrawn. */
const SMALL_AREAS = new Set(['khoroo', 'bag']);

/**
 * The share of routes that may fail. One road may be closed for construction, but if more routes fail, roads
 * must be missing.
 */
const ROUTES_SHARE = 0.05;
/** The factor by which a route may become longer. */
const LONGER = 1.3;
const ROUTES = 40;
/** With fewer questions than this, a percentage is meaningless. */
const MIN_ASKED = 10;
/** The number of towns between which routes are computed. */
const TOWNS = 20;
const SNAP_M = 1_000;

/**
 * The number of rows examined for areas and towns, which come first because rows are sorted by prominence.
 */
const PROMINENT_ROWS = 20_000;
/** The number of rows examined at equal intervals for houses, which come late in the order of prominence. */
const STEPS = 4_000;

/** A question succeeds if the expected place is among this many top results. */
const ANSWERS = 5;
const FAILURES_NAMED = 5;

/** The file with the operator's own questions, in the dataset folder. */
const OWN_QUESTIONS = 'canary.csv';
const OWN_WITHIN_M = 500;

type Driving = Pick<RoutingIndex, 'route'>;

/** Makes questions that the dataset itself answers correctly. */
export function makeCanary(geocoding: GeocodingIndex, driving: Driving): Canary {
  const places: Canary['places'] = { areas: [], settlements: [], places: [], houses: [] };
  const rows: Record<PlaceGroup, number[]> = { areas: [], settlements: [], places: [], houses: [] };
  for (const row of rowsOf(geocoding.size)) {
    const group = groupOf(geocoding.place(row));
    if (group !== null) rows[group].push(row);
  }
  for (const [name, rule] of Object.entries(GROUPS)) {
    const group = name as PlaceGroup;
    const texts = new Set<string>();
    for (const row of rule.isSpread === true ? spread(rows[group], rule.count) : rows[group]) {
      const hit = geocoding.place(row);
      const question = { text: textOf(hit), at: middleOf(hit) };
      if (texts.size === rule.count) break;
      if (texts.has(question.text) || !isAnswered(geocoding, question, rule)) continue;
      texts.add(question.text);
      places[group].push(question);
    }
  }
  return { places, routes: makeRoutes(places.settlements.slice(0, TOWNS), driving) };
}

/** Makes routes from each town to the nearest other towns, so that every road between them is covered. */
function makeRoutes(towns: readonly KnownPlace[], driving: Driving): KnownRoute[] {
  const routes: KnownRoute[] = [];
  for (let step = 1; step < towns.length && routes.length < ROUTES; step++)
    for (let i = 0; i + step < towns.length && routes.length < ROUTES; i++) {
      const [from, to] = [towns[i], towns[i + step]];
      const found = driving.route({ origin: from.at, destination: to.at }, { snapLimit_m: SNAP_M });
      if (found.kind !== 'route' || found.distance_m === 0) continue;
      const distance_m = Math.round(found.distance_m);
      routes.push({ from: from.at, to: to.at, names: `${from.text} – ${to.text}`, distance_m });
    }
  return routes;
}

/**
 * Asks a new dataset the questions that the previous one answered.
 * @param own the operator's questions, all of which must be answered
 * @returns a line for each group in which too many questions failed, naming the failed questions
 */
export function askCanary(
  canary: Canary,
  own: readonly OwnQuestion[],
  { geocoding, driving }: { geocoding: GeocodingIndex; driving: Driving },
): string[] {
  const falls: string[] = [];
  for (const [name, rule] of Object.entries(GROUPS)) {
    const asked = canary.places[name as PlaceGroup];
    const failed = asked.filter((question) => !isAnswered(geocoding, question, rule));
    if (isTooMany(failed.length, asked.length, rule.share)) falls.push(fallOf(name, failed, asked.length));
  }
  const failed = canary.routes.filter(({ from, to, distance_m }) => {
    const found = driving.route({ origin: from, destination: to }, { snapLimit_m: SNAP_M });
    return found.kind !== 'route' || found.distance_m > distance_m * LONGER;
  });
  if (isTooMany(failed.length, canary.routes.length, ROUTES_SHARE))
    falls.push(
      fallOf(
        'routes',
        failed.map(({ names }) => ({ text: names })),
        canary.routes.length,
      ),
    );
  const missed = own.filter((question) => !isAnswered(geocoding, question, question));
  if (missed.length > 0) falls.push(fallOf(`questions of ${OWN_QUESTIONS}`, missed, own.length));
  return falls;
}

/**
 * Whether too many questions failed. If any questions may fail, one may always fail, because in a small
 * dataset a single question is already a large share.
 */
function isTooMany(failed: number, asked: number, share: number): boolean {
  return share === 0 ? failed > 0 : failed > Math.max(1, asked * share) && asked >= MIN_ASKED;
}

function fallOf(name: string, failed: readonly { text: string }[], asked: number): string {
  const named = failed.slice(0, FAILURES_NAMED).map(({ text }) => `"${text}"`);
  const more = failed.length > FAILURES_NAMED ? ` and ${failed.length - FAILURES_NAMED} more` : '';
  const count = `${failed.length} of ${asked} known ${name}`;
  return `${count} were not found where they used to be: ${named.join(', ')}${more}`;
}

function isAnswered(
  geocoding: GeocodingIndex,
  { text, at }: KnownPlace,
  { layer, within_m }: { layer?: Layer; within_m: number },
): boolean {
  const isThere = (point: Position): boolean => distanceM(...at, ...point) <= within_m;
  return geocoding
    .search(text, ANSWERS)
    .filter((hit) => layer === undefined || hit.layer === layer)
    .some((hit) => isThere(pointOf(hit)) || isThere(middleOf(hit)));
}

function* rowsOf(size: number): Generator<number> {
  const first = Math.min(size, PROMINENT_ROWS);
  for (let row = 0; row < first; row++) yield row;
  const step = Math.max(1, Math.floor((size - first) / STEPS));
  for (let row = first; row < size; row += step) yield row;
}

/**
 * Chooses rows at equal intervals, half again as many as requested, because some rows cannot be found by
 * their text.
 */
function spread(rows: readonly number[], count: number): number[] {
  const step = Math.max(1, Math.floor(rows.length / (count * 1.5)));
  return rows.filter((_, i) => i % step === 0);
}

function groupOf({ layer, type, name }: PlaceHit): PlaceGroup | null {
  if (SMALL_AREAS.has(type) || name === '') return null;
  const found = Object.entries(GROUPS).find(([, rule]) => rule.layer === layer);
  return (found?.[0] as PlaceGroup | undefined) ?? null;
}

/** Returns the name with the surrounding areas, because three soums are called Баянгол. */
function textOf({ name, components: { aimag, city, district } }: PlaceHit): string {
  const around = [aimag, city, district].find((part) => part !== undefined && part !== name);
  return around === undefined ? name : `${name}, ${around}`;
}

function pointOf({ lon7, lat7 }: Pick<PlaceHit, 'lon7' | 'lat7'>): Position {
  return [roundDegrees(toDegrees(lon7)), roundDegrees(toDegrees(lat7))];
}

/**
 * Returns the center of an area's bounding box. The area's own point may be its main town, and another town
 * may take over that role.
 */
function middleOf(hit: PlaceHit): Position {
  if (hit.layer !== 'area' || hit.box === null) return pointOf(hit);
  const [west, south, east, north] = hit.box;
  return pointOf({ lon7: (west + east) / 2, lat7: (south + north) / 2 });
}

/** A question written by the operator. */
export interface OwnQuestion extends KnownPlace {
  within_m: number;
}

/**
 * Reads the operator's own questions from a table with the columns `query`, `latitude`, `longitude` and
 * optionally `within_m`. Returns no questions if the file does not exist.
 * @throws InputError that names the line
 */
export function ownQuestions(folder: string): OwnQuestion[] {
  const path = join(folder, OWN_QUESTIONS);
  if (!existsSync(path)) return [];
  const [head = [], ...rows] = parseCsv(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')).rows;
  const names = head.map((name) => name.trim().toLowerCase());
  for (const needed of ['query', 'latitude', 'longitude'])
    if (!names.includes(needed))
      throw new InputError(`${path} has no column ${needed}; its first line is query,latitude,longitude`);
  return rows
    .map((row, i) => ({ row, line: i + 2 }))
    .filter(({ row }) => row.some((cell) => cell.trim() !== ''))
    .map(({ row, line }) => {
      const cell = (name: string): string => row[names.indexOf(name)]?.trim() ?? '';
      const [lat, lon] = [Number(cell('latitude') || NaN), Number(cell('longitude') || NaN)];
      const within_m = Number(cell('within_m') || OWN_WITHIN_M);
      const isPoint = Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
      if (cell('query') === '' || !isPoint || !(within_m > 0))
        throw new InputError(
          `line ${line} of ${path} is not a valid question; write a query, latitude and longitude in ` +
            'degrees, and how many meters away the answer may be',
        );
      return { text: cell('query'), at: [lon, lat] as const, within_m };
    });
}

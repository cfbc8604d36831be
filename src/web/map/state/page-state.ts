import type { Box, Position } from '../../../geo/position.js';
import { batch, computed, effect, signal } from '@preact/signals';
import type { FeatureCollection, Geometry } from 'geojson';
import type { About, GeocodeAnswer, Place, RouteAnswer, TileFacts } from '../ask/answers.js';
import { ask, askFacts, type Asked } from '../ask/ask.js';
import { boxOf } from './box-of.js';
import { asksWithoutKey, canAsk, key, keyless, keylessNow } from './key.js';
import type { Avoided } from './link-format.js';
import { language } from '../../shared/language.js';
import { store, stored } from '../../shared/stored.js';

/** The page's state, and the functions that change it. */

export type Panel = 'search' | 'route';
export type Travel = 'driving' | 'walking';

/** The start or end of a route. */
export interface End {
  point: Position;
  /** The name of the place, or null if the user chose a point on the map. */
  name: string | null;
}

/** A point that the user asked about. */
export interface Spot {
  point: Position;
  asked: Asked<GeocodeAnswer> | null;
}

/** Undefined if not known yet, or null if not available. */
export const about = signal<About | null | undefined>(undefined);
export const tiles = computed<TileFacts | null>(() => about.value?.tiles ?? null);
export const roads = signal<FeatureCollection | null>(null);

export const panel = signal<Panel>('search');
/** The search text that led to the results in `found`, which is included in links. */
export const searched = signal('');
export const found = signal<Asked<GeocodeAnswer> | null>(null);
export const chosen = signal<Place | null>(null);
export const spot = signal<Spot | null>(null);
export const from = signal<End | null>(null);
export const to = signal<End | null>(null);
/** The stops between the start and the end, in travel order. Null for a stop that has not been chosen yet. */
export const stops = signal<readonly (End | null)[]>([]);
export const travel = signal<Travel>('driving');
export const avoided = signal<readonly Avoided[]>([]);
/**
 * The kind of the user's vehicle, as zones name it, such as `plate:6`, or empty for any vehicle. The browser
 * remembers it.
 */
export const car = signal(stored('gazarch.car') ?? '');
effect(() => store('gazarch.car', car.value === '' ? null : car.value));
/** The kinds of vehicles that the service knows. */
export const vehicles = computed<readonly string[]>(() => about.value?.vehicles ?? []);
export const showsZones = signal(false);
export const zones = signal<FeatureCollection | null>(null);
effect(() => {
  if (!showsZones.value) zones.value = null;
  else void askFacts<FeatureCollection>('/map/zones.geojson').then((found) => (zones.value = found));
});
/** The local departure time: `2026-12-01T08:30`; empty for now. */
export const departure = signal('');
export const route = signal<Asked<RouteAnswer> | null>(null);
/** The index of the route that is shown, where 0 is the fastest route. */
export const way = signal(0);
/** Other routing engines support neither alternatives nor roads to avoid. */
export const hasWays = computed(() => about.value?.explains.route === true);

/** The center and zoom of the visible part of the map. */
export const view = signal<{ centre: Position; zoom: number } | null>(null);

/** The view that the map should move to next. The map reads the view from this signal. */
export const wanted = signal<{ box: Box; zoom: number } | null>(null);

export const results = computed<Place[]>(() => found.value?.answer?.results ?? []);
/**
 * The results that are shown with a number on the map. While a route is shown, such a number would look like
 * the number of a stop.
 */
export const numbered = computed(() => (panel.value === 'route' ? [] : results.value));

/** How often to reload the closed or restricted roads and, while there are no tiles, the page's metadata. */
const LOOK_MS = 30_000;
/** The delay before the first load, because the map is loaded first. */
const FIRST_LOOK_MS = 1_500;

export async function loadFacts(): Promise<void> {
  const look = async (): Promise<void> => {
    roads.value = await askFacts<FeatureCollection>('/map/roads.geojson');
  };
  const ask = async (): Promise<void> => {
    const facts = await askFacts<About>('/map/about.json');
    batch(() => {
      about.value = facts;
      keyless.value = keylessNow(facts?.asks_without_key === true);
      asksWithoutKey.value = keyless.value === 'answered';
    });
  };
  setInterval(() => {
    void look();
    // An import writes the map tiles after the dataset.
    if (tiles.peek() === null) void ask();
  }, LOOK_MS);
  await ask();
  setTimeout(() => void look(), FIRST_LOOK_MS);
}

/**
 * Returns the parameters that every search uses: the page's language and, if the dataset can use it, the
 * visible area.
 * @param near the position, as `lon,lat`, to use instead of the map's center
 */
export function searchQuery(text: string, near?: string): Record<string, string> {
  const seen = view.peek();
  // At low zoom levels, no place counts as near. Other search engines may refuse the parameter.
  const isNear = seen !== null && seen.zoom >= 8 && about.peek()?.explains.search === true;
  return {
    q: text,
    limit: '7',
    ...(isNear ? { near: near ?? pairOf(seen.centre) } : {}),
    ...languageQuery(),
  };
}

/** Mongolian is the default. Not every search engine supports the parameter. */
function languageQuery(): Record<string, string> {
  return language.peek() === 'en' ? { lang: 'en' } : {};
}

/** Formats a point in the way that the API expects. */
export function pairOf([longitude, latitude]: Position): string {
  return `${longitude.toFixed(6)},${latitude.toFixed(6)}`;
}

export function pointOf({ longitude, latitude }: Place): Position {
  return [longitude, latitude];
}

/**
 * The number of closed or restricted roads. Each OSM way of a street is a separate feature, but the street
 * counts as one road.
 */
export const roadCount = computed<number>(() => {
  const keyOf = ({ properties }: GeoJSON.Feature, i: number): string =>
    properties?.['name'] == null ? String(i) : JSON.stringify(properties);
  return new Set((roads.value?.features ?? []).map(keyOf)).size;
});

/** Makes the map show all roads that are closed or restricted. */
export function showRoads(): void {
  const points = (roads.peek()?.features ?? []).flatMap(({ geometry }) => positionsOf(geometry));
  if (points.length > 0) wanted.value = { box: boxOf(points), zoom: ROADS_ZOOM };
}

const ROADS_ZOOM = 15;

function positionsOf(geometry: Geometry): Position[] {
  if (geometry.type === 'MultiLineString') return geometry.coordinates.flat() as unknown as Position[];
  return geometry.type === 'MultiPolygon' ? (geometry.coordinates.flat(2) as unknown as Position[]) : [];
}

export function choosePlace(place: Place | null, { isToBeShown = true } = {}): void {
  batch(() => {
    chosen.value = place;
    spot.value = null;
    if (place !== null && isToBeShown) showPlace(place);
  });
}

function showPlace(place: Place): void {
  const [longitude, latitude] = pointOf(place);
  const zoom = ZOOMS[place.layer ?? ''] ?? 15.5;
  wanted.value = { box: place.bbox ?? [longitude, latitude, longitude, latitude], zoom };
}

/** The zoom level used for places without a bounding box. */
const ZOOMS: Readonly<Record<string, number>> = { settlement: 12, area: 10, natural: 12, street: 15 };

let asking: AbortController | null = null;

/** Looks up what is at a point and cancels the previous lookup. */
export async function askSpot(point: Position): Promise<void> {
  asking?.abort();
  const controller = (asking = new AbortController());
  batch(() => {
    spot.value = { point, asked: null };
    chosen.value = null;
  });
  const [longitude, latitude] = point;
  // Other engines do not describe the surroundings of a point.
  const describe: Record<string, string> = about.peek()?.explains.search === true ? { describe: 'true' } : {};
  const query = { lat: latitude.toFixed(6), lon: longitude.toFixed(6), ...languageQuery(), ...describe };
  try {
    const asked = await ask<GeocodeAnswer>('/v1/geocode', query, controller.signal);
    spot.value = { point, asked };
  } catch {
    // The user has clicked on another point in the meantime.
  }
}

export function setEnd(which: 'from' | 'to', end: End | null): void {
  batch(() => {
    panel.value = 'route';
    if (which === 'from') from.value = end;
    else to.value = end;
    spot.value = null;
  });
}

/** Reverses the route, including its stops. */
export function swapEnds(): void {
  batch(() => {
    [from.value, to.value] = [to.peek(), from.peek()];
    stops.value = [...stops.peek()].reverse();
  });
}

/** @param end null for an empty stop that the user has yet to choose; undefined removes the stop */
export function setStop(index: number, end: End | null | undefined): void {
  const others = [...stops.peek()];
  others.splice(index, 1, ...(end === undefined ? [] : [end]));
  batch(() => {
    panel.value = 'route';
    stops.value = others;
    spot.value = null;
  });
}

/** Adds an empty stop before the end of the route. */
export function addStop(end: End | null = null): void {
  setStop(stops.peek().length, end);
}

/** Moves a stop one position forward; the first stop swaps places with the start. */
export function moveStopUp(index: number): void {
  const all = [from.peek(), ...stops.peek()];
  [all[index], all[index + 1]] = [all[index + 1], all[index]];
  batch(() => {
    from.value = all[0];
    stops.value = all.slice(1);
  });
}

export function clearRoute(): void {
  batch(() => {
    from.value = to.value = null;
    stops.value = [];
    route.value = null;
  });
}

/**
 * Handles a click on the map: the click sets the first missing point of the route or, if there is none, looks
 * up what is there.
 */
export function clickMap(point: Position): void {
  if (!canAsk.peek()) return;
  const end = { point, name: null };
  const stop = stops.peek().indexOf(null);
  if (panel.peek() !== 'route') void askSpot(point);
  else if (from.peek() === null) setEnd('from', end);
  else if (stop >= 0) setStop(stop, end);
  else if (to.peek() === null) setEnd('to', end);
  else void askSpot(point);
}

let routing: AbortController | null = null;

/** Requests the route again whenever its ends, the mode, the language or the key changes. */
effect(() => {
  const [a, b] = [from.value, to.value];
  // The route does not wait for stops that the user has yet to choose.
  const via = stops.value.filter((stop) => stop !== null);
  const query = { mode: travel.value, steps: 'true', notes: 'true', lang: language.value };
  const avoid = avoided.value;
  const departAt = departure.value;
  const vehicle = travel.value === 'driving' && vehicles.value.includes(car.value) ? car.value : '';
  const mayAsk = canAsk.value;
  // Another key may allow more requests.
  void key.value;
  routing?.abort();
  if (a === null || b === null || !mayAsk) return void (route.value = null);
  const controller = (routing = new AbortController());
  ask<RouteAnswer>(
    '/v1/route',
    {
      ...{ origin: pairOf(a.point), destination: pairOf(b.point) },
      ...(via.length > 0 && { via: via.map(({ point }) => pairOf(point)).join(';') }),
      ...(via.length === 0 && hasWays.value && { alternatives: '2' }),
      ...(departAt !== '' && hasWays.value && { depart_at: departAt }),
      ...(vehicle !== '' && hasWays.value && { vehicle }),
      ...(avoid.length > 0 && hasWays.value && { avoid: avoid.join() }),
      ...query,
    },
    controller.signal,
  ).then(
    (asked) =>
      batch(() => {
        way.value = 0;
        route.value = asked;
      }),
    () => undefined,
  );
});

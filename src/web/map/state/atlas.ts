import { batch, computed, effect, signal } from '@preact/signals';
import type { FeatureCollection } from 'geojson';
import type { About, GeocodeAnswer, Place, Point, RouteAnswer, TileFacts } from '../ask/answers.js';
import { ask, askFacts, type Asked } from '../ask/ask.js';
import { key } from './key.js';
import { language } from '../../shared/language.js';

/** What the page shows, and what changes it. */

export type Panel = 'search' | 'route';
export type Travel = 'driving' | 'walking';

/** Start or end of a route. */
export interface End {
  point: Point;
  /** Its name, where somebody chose a place; null for a point of the map. */
  name: string | null;
}

/** A point that was asked about. */
export interface Spot {
  point: Point;
  asked: Asked<GeocodeAnswer> | null;
}

/** Undefined: not known yet. Null: it could not be had. */
export const about = signal<About | null | undefined>(undefined);
export const tiles = computed<TileFacts | null>(() => about.value?.tiles ?? null);
export const roads = signal<FeatureCollection | null>(null);

export const panel = signal<Panel>('search');
export const found = signal<Asked<GeocodeAnswer> | null>(null);
export const chosen = signal<Place | null>(null);
export const spot = signal<Spot | null>(null);
export const from = signal<End | null>(null);
export const to = signal<End | null>(null);
export const travel = signal<Travel>('driving');
export const route = signal<Asked<RouteAnswer> | null>(null);

/** The middle of the part of the map that can be seen, and its zoom. */
export const view = signal<{ centre: Point; zoom: number } | null>(null);

/** What the map is to show next: the map itself takes it. */
export const wanted = signal<{ box: readonly [number, number, number, number]; zoom: number } | null>(null);

export const results = computed<Place[]>(() => found.value?.answer?.results ?? []);

/** How often roads that are not as usual are asked for again, and the facts while there are no tiles. */
const LOOK_MS = 30_000;
/** The map comes first. */
const FIRST_LOOK_MS = 1_500;

export async function loadFacts(): Promise<void> {
  const look = async (): Promise<void> => {
    roads.value = await askFacts<FeatureCollection>('/map/roads.geojson');
  };
  const ask = async (): Promise<void> => {
    about.value = await askFacts<About>('/map/about.json');
  };
  setInterval(() => {
    void look();
    // An import writes the tiles after the dataset is there.
    if (tiles.peek() === null) void ask();
  }, LOOK_MS);
  await ask();
  setTimeout(() => void look(), FIRST_LOOK_MS);
}

/** Parameters of every search: the language of the page, and what is in sight if the dataset can use it. */
export function searchQuery(text: string): Record<string, string> {
  const seen = view.peek();
  // From far away nothing is near. Other engines may refuse the parameter.
  const isNear = seen !== null && seen.zoom >= 8 && about.peek()?.explains.search === true;
  return {
    q: text,
    limit: '7',
    ...(isNear ? { near: pairOf(seen.centre) } : {}),
    ...languageQuery(),
  };
}

/** Mongolian is what is displayed without a word. Not every engine knows the parameter. */
function languageQuery(): Record<string, string> {
  return language.peek() === 'en' ? { lang: 'en' } : {};
}

function pairOf([longitude, latitude]: Point): string {
  return `${longitude.toFixed(6)},${latitude.toFixed(6)}`;
}

export function pointOf({ longitude, latitude }: Place): Point {
  return [longitude, latitude];
}

export function choosePlace(place: Place | null): void {
  batch(() => {
    chosen.value = place;
    spot.value = null;
    if (place !== null) showPlace(place);
  });
}

function showPlace(place: Place): void {
  const [longitude, latitude] = pointOf(place);
  const zoom = ZOOMS[place.layer ?? ''] ?? 15.5;
  wanted.value = { box: place.bbox ?? [longitude, latitude, longitude, latitude], zoom };
}

/** How near one looks at a place that has no box. */
const ZOOMS: Readonly<Record<string, number>> = { settlement: 12, area: 10, natural: 12, street: 15 };

let asking: AbortController | null = null;

/** Reverse lookup. The one before is cancelled. */
export async function askSpot(point: Point): Promise<void> {
  asking?.abort();
  const controller = (asking = new AbortController());
  batch(() => {
    spot.value = { point, asked: null };
    chosen.value = null;
  });
  const [longitude, latitude] = point;
  const query = { lat: latitude.toFixed(6), lon: longitude.toFixed(6), ...languageQuery() };
  try {
    const asked = await ask<GeocodeAnswer>('/v1/geocode', query, controller.signal);
    spot.value = { point, asked };
  } catch {
    // Another point was clicked.
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

export function swapEnds(): void {
  batch(() => ([from.value, to.value] = [to.peek(), from.peek()]));
}

export function clearRoute(): void {
  batch(() => {
    from.value = to.value = null;
    route.value = null;
  });
}

/** A click on the map: it fills the end that is missing, else it asks what is there. */
export function clickMap(point: Point): void {
  if (key.peek() === '') return;
  const missing =
    panel.peek() !== 'route' ? null : from.peek() === null ? 'from' : to.peek() === null ? 'to' : null;
  if (missing === null) void askSpot(point);
  else setEnd(missing, { point, name: null });
}

let routing: AbortController | null = null;

/** Asks for the route again whenever its ends, the mode, the language or the key change. */
effect(() => {
  const [a, b] = [from.value, to.value];
  const query = { mode: travel.value, steps: 'true', notes: 'true', lang: language.value };
  const hasKey = key.value !== '';
  routing?.abort();
  if (a === null || b === null || !hasKey) return void (route.value = null);
  const controller = (routing = new AbortController());
  ask<RouteAnswer>(
    '/v1/route',
    { origin: pairOf(a.point), destination: pairOf(b.point), ...query },
    controller.signal,
  ).then(
    (asked) => (route.value = asked),
    () => undefined,
  );
});

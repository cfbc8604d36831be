import { batch, effect } from '@preact/signals';
import type { GeocodeAnswer } from '../ask/answers.js';
import { ask } from '../ask/ask.js';
import { language } from '../../shared/language.js';
import {
  askSpot,
  avoided,
  choosePlace,
  chosen,
  departure,
  found,
  from,
  panel,
  pointOf,
  searched,
  searchQuery,
  spot,
  stops,
  to,
  travel,
  view,
  wanted,
  type End,
} from './page-state.js';
import { boxOf } from './box-of.js';
import { canAsk, takeKeyOfAddress } from './key.js';
import { driverPlan } from './plan.js';
import { linkText, readLink, type Link, type LinkedPoint } from './link-format.js';

/** Keeps the page's state and its URL in sync, so that each follows changes of the other. */

/**
 * The maximum distance, in degrees, between the place in a link and a search result that counts as the same
 * place, which is about 50 m.
 */
const SAME_PLACE = 0.0005;
/** The zoom level used for a point if the link does not specify one. */
const POINT_ZOOM = 15.5;
/** The highest zoom level used for a short route. */
export const ROUTE_ZOOM = 16;

/** The link with which the page was opened. The map starts there. */
export const opened = readLink(location.hash);

/**
 * Reads the state from the URL, both now and whenever the user pastes another URL, and keeps the URL up to
 * date.
 */
export function followLink(): void {
  take(opened);
  addEventListener('hashchange', () => {
    takeKeyOfAddress();
    take(readLink(location.hash));
  });
  effect(() => {
    const now = linkOfState();
    // Until the map has been drawn, the user cannot have moved it.
    history.replaceState(null, '', linkText({ ...now, view: now.view ?? opened.view }));
  });
}

/**
 * Returns a shareable link to the current page. A link to a route does not include the map view, because
 * screen sizes differ.
 */
export function sharedLink(): string {
  const { view: seen, ...link } = linkOfState();
  const isRoute = panel.peek() === 'route' && link.route !== undefined;
  const text = linkText(isRoute || seen === undefined ? link : { ...link, view: seen });
  return `${location.origin}${location.pathname}${text}`;
}

function linkOfState(): Link {
  const ends = [from.value, ...stops.value, to.value];
  const place = shownPlace();
  return {
    ...(view.value !== null && { view: view.value }),
    ...(searched.value !== '' && { text: searched.value }),
    ...(place !== null && { place }),
    ...(ends.some((end) => end !== null) && { route: ends, travel: travel.value }),
    ...(avoided.value.length > 0 && { avoid: [...avoided.value] }),
    ...(departure.value !== '' && { departure: departure.value }),
    ...(driverPlan.value !== '' && { trip: driverPlan.value }),
    language: language.value,
  };
}

function shownPlace(): LinkedPoint | null {
  if (spot.value !== null) return { point: spot.value.point, name: null };
  return chosen.value === null ? null : { point: pointOf(chosen.value), name: chosen.value.name };
}

function take(link: Link): void {
  batch(() => {
    if (link.language !== undefined) language.value = link.language;
    if (link.travel !== undefined) travel.value = link.travel;
    if (link.avoid !== undefined) avoided.value = link.avoid;
    // A departure time in the past is ignored, so that anyone who opens the link later departs at the current
    // time.
    if (link.departure !== undefined && Date.parse(link.departure) > Date.now())
      departure.value = link.departure;
    if (link.text !== undefined) searched.value = link.text;
    driverPlan.value = link.trip ?? '';
    if (link.route !== undefined) takeRoute(link.route);
    if (link.view !== undefined && view.peek() !== null) {
      const [longitude, latitude] = link.view.centre;
      wanted.value = { box: [longitude, latitude, longitude, latitude], zoom: link.view.zoom };
    } else if (link.view === undefined && link.route !== undefined) {
      const points = link.route.flatMap((end) => (end === null ? [] : [end.point]));
      wanted.value = { box: boxOf(points), zoom: ROUTE_ZOOM };
    }
  });
  if (link.place !== undefined) whenThereIsAKey(() => void takePlace(link.place!, link.view === undefined));
}

function takeRoute(route: readonly (LinkedPoint | null)[]): void {
  const ends: (End | null)[] = [...route];
  from.value = ends.shift()!;
  to.value = ends.pop()!;
  stops.value = ends;
  panel.value = 'route';
}

/** @param isToBeShown whether the link does not include a map view */
async function takePlace({ point, name }: LinkedPoint, isToBeShown: boolean): Promise<void> {
  const [longitude, latitude] = point;
  if (isToBeShown) wanted.value = { box: [longitude, latitude, longitude, latitude], zoom: POINT_ZOOM };
  if (name === null) return askSpot(point);
  const near = `${longitude.toFixed(5)},${latitude.toFixed(5)}`;
  const asked = await ask<GeocodeAnswer>('/v1/geocode', searchQuery(searched.peek() || name, near));
  const place = asked.answer?.results.find(({ longitude: x, latitude: y }) => {
    return Math.abs(x - longitude) < SAME_PLACE && Math.abs(y - latitude) < SAME_PLACE;
  });
  if (place === undefined) return askSpot(point);
  batch(() => {
    if (searched.peek() === '') searched.value = place.name;
    found.value = asked;
    choosePlace(place, { isToBeShown: false });
  });
}

/** Calls `act` once, either now or as soon as the user has entered a key. */
function whenThereIsAKey(act: () => void): void {
  const stop = effect(() => {
    if (!canAsk.value) return;
    act();
    queueMicrotask(() => stop());
  });
}

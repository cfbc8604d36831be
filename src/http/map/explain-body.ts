import type { MapPage } from '../../sources/map-page.js';

/** Writes explanations as JSON for the page, with names in snake case, and numbers rounded for readers. */

export type SearchExplanation = Awaited<ReturnType<MapPage['explainSearch']>>;
type PlaceReasons = SearchExplanation['results'][number];
export type RouteExplanation = Awaited<ReturnType<MapPage['explainRoute']>>;
type Candidate = RouteExplanation['origins'][number];
type Stretch = RouteExplanation['stretches'][number];

/** The maximum number of stretches to list: a route across a whole country has thousands. */
const MOST_STRETCHES = 500;

export function searchReasons({ query, results, readings, next }: SearchExplanation) {
  return {
    query,
    results: results.map(placeReasons),
    readings: readings.map(({ leftOut, ...reading }) => ({ ...reading, left_out: leftOut })),
    next: next === null ? null : placeReasons(next),
  };
}

function placeReasons(place: PlaceReasons) {
  const { id, name, type, address, group, key, matched, relaxed, prominence, parts, here, behind } = place;
  return {
    ...{ id, name, type, address, group, key, matched, relaxed },
    prominence,
    prominence_parts: Object.fromEntries<number>(Object.entries(parts).filter(([, value]) => value !== 0)),
    prominence_from_here: here,
    behind: behind === 'name length' ? ('name_length' as const) : behind,
  };
}

export function routeReasons({ answer, origins, destinations, stretches }: RouteExplanation) {
  return {
    found: answer.kind === 'route',
    reason: answer.kind === 'route' ? null : answer.kind,
    origin: origins.map(candidateReasons),
    destination: destinations.map(candidateReasons),
    stretches: stretches.slice(0, MOST_STRETCHES).map(stretchReasons),
    stretches_left_out: Math.max(0, stretches.length - MOST_STRETCHES),
  };
}

function candidateReasons({ way, distance_m, location, component, component_km, isChosen }: Candidate) {
  return {
    way: wayOf(way),
    distance_meters: tenths(distance_m),
    location: location.map((degrees) => Math.round(1e6 * degrees) / 1e6),
    network: component,
    network_kilometers: tenths(component_km),
    is_chosen: isChosen,
  };
}

function stretchReasons(stretch: Stretch) {
  const { way, direction, distance_m, duration_s, speed_kmh, why, passing_s, turn_degrees } = stretch;
  return {
    way: wayOf(way),
    direction,
    distance_meters: tenths(distance_m),
    duration_seconds: tenths(duration_s),
    speed_kmh: tenths(speed_kmh),
    speed_reason: why,
    passing_seconds: tenths(passing_s),
    turn_degrees: turn_degrees === null ? null : Math.round(turn_degrees),
  };
}

function wayOf({ id, class: kind, surface, name }: Candidate['way']) {
  return { id, class: kind, surface, name };
}

const tenths = (value: number): number => Math.round(10 * value) / 10;

import { counted } from '../counted.js';
import type { Answer } from '../client/answers.js';
import { distanceM } from '../geo/distance.js';
import type { Position } from '../geo/position.js';

/**
 * Shortens answers for assistants: few fields, short texts. Text from a map is data and never an instruction.
 */

/** Real place names are shorter, but text that someone put on a map may be longer. */
const LONGEST_TEXT = 120;

/** Removes control characters and line breaks, and truncates the text to the length of the longest names. */
export function shortText(value: unknown, longest = LONGEST_TEXT): string | null {
  if (typeof value !== 'string') return null;
  const text = value.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

export function shortPlace({ id, name, address, type, ...where }: Answer<'GeocodeResult'>): object {
  const { latitude, longitude, distance_meters, match, matched_name, left_out, confidence } = where;
  return {
    ...{ name: shortText(name), address: shortText(address), type: shortText(type) },
    ...{ latitude, longitude, id: shortText(id) },
    ...(where.components !== undefined && {
      components: shortProperties({ ...where.components, country: undefined }),
    }),
    ...(typeof distance_meters === 'number' && { distance_meters }),
    ...(matched_name !== undefined && { matched_name: shortText(matched_name) }),
    ...(match !== undefined && { match }),
    ...(left_out !== undefined && { left_out: left_out.map((word) => shortText(word)) }),
    ...(confidence !== undefined && { confidence }),
  };
}

/** Leaves out lists and objects, which are meant for programs. */
export function shortProperties(properties: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties as Record<string, unknown>)
      .filter(([, value]) => value !== undefined && typeof value !== 'object')
      .map(([key, value]) => [shortText(key) ?? '', typeof value === 'string' ? shortText(value) : value]),
  );
}

/** A sentence has at most 180 letters, which is more than a name. */
const LONGEST_SENTENCE = 200;

/** Returns the description of the first result, which is the result at the point. */
export function shortDescription([nearest]: readonly Answer<'GeocodeResult'>[]): object {
  const { text, landmarks = [], plus_code } = nearest?.description ?? {};
  return {
    ...{ sentence: shortText(text, LONGEST_SENTENCE), plus_code: shortText(plus_code) },
    landmarks: landmarks.map(({ id, name, distance_meters, direction }) => ({
      ...{ name: shortText(name), distance_meters, direction, id: shortText(id) },
    })),
    nearest: nearest === undefined ? null : shortPlace(nearest),
  };
}

export const STEP_CHOICES = ['main', 'all', 'none'] as const;

interface RouteWishes {
  hasLine: boolean;
  steps: (typeof STEP_CHOICES)[number];
  language: 'mn' | 'en';
}

const UNPAVED = ['gravel', 'earth', 'sand', 'unpaved'];

export function shortRoute(answer: Answer<'RouteResponse'>, wishes: RouteWishes): object {
  const { route, steps = [], notes = [], surfaces = [], detour, alternatives, speeds, mode } = answer;
  const measure = ({
    distance_meters,
    duration_seconds,
  }: {
    distance_meters: number;
    duration_seconds: number;
  }) => ({
    ...{ distance_meters, duration_seconds },
  });
  const unpaved = surfaces.filter(({ surface }) => UNPAVED.includes(surface));
  return {
    ...{ mode, ...measure(route) },
    ...(route.legs !== undefined && route.legs.length > 1 && { legs: route.legs.map(measure) }),
    surfaces: surfaces.map(({ surface, ...of }) => ({ surface, ...measure(of) })),
    unpaved_meters: Math.round(unpaved.reduce((sum, own) => sum + own.distance_meters, 0)),
    ...(detour !== undefined && { detour: shortDetour(detour) }),
    notes: notes.map(({ kind, stop, zone, ...of }) => ({
      ...{ kind, ...measure(of), ...(stop !== undefined && { stop }) },
      ...(zone !== undefined && {
        zone: {
          ...{ name: shortText(zone.name), closed_for: zone.closed_for, open_from: zone.open_from },
          ...(zone.closed_from !== undefined && { closed_from: zone.closed_from }),
        },
      }),
    })),
    ...(alternatives !== undefined && { alternatives: alternatives.map(measure) }),
    ...(speeds !== undefined && { speeds }),
    steps: shortSteps(steps, wishes),
    ...(wishes.hasLine && { line: route.geometry }),
  };
}

/** Nobody can remember more steps than this. */
const MOST_STEPS = 20;

/** Merges short steps into the previous step, so that the description still covers the whole route. */
function shortSteps(steps: Answer<'RouteStep'>[], { steps: choice, language }: RouteWishes): string[] {
  const turns = (count: number): string => {
    if (count === 0) return '';
    if (language === 'mn') return `, дараа нь ${count} эргэлт`;
    return `, with ${counted(count, 'more turn')}`;
  };
  const last = steps.length - 1;
  const middle = steps.map((_, i) => i).filter((i) => i > 0 && i < last);
  const longest = middle.sort((a, b) => steps[b].distance_meters - steps[a].distance_meters);
  const kept = new Set([0, last, ...(choice === 'all' ? middle : longest.slice(0, MOST_STEPS - 2))]);
  const said: { instruction: string | null; distance_m: number; folded: number }[] = [];
  steps.forEach(({ instruction, distance_meters }, i) => {
    if (kept.has(i)) {
      said.push({ instruction: shortText(instruction), distance_m: distance_meters, folded: 0 });
      return;
    }
    const before = said[said.length - 1];
    before.distance_m += distance_meters;
    before.folded++;
  });
  return said.map(
    ({ instruction, distance_m, folded }) => `${instruction} (${Math.round(distance_m)} m${turns(folded)})`,
  );
}

/** Names each road once, although its directions and pieces are separate closures. */
function shortDetour({ closures, ...longer }: Answer<'RouteDetour'>): object {
  const named = closures.map(({ name, reason, ...rest }) => ({
    ...{ name: shortText(name), reason: shortText(reason), ...rest },
  }));
  const each = new Map(named.map((closure) => [JSON.stringify(closure), closure]));
  return { ...longer, closures: [...each.values()] };
}

export function shortZones({ zones }: Answer<'ZonesResponse'>): object[] {
  return zones.map(({ name, properties, rule }) => ({
    ...{ name: shortText(name), properties: shortProperties({ ...properties, name: undefined }) },
    ...(rule !== null && { rule: { ...rule, source: shortText(rule.source, LONGEST_SENTENCE) } }),
  }));
}

type Polygon = number[][][];

/** Returns, for each time or distance, the size of the area, its bounding box and how far it extends. */
export function shortIsochrone(
  { features }: Answer<'IsochroneResponse'>,
  [longitude, latitude]: Position,
  hasArea: boolean,
): object[] {
  return features.map(({ properties: { minutes, meters }, geometry }) => {
    const polygons = geometry.coordinates as Polygon[];
    const points = polygons.flat(2);
    const side = (axis: number, better: (a: number, b: number) => number): number =>
      points.map((point) => point[axis]).reduce((a, b) => better(a, b));
    const area = polygons.reduce((sum, polygon) => sum + areaOf(polygon), 0);
    const far = points.reduce((m, [lon, lat]) => Math.max(m, distanceM(longitude, latitude, lon, lat)), 0);
    return {
      ...(minutes !== undefined && { minutes }),
      ...(meters !== undefined && { meters }),
      ...{ area_km2: Math.round(10 * area) / 10, farthest_meters: Math.round(far) },
      ...(points.length > 0 && {
        bounds: {
          ...{ south: side(1, Math.min), west: side(0, Math.min) },
          ...{ north: side(1, Math.max), east: side(0, Math.max) },
        },
      }),
      ...(hasArea && { geometry }),
    };
  });
}

/** Returns the area of an outer ring without its holes, in square kilometers. */
function areaOf(polygon: Polygon): number {
  return polygon.reduce((sum, ring, i) => sum + (i === 0 ? 1 : -1) * Math.abs(ringArea(ring)), 0);
}

const KILOMETRES_A_DEGREE = 111.195;

/** Computes the area on a flat plane at the ring's latitude. */
function ringArea(ring: number[][]): number {
  const [lon, lat] = ring[0];
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1], ring[i]];
    sum += (from[0] - lon) * (to[1] - lat) - (to[0] - lon) * (from[1] - lat);
  }
  return (sum / 2) * Math.cos((lat * Math.PI) / 180) * KILOMETRES_A_DEGREE ** 2;
}

/** Nobody can remember more roads than this. */
const MOST_ROADS = 20;

/**
 * Returns the matched pieces, the roads with the distance traveled on each in meters, longest first, and the
 * points that are not on any road.
 */
export function shortMatch({ matchings, points, ways = [] }: Answer<'MatchResponse'>): object {
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const by = <Key>(keyOf: (way: Answer<'MatchedWay'>) => Key): [Key, number][] => {
    const meters = new Map<Key, number>();
    for (const way of ways) meters.set(keyOf(way), (meters.get(keyOf(way)) ?? 0) + way.distance_meters);
    return [...meters].map(([key, m]): [Key, number] => [key, Math.round(m)]).sort((a, b) => b[1] - a[1]);
  };
  return {
    distance_meters: Math.round(sum(matchings.map((own) => own.distance_meters))),
    duration_seconds: Math.round(sum(matchings.map((own) => own.duration_seconds))),
    pieces: matchings.map(({ distance_meters, duration_seconds, confidence, from, to }) => ({
      ...{ from, to, distance_meters, duration_seconds, confidence },
    })),
    roads: by(({ name, ref }) => shortText(name ?? ref))
      .slice(0, MOST_ROADS)
      .map(([name, distance_meters]) => ({ name, distance_meters })),
    surfaces: by(({ surface }) => surface).map(([surface, distance_meters]) => ({
      surface,
      distance_meters,
    })),
    toll_meters: Math.round(sum(ways.filter(({ toll }) => toll).map((way) => way.distance_meters))),
    points_on_no_road: points.flatMap(({ location }, i) => (location === null ? [i] : [])),
  };
}

/** The response of `/map/roads.geojson`. */
export interface RoadsAnswer {
  features: {
    properties: {
      kind: string;
      is_open: boolean;
      factor: number;
      mode: string | null;
      name: string | null;
      reason: string | null;
      until: string | null;
    };
    geometry: { coordinates: unknown[] };
  }[];
}

interface ShortClosure {
  kind: string;
  speed_factor: number;
  mode: string | null;
  until: string | null;
  name: string | null;
  reason: string | null;
}

/** One entry for all pieces of a road with the same closure. */
export interface ClosedRoad extends ShortClosure {
  pieces: { latitude: number; longitude: number }[];
}

export function shortClosures({ features }: RoadsAnswer): ClosedRoad[] {
  const roads = new Map<string, ClosedRoad>();
  for (const { properties, geometry } of features) {
    const { kind, factor, mode, until, name, reason, is_open } = properties;
    if (kind !== 'closure' && is_open) continue;
    const said: ShortClosure = {
      ...{ kind, speed_factor: factor, mode, until, name: shortText(name), reason: shortText(reason) },
    };
    const [longitude, latitude] = geometry.coordinates.flat(Infinity) as number[];
    const same = name === null ? `${longitude},${latitude}` : JSON.stringify(said);
    const road = roads.get(same) ?? { ...said, pieces: [] };
    road.pieces.push({ latitude, longitude });
    roads.set(same, road);
  }
  return [...roads.values()];
}

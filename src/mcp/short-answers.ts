import type { Answer } from '../client/answers.js';

/** What assistants are told: few fields, short texts. What is in a map is data, and never more than that. */

/** No name of a place is longer, but a text that somebody wrote into a map might be. */
const LONGEST_TEXT = 120;

/** Without control characters and line ends, cut off where it is longer than any name. */
export function shortText(value: unknown, longest = LONGEST_TEXT): string | null {
  if (typeof value !== 'string') return null;
  const text = value.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

export function shortPlace({ id, name, address, type, ...where }: Answer<'GeocodeResult'>): object {
  const { latitude, longitude, distance_meters, match, left_out, confidence } = where;
  return {
    ...{ name: shortText(name), address: shortText(address), type: shortText(type) },
    ...{ latitude, longitude, id: shortText(id) },
    ...(distance_meters !== undefined && { distance_meters }),
    ...(match !== undefined && { match }),
    ...(left_out !== undefined && { left_out: left_out.map((word) => shortText(word)) }),
    ...(confidence !== undefined && { confidence }),
  };
}

/** A sentence has 180 letters at most, more than a name. */
const LONGEST_SENTENCE = 200;

export function shortDescription({ description, ...place }: Answer<'GeocodeResult'>): object {
  if (description === undefined) return shortPlace(place);
  const { text, landmarks, plus_code } = description;
  return {
    sentence: shortText(text, LONGEST_SENTENCE),
    plus_code: shortText(plus_code),
    landmarks: landmarks.map(({ id, name, distance_meters, direction }) => ({
      ...{ name: shortText(name), distance_meters, direction, id: shortText(id) },
    })),
    nearest: shortPlace(place),
  };
}

/** More steps than a person remembers; the first and the last say most. */
const MOST_STEPS = 12;

export function shortRoute(answer: Answer<'RouteResponse'>, hasLine: boolean): object {
  const { route, steps = [], notes = [], detour, waypoints, mode } = answer;
  const said = steps.map(
    ({ instruction, distance_meters }) => `${shortText(instruction)} (${Math.round(distance_meters)} m)`,
  );
  const left = said.length - MOST_STEPS;
  const middle = `… ${left + 1} steps …`;
  return {
    ...{ mode, distance_meters: route.distance_meters, duration_seconds: route.duration_seconds },
    ...{ from: shortText(waypoints[0].name), to: shortText(waypoints[1].name) },
    ...(said.length > 0 && {
      steps: left <= 0 ? said : [...said.slice(0, MOST_STEPS - 2), middle, said[said.length - 1]],
    }),
    ...(detour !== undefined && { detour: shortDetour(detour) }),
    notes: notes.map(({ kind, distance_meters, zone }) => ({
      ...{ kind, distance_meters },
      ...(zone !== undefined && {
        zone: {
          ...{ name: shortText(zone.name), closed_for: zone.closed_for, open_from: zone.open_from },
          ...(zone.closed_from !== undefined && { closed_from: zone.closed_from }),
        },
      }),
    })),
    ...(hasLine && { line: route.geometry }),
  };
}

function shortDetour({ closures, ...longer }: Answer<'RouteDetour'>): object {
  const named = closures.map(({ name, reason, ...rest }) => ({
    ...{ name: shortText(name), reason: shortText(reason), ...rest },
  }));
  return { ...longer, closures: named };
}

/** Properties that are lists or objects are for programs. */
export function shortZones({ zones }: Answer<'ZonesResponse'>): object[] {
  return zones.map(({ name, properties, rule }) => ({
    name: shortText(name),
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([, value]) => typeof value !== 'object')
        .map(([key, value]) => [shortText(key) ?? '', typeof value === 'string' ? shortText(value) : value]),
    ),
    ...(rule !== null && { rule: { ...rule, source: shortText(rule.source, LONGEST_SENTENCE) } }),
  }));
}

type Polygon = number[][][];

/** For each time: how large the area is, and between which sides it lies. */
export function shortIsochrone({ features }: Answer<'IsochroneResponse'>, hasArea: boolean): object[] {
  return features.map(({ properties: { minutes }, geometry }) => {
    const polygons = geometry.coordinates as Polygon[];
    const points = polygons.flat(2);
    const side = (axis: number, better: (a: number, b: number) => number): number =>
      points.map((point) => point[axis]).reduce((a, b) => better(a, b));
    const area = polygons.reduce((sum, polygon) => sum + areaOf(polygon), 0);
    return {
      minutes,
      area_km2: Math.round(10 * area) / 10,
      ...(points.length > 0 && {
        bbox: [side(0, Math.min), side(1, Math.min), side(0, Math.max), side(1, Math.max)],
      }),
      ...(hasArea && { geometry }),
    };
  });
}

/** Square kilometres of an outer ring without its holes. */
function areaOf(polygon: Polygon): number {
  return polygon.reduce((sum, ring, i) => sum + (i === 0 ? 1 : -1) * Math.abs(ringArea(ring)), 0);
}

const KILOMETRES_A_DEGREE = 111.195;

/** On a plane at its latitude. */
function ringArea(ring: number[][]): number {
  const [lon, lat] = ring[0];
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1], ring[i]];
    sum += (from[0] - lon) * (to[1] - lat) - (to[0] - lon) * (from[1] - lat);
  }
  return (sum / 2) * Math.cos((lat * Math.PI) / 180) * KILOMETRES_A_DEGREE ** 2;
}

/** More roads than a person remembers. */
const MOST_ROADS = 20;

/** Pieces, the roads with the metres on each, the longest first, and points that are on none. */
export function shortMatch({ matchings, points, ways = [] }: Answer<'MatchResponse'>): object {
  const roads = new Map<string | null, number>();
  for (const { name, ref, distance_meters } of ways) {
    const road = shortText(name ?? ref);
    roads.set(road, (roads.get(road) ?? 0) + distance_meters);
  }
  const longest = [...roads].sort((a, b) => b[1] - a[1]).slice(0, MOST_ROADS);
  return {
    pieces: matchings.map(({ distance_meters, duration_seconds, confidence, from, to }) => ({
      ...{ from, to, distance_meters, duration_seconds, confidence },
    })),
    roads: longest.map(([name, distance_m]) => ({ name, distance_meters: Math.round(distance_m) })),
    points_on_no_road: points.flatMap(({ location }, i) => (location === null ? [i] : [])),
  };
}

/** Who visits what and when, without lines. */
export function shortTrip({ vehicles, unassigned }: Answer<'TripResponse'>): object {
  return {
    vehicles: vehicles.map(({ order, stops, distance_meters, duration_seconds }) => ({
      ...{ order, arrivals_seconds: stops.map((own) => Math.round(own.arrival_seconds)) },
      ...{ distance_meters, duration_seconds },
    })),
    unassigned: unassigned.map(({ stop, message }) => ({ stop, message: shortText(message) })),
  };
}

/** Of `/map/roads.geojson`. */
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

/** Most closures that are told at once. */
const MOST_CLOSURES = 30;

export function shortClosures({ features }: RoadsAnswer): object {
  const closed = features.filter(({ properties }) => properties.kind === 'closure' || !properties.is_open);
  return {
    count: closed.length,
    roads: closed.slice(0, MOST_CLOSURES).map(({ properties, geometry }) => {
      const { kind, factor, mode, until, name, reason } = properties;
      return {
        ...{ kind, speed_factor: factor, mode, until, name: shortText(name), reason: shortText(reason) },
        at: geometry.coordinates.flat(Infinity).slice(0, 2),
      };
    }),
  };
}

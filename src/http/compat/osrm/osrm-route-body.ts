import type {
  AlternativeRoute,
  FoundRoute,
  RouteLeg,
  RouteStep,
  SnappedPoint,
} from '../../../sources/router.js';
import type { TravelMode } from '../../../travel-mode.js';
import { isLength, nonsense } from '../../core/request/impossible-answer.js';
import { isLine } from '../../route/route-body.js';
import { geometryOf, LineCutter, lineOf, simplified, type Line } from './osrm-line.js';
import type { Annotation, OsrmRouteRequest, RouteForm } from './osrm-route-request.js';
import { stepBody } from './osrm-step.js';
import { tenths, waypointOf } from './osrm-waypoint.js';

/**
 * Writes a route in OSRM's format. @throws OperatingError UPSTREAM_ERROR if the source's response is not a
 * route
 */
export function osrmRouteBody(found: FoundRoute, request: OsrmRouteRequest): string {
  const { hasHints, hasWaypoints } = request.general;
  const points = [found.origin, ...(found.via ?? []), found.destination];
  if (points.length !== request.route.more.via.length + 2) throw nonsense('other points than requested');
  const routes = [found, ...(found.alternatives ?? [])].map((route) => routeOf(route, points, request));
  return JSON.stringify({
    code: 'Ok',
    routes,
    ...(hasWaypoints && { waypoints: points.map((point) => waypointOf(point, hasHints)) }),
  });
}

/** @param points both ends of the route and the points where its legs meet */
export function routeOf(
  { distance_m, duration_s, coordinates, legs = [] }: AlternativeRoute,
  points: readonly SnappedPoint[],
  form: RouteForm,
): object {
  if (!isLine(coordinates)) throw nonsense('a route without a line');
  if (!isLength(distance_m) || !isLength(duration_s))
    throw nonsense(`the route has a length of ${distance_m} m`);
  const { overview, geometries, mode } = form;
  const line = lineOf(coordinates);
  const cutter = new LineCutter(line);
  let along_m = 0;
  const bodies = legs.map((leg) => {
    const body = new LegWriter(leg, form, cutter, along_m).body();
    along_m += leg.distance_m;
    return body;
  });
  const lines = overview === 'by_legs' ? linesOfLegs(line, legs, points) : null;
  const turns = bodies.flatMap(({ places }) => places);
  const shown = (): Line => (overview === 'full' ? line : simplified(line, turns));
  return {
    ...(overview !== 'false' && lines === null && { geometry: geometryOf(shown(), geometries) }),
    legs: bodies.map(({ leg }, i) =>
      lines === null ? leg : { ...leg, geometry: geometryOf(lines[i], geometries) },
    ),
    ...weighed(distance_m, duration_s),
    weight_name: WEIGHTS[mode],
  };
}

/** Returns the full line of each leg, up to the point where the leg ends. */
function linesOfLegs(line: Line, legs: readonly RouteLeg[], points: readonly SnappedPoint[]): Line[] {
  const cutter = new LineCutter(line);
  let along_m = 0;
  return legs.map(({ distance_m }, i) => {
    along_m += distance_m;
    const from = cutter.at;
    const { longitude, latitude } = points[i + 1];
    const to = i + 1 < legs.length ? cutter.to(longitude, latitude, along_m) : line.length / 2 - 1;
    return cutter.piece(from, to);
  });
}

/** The quantity that the routes of each travel mode minimize. */
const WEIGHTS: Readonly<Record<TravelMode, string>> = { driving: 'duration', walking: 'duration' };

function weighed(distance_m: number, duration_s: number): object {
  const duration = tenths(duration_s);
  return { weight: duration, duration, distance: tenths(distance_m) };
}

/** A piece of a line, given by the indices of two positions. */
interface Piece {
  from: number;
  to: number;
}

/** Writes one leg and cuts its steps out of the line. */
class LegWriter {
  readonly #leg: RouteLeg;
  readonly #form: RouteForm;
  readonly #cutter: LineCutter;
  readonly #from_m: number;

  constructor(leg: RouteLeg, form: RouteForm, cutter: LineCutter, from_m: number) {
    if (!isLength(leg.distance_m) || !isLength(leg.duration_s)) throw nonsense('a leg without a length');
    this.#leg = leg;
    this.#form = form;
    this.#cutter = cutter;
    this.#from_m = from_m;
  }

  /** Returns the leg and, in `places`, the indices of its maneuvers' positions. */
  body(): { leg: object; places: number[] } {
    const { steps, distance_m, duration_s } = this.#leg;
    const { hasSteps, annotations } = this.#form;
    const places = this.#places();
    const pieces = steps.map((_, i) => ({ from: places[i], to: places[i + 1] ?? places[i] }));
    return {
      leg: {
        steps: hasSteps ? this.#steps(pieces) : [],
        ...weighed(distance_m, duration_s),
        summary: hasSteps ? summaryOf(steps) : '',
        ...(annotations.length > 0 && { annotation: this.#annotation(pieces) }),
      },
      places,
    };
  }

  #steps(pieces: readonly Piece[]): object[] {
    const { mode, geometries } = this.#form;
    return this.#leg.steps.map((step, i) => {
      const piece = this.#cutter.piece(pieces[i].from, pieces[i].to);
      return stepBody(step, { mode, geometry: geometryOf(piece, geometries) });
    });
  }

  /** Returns each maneuver's position. The last index is where the leg ends. */
  #places(): number[] {
    let along_m = this.#from_m;
    return this.#leg.steps.map((step) => {
      const place = this.#cutter.to(step.longitude, step.latitude, along_m);
      along_m += step.distance_m;
      return place;
    });
  }

  /**
   * Writes annotations, with one number for each piece of the line. The duration of a step is divided among
   * its pieces in proportion to their length.
   */
  #annotation(pieces: readonly Piece[]): object {
    const [distance, duration]: [number[], number[]] = [[], []];
    const { metres } = this.#cutter;
    pieces.forEach(({ from, to }, i) => {
      const whole_m = metres[to] - metres[from];
      const { duration_s } = this.#leg.steps[i];
      for (let place = from; place < to; place++) {
        const own_m = metres[place + 1] - metres[place];
        distance.push(tenths(own_m));
        duration.push(tenths(whole_m === 0 ? 0 : (duration_s * own_m) / whole_m));
      }
    });
    const all: Record<Annotation, number[]> = {
      ...{ duration, distance, weight: duration },
      speed: distance.map((own_m, i) => (duration[i] === 0 ? 0 : tenths(own_m / duration[i]))),
      datasources: distance.map(() => 0),
    };
    const { annotations } = this.#form;
    const asked = Object.fromEntries(annotations.map((name) => [name, all[name]]));
    const isNamed = annotations.includes('datasources');
    return { ...asked, ...(isNamed && { metadata: { datasource_names: ['gazarch'] } }) };
  }
}

/** Returns the names of the two longest roads, in the order in which they are driven. */
function summaryOf(steps: readonly RouteStep[]): string {
  const metres = new Map<string, number>();
  for (const { name, ref, distance_m } of steps) {
    const road = name ?? ref;
    if (road !== null) metres.set(road, (metres.get(road) ?? 0) + distance_m);
  }
  const longest = [...metres.entries()].sort((a, b) => b[1] - a[1]).slice(0, 2);
  return [...metres.keys()].filter((road) => longest.some(([own]) => own === road)).join(', ');
}

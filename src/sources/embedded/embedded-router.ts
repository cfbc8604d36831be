import type { Asker } from '../asker.js';
import { toDegrees } from '../../geo/coordinates.js';
import type {
  ReachWanted,
  RoadMatrix,
  RoadZones,
  RoutingIndex,
  MatchedTrace,
} from '../../routing/routing-index.js';
import type { SnapLimits } from '../../routing/route-answers.js';
import { longestOf, speedsOf } from './told-speeds.js';
import type { MetChange } from '../../routing/describe/route-detour.js';
import type { MovedEnd, Wanted } from '../../routing/describe/route-description.js';
import type { Snap } from '../../routing/ends/snapped-points.js';
import { avoidedFlags } from '../../routing/search/avoided-roads.js';
import type { AnsweringData, AnsweringSource } from './dataset/answering-data.js';
import type { HoldingClosure } from './embedded-page.js';
import type { SourceState } from '../geocoder.js';
import { refuseOfRouter } from '../not-supported.js';
import type {
  FoundIsochrone,
  FoundMatch,
  FoundMatrix,
  FoundRoute,
  FoundTrip,
  IsochroneRequest,
  MatchRequest,
  MatrixRequest,
  MetClosure,
  MoreOfRoute,
  NearestRequest,
  NoRoute,
  RoadsAsked,
  Router,
  RouteNote,
  RouteRequest,
  RouteStep,
  SnappedPoint,
  TripRequest,
} from '../router.js';
import { landmarkAtTurn } from '../../geocoding/describe/turn-landmark.js';
import type { PlaceIndex } from '../../geocoding/geocoding-index.js';
import type { VehicleZones } from '../zones.js';
import type { TravelMode } from '../../travel-mode.js';
import { reachPolygons } from './areas/reach-polygons.js';
import { Slices } from './slices.js';
import { plannedTrip } from './planned-trip.js';
import { RequestZones } from './request-zones.js';

/**
 * Implements the routing seam using the dataset in this process. It answers synchronously unless the work
 * takes long.
 */
export class EmbeddedRouter implements Router {
  readonly #dataset: AnsweringSource;
  readonly #limits: SnapLimits;
  readonly #slices = new Slices();
  readonly #closures: () => readonly HoldingClosure[];
  readonly #zones: VehicleZones | null;

  /**
   * @param closures returns the closures that are currently in force
   * @param zones null if there are no zones
   */
  constructor(
    dataset: AnsweringSource,
    limits: SnapLimits,
    closures: () => readonly HoldingClosure[] = () => [],
    zones: VehicleZones | null = null,
  ) {
    this.#dataset = dataset;
    this.#limits = limits;
    this.#closures = closures;
    this.#zones = zones;
  }

  /**
   * Returns a promise only if the roads must be computed first, because the request is for another time or
   * avoids kinds of roads.
   */
  route(
    request: RouteRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): FoundRoute | NoRoute | Promise<FoundRoute | NoRoute> {
    const data = this.#dataset.pinned();
    const steps = data.routing[request.mode].inSlices(() => this.#route(data, request));
    const { avoid = [], departAt, vehicle } = request.more ?? {};
    // Such a route takes a few tens of milliseconds if the previous route used other roads, so each of these
    // routes waits for its turn.
    if (avoid.length > 0 || departAt !== undefined || vehicle !== undefined)
      return this.#slices.work(steps, signal, asker);
    const first = steps.next();
    return first.done === true ? first.value : this.#slices.work(steps, signal, asker);
  }

  #route(data: AnsweringData, request: RouteRequest): FoundRoute | NoRoute {
    const index = data.routing[request.mode];
    if (request.more !== undefined) {
      refuseOfRouter('embedded', request.more);
      const found = this.#routeWithMore(index, request, request.more);
      if (request.more.steps && found.kind === 'route') {
        const places = data.landmarks === undefined ? data.geocoding : data.landmarks;
        if (places !== null) tellLandmarks(found, places, request.more);
      }
      return found;
    }
    const limits = this.#limits;
    const found = index.route(request, limits);
    if (found.kind === 'no_path') return found;
    if (found.kind !== 'route') return { ...found, limit_m: limits.snapLimit_m };
    const { kind, distance_m, duration_s, coordinates, origin, destination, moved } = found;
    return {
      kind,
      distance_m,
      duration_s,
      coordinates,
      origin: pointOf(origin),
      destination: pointOf(destination),
      ...(moved.length > 0 && { notes: moved.map(movedNote) }),
      ...speedsOf(index, found),
    };
  }

  #routeWithMore(
    index: RoutingIndex,
    { origin, destination, mode }: RouteRequest,
    more: MoreOfRoute,
  ): FoundRoute | NoRoute {
    const { via, notes, steps, legs } = more;
    const limits = this.#limits;
    const stops = [origin, ...via, destination];
    const ofRequest = this.#zonesOf(index, more);
    const zones = ofRequest.between(stops);
    const closures = zones.roads === null ? this.#closuresFor(mode, more) : [];
    const changes =
      zones.roads === null ? closures.map(({ change }) => change) : changesTold(zones.roads, more);
    const wanted: Wanted = {
      line: more.geometry !== 'ends',
      notes,
      steps,
      namesIn: more.language,
      avoided: avoidedFlags(more.avoid ?? []),
      ...approachesOf(more),
      ...(more.departAt !== undefined && { departAt: more.departAt }),
      ...(more.alternatives !== undefined && { alternatives: more.alternatives }),
      ...(zones.roads !== null && { zones: zones.roads }),
      ...(changes.length > 0 && { changes }),
    };
    const found = index.describe(stops, limits, wanted);
    if (found.kind !== 'route') {
      const { leg, changes: met = [], ...absent } = found;
      const failed = via.length === 0 ? {} : { leg };
      if (absent.kind !== 'no_path') return { ...absent, ...failed, limit_m: limits.snapLimit_m };
      const inTheWay = zones.inTheWay(zones.roads === null ? [] : met);
      return {
        ...{ ...absent, ...failed },
        ...(met.length > 0 && zones.roads === null && { closures: metClosures(met, closures) }),
        ...(inTheWay.length > 0 && { zones: inTheWay }),
      };
    }
    const { detour } = found;
    const zoneNotes = notes ? zones.notes(zones.roads === null ? null : (detour ?? null)) : [];
    const closing = notes ? ofRequest.closingOn(found, stops) : [];
    const ownNotes = [...found.moved.map(movedNote), ...zoneNotes, ...closing, ...found.notes];
    const snapped = found.stops.map(pointOf);
    return {
      kind: 'route',
      distance_m: found.distance_m,
      duration_s: found.duration_s,
      coordinates: found.coordinates,
      origin: snapped[0],
      destination: snapped[snapped.length - 1],
      ...(via.length > 0 && { via: snapped.slice(1, -1) }),
      ...((notes || found.moved.length > 0) && { notes: ownNotes }),
      ...(notes && { surfaces: found.surfaces, surfaceStretches: found.surfaceStretches }),
      ...((legs || steps) && { legs: found.legs }),
      ...speedsOf(index, { ...found, departAt: more.departAt }),
      ...(more.alternatives !== undefined && { alternatives: found.alternatives }),
      ...(detour !== undefined &&
        zones.roads === null && {
          detour: {
            distance_m: detour.distance_m,
            duration_s: detour.duration_s,
            closures: metClosures(detour.changes, closures),
          },
        }),
    };
  }

  /**
   * Returns the closures whose effect on the route is reported. Returns none if the request avoids kinds of
   * roads, because the route without closures would require a separate set of roads, which takes half a
   * second to compute for a country.
   */
  #closuresFor(mode: TravelMode, { notes, avoid = [] }: MoreOfRoute): readonly HoldingClosure[] {
    if (!notes || avoid.length > 0) return [];
    return this.#closures().filter((closure) => closure.mode === null || closure.mode === mode);
  }

  #zonesOf(index: RoutingIndex, asked: RoadsAsked): RequestZones {
    return new RequestZones(this.#zones, asked, { index, limits: this.#limits });
  }

  /** Computes long matrices in slices, between other requests. */
  matrix(request: MatrixRequest, signal?: AbortSignal, asker?: Asker): FoundMatrix | Promise<FoundMatrix> {
    return this.#slices.work(this.#matrix(this.#dataset.pinned(), request), signal, asker);
  }

  *#matrix(data: AnsweringData, request: MatrixRequest): Generator<void, FoundMatrix> {
    const index = data.routing[request.mode];
    const limits = this.#limits;
    const wanted = { ...request, ...roadsOf(request) };
    return yield* this.#zonesOf(index, request).matrix(request, function* (without, zones) {
      const own = { ...wanted, without, ...(zones !== null && { zones }) };
      const found = matrixOf(yield* index.matrix(own, limits));
      return { ...found, ...speedsOf(index, { ...request, duration_s: longestOf(found) }) };
    });
  }

  isochrone(
    request: IsochroneRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): FoundIsochrone | NoRoute | Promise<FoundIsochrone | NoRoute> {
    const index = this.#dataset.pinned().routing[request.mode];
    return this.#slices.work(this.#reach(index, request), signal, asker);
  }

  *#reach(index: RoutingIndex, request: IsochroneRequest): Generator<void, FoundIsochrone | NoRoute> {
    const { point, limits, unit, direction, format, around_m } = request;
    const zones = this.#zonesOf(index, request).between([point]).roads;
    const roads = { ...roadsOf(request), ...(zones !== null && { zones }) };
    const wanted: ReachWanted =
      unit === 'meters'
        ? { limits, unit: 'm', direction, ...roads }
        : { limits: limits.map((minutes) => 60_000 * minutes), unit: 'ms', direction, ...roads };
    const found = yield* index.reach(point, wanted, this.#limits);
    if ('kind' in found)
      return found.kind === 'no_path' ? found : { ...found, limit_m: this.#limits.snapLimit_m };
    const { reached } = found;
    const own = {
      ...{ kind: 'isochrone' as const, point: pointOf(found.point) },
      // If the limits are in meters, the travel time is not known.
      ...speedsOf(index, { ...request, duration_s: unit === 'minutes' ? 60 * limits[limits.length - 1] : 0 }),
    };
    if (format === 'lines') {
      const steps = reached.map(({ lines }, i) => ({
        limit: limits[i],
        geometry: { type: 'MultiLineString' as const, coordinates: lines },
        tolerance_m: 0,
      }));
      return { ...own, steps };
    }
    const areas = yield* reachPolygons(reached, around_m);
    const steps = areas.map(({ area, tolerance_m }, i) => ({
      limit: limits[i],
      geometry: { type: 'MultiPolygon' as const, coordinates: area },
      tolerance_m,
    }));
    return { ...own, steps };
  }

  nearest({ point, mode, number, bearing }: NearestRequest): SnappedPoint[] {
    const index = this.#dataset.pinned().routing[mode];
    const approach = bearing === undefined ? null : { isAtCurb: false, bearing };
    return index.nearest(point, { number, approach }, this.#limits).map(pointOf);
  }

  match(
    { mode, ...trace }: MatchRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): FoundMatch | Promise<FoundMatch> {
    const index = this.#dataset.pinned().routing[mode];
    const found = this.#slices.work(index.match(trace, mode), signal, asker);
    return found instanceof Promise
      ? found.then((own) => foundMatch(own, trace.ways))
      : foundMatch(found, trace.ways);
  }

  trip(request: TripRequest, signal?: AbortSignal, asker?: Asker): FoundTrip | Promise<FoundTrip> {
    const data = this.#dataset.pinned();
    const trip = plannedTrip(request, {
      matrix: (matrix) => this.#matrix(data, matrix),
      route: (leg) => data.routing[leg.mode].inSlices(() => this.#route(data, leg)),
    });
    return this.#slices.work(trip, signal, asker);
  }

  state(): SourceState {
    return this.#dataset.state();
  }
}

const TURNS: ReadonlySet<RouteStep['type']> = new Set(['turn', 'end of road', 'fork']);

/** Adds landmarks to turns onto roads without a name. */
function tellLandmarks(
  { legs = [], alternatives = [] }: FoundRoute,
  { parts }: PlaceIndex,
  { language = 'mn' }: MoreOfRoute,
): void {
  const all = [...legs, ...alternatives.flatMap((route) => route.legs ?? [])];
  for (const step of all.flatMap((leg) => leg.steps)) {
    const isNamed = [step.name, step.ref, step.destinations].some((text) => text !== null);
    if (isNamed || !TURNS.has(step.type)) continue;
    const landmark = landmarkAtTurn(parts, [step.longitude, step.latitude], language);
    if (landmark !== null) step.landmark = landmark;
  }
}

function metClosures(met: readonly MetChange[], closures: readonly HoldingClosure[]): MetClosure[] {
  return met.map(({ change, road }) => {
    const { reason, until_ms, factor } = closures[change];
    return { name: road, reason: reason === '' ? null : reason, until_ms, isOpen: factor > 0 };
  });
}

function matrixOf({ origins, destinations, farther, ...cells }: RoadMatrix): FoundMatrix {
  const points = (snaps: readonly (Snap | null)[]): (SnappedPoint | null)[] =>
    snaps.map((snap) => (snap === null ? null : pointOf(snap)));
  return {
    ...cells,
    origins: points(origins),
    destinations: points(destinations),
    farther: farther.map((own) => ({
      cell: own.cell,
      origin: pointOf(own.origin),
      destination: pointOf(own.destination),
    })),
  };
}

/**
 * Returns the zones whose effect on the route is reported. As with closures, returns none if the request
 * avoids kinds of roads.
 */
function changesTold({ changes }: RoadZones, { notes, avoid = [] }: MoreOfRoute): RoadZones['changes'] {
  return notes && avoid.length === 0 ? changes : [];
}

function approachesOf({ via, bearings, approaches }: MoreOfRoute): Pick<Wanted, 'approaches'> {
  if (bearings === undefined && approaches === undefined) return {};
  return {
    approaches: Array.from({ length: via.length + 2 }, (_, stop) => {
      const bearing = bearings?.[stop] ?? null;
      const isAtCurb = approaches?.[stop] === 'curb';
      return bearing === null && !isAtCurb ? null : { isAtCurb, ...(bearing !== null && { bearing }) };
    }),
  };
}

function roadsOf({ avoid, departAt }: RoadsAsked): Pick<ReachWanted, 'avoided' | 'departAt'> {
  return { avoided: avoidedFlags(avoid ?? []), ...(departAt !== undefined && { departAt }) };
}

function movedNote({ stop, moved_m }: MovedEnd): RouteNote {
  return { kind: 'moved_end', distance_m: moved_m, duration_s: 0, stop };
}

function pointOf(snap: Snap): SnappedPoint {
  return {
    longitude: toDegrees(snap.lon7),
    latitude: toDegrees(snap.lat7),
    distance_m: snap.distance_m,
    name: snap.name,
  };
}

/** Converts a matched trace to the types that the seam uses. */
function foundMatch({ pieces, points }: MatchedTrace, hasWays: boolean): FoundMatch {
  return {
    matchings: pieces.map(({ distance_m, duration_s, confidence, coordinates, from, to, ways }) => ({
      ...{ distance_m, duration_s, confidence, coordinates, from, to },
      ...(hasWays && { ways }),
    })),
    points: points.map((point) =>
      typeof point === 'string'
        ? point
        : {
            matching: point.piece,
            longitude: toDegrees(point.lon7),
            latitude: toDegrees(point.lat7),
            distance_m: point.distance_m,
          },
    ),
  };
}

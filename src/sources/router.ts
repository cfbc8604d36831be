import type { Asker } from './asker.js';
import type { Position } from '../geo/position.js';
import type { LocalTime } from '../local-time.js';
import type { TravelMode } from '../travel-mode.js';
import type { SourceState } from './geocoder.js';
import type { MetClosure, RouteDetour, RouteNote, RouteSurface } from './route-notes.js';
import type { RouteStep } from './route-step.js';
import type { ToldZone } from './zones.js';
import type { UsedSpeeds } from '../routing/search/worked-roads.js';
import type { AskedPlan, LeftOut, PlannedRoute } from '../routing/trip/trip-problem.js';

export type { MetClosure, RouteDetour, RouteNote, RouteSurface } from './route-notes.js';
export type { Modifier, RouteStep } from './route-step.js';
export type { LeftOut, TimeWindow, TripOrder, TripVehicle } from '../routing/trip/trip-problem.js';

/** The routing seam: plain values, degrees, meters and seconds, an AbortSignal for the deadline. */

export interface RouteRequest {
  /** The origin in degrees, `[longitude, latitude]`. */
  origin: Position;
  destination: Position;
  mode: TravelMode;
  /** Options beyond the fastest route from one point to another, or absent if there are none. */
  more?: MoreOfRoute;
}

/** Options that a request can have beyond the fastest route from one point to another. */
export interface MoreOfRoute {
  /** Intermediate points in the order in which they are visited, `[longitude, latitude]`; usually none. */
  via: readonly Position[];
  notes: boolean;
  steps: boolean;
  /**
   * Whether to return the distance and time of each leg, and the steps of each leg if steps were requested.
   */
  legs: boolean;
  /** Kinds of roads that are treated as ten times slower than they are; absent if there are none. */
  avoid?: readonly AvoidedKind[];
  /** The maximum number of alternative routes, or absent if none are wanted. Allowed only without `via`. */
  alternatives?: number;
  /** One bearing per stop, from the origin to the destination, or absent if there are none. */
  bearings?: readonly (Bearing | null)[];
  approaches?: readonly StopApproach[];
  /** The time that determines which roads with dates are open. Defaults to the current time. */
  departAt?: LocalTime;
  /** Kinds of vehicles that zones may be closed to; absent if zones do not matter. */
  vehicle?: readonly string[];
  /** The format of the line. With `ends`, a router may leave out all positions between the two ends. */
  geometry: 'full' | 'polyline6' | 'ends';
  /** The language of road names, if a router has them, and of the instructions in steps. */
  language: 'mn' | 'en';
}

/** The direction in which a route leaves or reaches a stop. */
export interface Bearing {
  /** Clockwise from north, 0 to 360. */
  degrees: number;
  /** The maximum difference between the bearing and the direction of the road, in degrees, 0 to 180. */
  range: number;
}

/** `curb`: the stop must be on the right, which is the side that traffic drives on. */
export type StopApproach = 'curb' | 'unrestricted';

/** Kinds of roads that a route can avoid. */
export const AVOIDED_KINDS = ['unpaved', 'ferry', 'ford', 'toll'] as const;
export type AvoidedKind = (typeof AVOIDED_KINDS)[number];

export interface SnappedPoint {
  /** The position in degrees. */
  longitude: number;
  latitude: number;
  /** The distance from the requested point, in meters. */
  distance_m: number;
  /** The road's display name, or its ref if it has no name, or null if it has neither. */
  name: string | null;
}

export interface FoundRoute {
  kind: 'route';
  distance_m: number;
  duration_s: number;
  /**
   * Pairs of longitude and latitude in units of 1e-7 degrees, in driving order, with at least two positions.
   * The first and last positions are the snapped points. The array is flat, so that a response needs no
   * object for each position. A router that answers synchronously may reuse the array for its next answer.
   */
  coordinates: Int32Array;
  origin: SnappedPoint;
  destination: SnappedPoint;
  /** The intermediate points, in order; present only if requested. */
  via?: readonly SnappedPoint[];
  /** Includes notes about moved ends even if notes were not requested. */
  notes?: readonly RouteNote[];
  /** Present only with notes. */
  surfaces?: readonly RouteSurface[];
  /** The same surfaces, but in order along the route; present only if notes were requested. */
  surfaceStretches?: readonly RouteSurface[];
  /** The legs between consecutive points; present only if legs or steps were requested. */
  legs?: readonly RouteLeg[];
  /** The alternatives found, quickest first; present only if alternatives were requested. */
  alternatives?: readonly AlternativeRoute[];
  /** Present only if notes were requested and closures make the route slower. */
  detour?: RouteDetour;
  /** Present only if the router supports speeds that depend on the time of the week. */
  speeds?: UsedSpeeds;
}

/** Another route between the same ends. */
export type AlternativeRoute = Pick<FoundRoute, 'distance_m' | 'duration_s' | 'coordinates' | 'legs'>;

export interface RouteLeg {
  distance_m: number;
  duration_s: number;
  /** Empty if steps were not requested. */
  steps: readonly RouteStep[];
}

/** Cases in which no route exists are returned as values rather than thrown as errors. */
export type NoRoute =
  | {
      kind: 'origin_not_on_network' | 'destination_not_on_network';
      /** Meters to the nearest road, or null if none is within 50 km; and the distance limit. */
      nearestRoad_m: number | null;
      limit_m: number;
      /** The leg that failed, counted from 0; present only if there are intermediate points. */
      leg?: number;
    }
  /** `closures` is present only if notes were requested and there would be a route without the closures. */
  | {
      kind: 'no_path';
      leg?: number;
      closures?: readonly MetClosure[];
      /** The zones that may be why there is no route. */
      zones?: readonly ToldZone[];
    };

/** The roads to use, if they differ from those that are used by default. */
export interface RoadsAsked {
  /** Kinds of roads that are treated as ten times slower than they are; absent if there are none. */
  avoid?: readonly AvoidedKind[];
  /** The time that determines which roads with dates are open. Defaults to the current time. */
  departAt?: LocalTime;
  /** Kinds of vehicles that zones may be closed to; absent if zones do not matter. */
  vehicle?: readonly string[];
}

export interface MatrixRequest extends RoadsAsked {
  /** At least one origin in degrees, `[longitude, latitude]`. The same applies to the destinations. */
  origins: readonly Position[];
  destinations: readonly Position[];
  mode: TravelMode;
  /** Whether travel times, distances in meters, or both are requested. */
  durations: boolean;
  distances: boolean;
  /**
   * Per cell, at index `origin * destinations + destination`: 1 if the cell's route is not requested. Null if
   * all routes are requested.
   */
  without: Uint8Array | null;
}

/** A cell whose route begins or ends at roads farther away, because no path connects the nearest roads. */
interface FartherCell {
  cell: number;
  origin: SnappedPoint;
  destination: SnappedPoint;
}

/** One value per cell, or Infinity if there is no route or the cell was not requested. */
export interface FoundMatrix {
  /** The nearest road to each point, or null if no road is near enough. */
  origins: readonly (SnappedPoint | null)[];
  destinations: readonly (SnappedPoint | null)[];
  durations_s: Float64Array;
  /** Null if distances were not requested. */
  distances_m: Float64Array | null;
  farther: readonly FartherCell[];
  /** Per point: the surrounding zones that are closed to all ends; only if cells have no route. */
  zones?: Record<'origins' | 'destinations', readonly (readonly ToldZone[])[]>;
  speeds?: UsedSpeeds;
}

export interface IsochroneRequest extends RoadsAsked {
  /** The point in degrees, `[longitude, latitude]`. */
  point: Position;
  mode: TravelMode;
  /** The limits in ascending order; at least one. */
  limits: readonly number[];
  /** The unit of the limits: minutes along the quickest route, or meters along the shortest one. */
  unit: 'minutes' | 'meters';
  /** Whether trips start at the point or end there. */
  direction: 'from' | 'to';
  /** Whether to return areas or the roads that can be reached. */
  format: 'polygons' | 'lines';
  /** Places within this distance of a reachable road also count as reachable. */
  around_m: number;
}

/** The area reached within a limit. Coordinates are lon, lat pairs in 1e-7 degrees. */
export interface IsochroneStep {
  limit: number;
  /** Polygons as rings, the outer one first. Lines leave out roads that the previous step contains. */
  geometry:
    | { type: 'MultiPolygon'; coordinates: readonly (readonly Int32Array[])[] }
    | { type: 'MultiLineString'; coordinates: Iterable<Int32Array> };
  /** The maximum distance between the returned boundary and the exact boundary, in meters, or 0 for lines. */
  tolerance_m: number;
}

export interface FoundIsochrone {
  kind: 'isochrone';
  /** The nearest road. */
  point: SnappedPoint;
  steps: readonly IsochroneStep[];
  speeds?: UsedSpeeds;
}

export interface NearestRequest {
  /** The point in degrees, `[longitude, latitude]`. */
  point: Position;
  mode: TravelMode;
  /** The maximum number of roads to return, at least 1. */
  number: number;
  /** The direction of the road at the point, or absent if any direction is acceptable. */
  bearing?: Bearing;
}

export interface MatchRequest {
  /** At least two points in degrees, `[longitude, latitude]`, in the order in which they were recorded. */
  points: readonly Position[];
  /** Per point: the number of seconds since the first point, which never decreases. Null if unknown. */
  times_s: readonly number[] | null;
  /** Per point: the standard deviation of the position error, in meters. */
  accuracy_m: readonly number[];
  mode: TravelMode;
  /** Whether to return the OSM ways along the trace. */
  ways: boolean;
}

/** A part of a trace that is connected by roads. */
export interface Matching {
  distance_m: number;
  /** The duration according to the trace's timestamps or, if it has none, the duration of the route. */
  duration_s: number;
  /** The estimated share of the length that is on the right road, 0 to 1. */
  confidence: number;
  /** The format is the same as in a route, but the array is never reused. */
  coordinates: Int32Array;
  /** The indexes of the first and last points. */
  from: number;
  to: number;
  /** The map's ways in driving order; present only if requested. */
  ways?: readonly MatchedWay[];
}

export interface MatchedWay {
  /** The way's OpenStreetMap id. */
  id: number;
  name: string | null;
  ref: string | null;
  /** The value of the way's `highway` tag. */
  highway: string;
  surface: RouteSurface['surface'];
  isToll: boolean;
  distance_m: number;
  duration_s: number;
}

/** Why a point is not on any road: no road is near, or no path connects it with the points around it. */
export const UNMATCHED = ['off_road', 'not_connected'] as const;

/** The position of a trace point on the road it was matched to. */
export interface MatchedPoint {
  /** The matching's index in the list of matchings. */
  matching: number;
  /** The position in degrees. */
  longitude: number;
  latitude: number;
  /** The distance from the requested point, in meters. */
  distance_m: number;
}

export interface FoundMatch {
  /** The matchings in the order of the trace; empty if no point was matched to a road. */
  matchings: readonly Matching[];
  /** One entry per point in the request. */
  points: readonly (MatchedPoint | (typeof UNMATCHED)[number])[];
}

/** The stops of a trip, its vehicles, and their constraints. Places are identified by stop numbers. */
export interface TripRequest
  extends RoadsAsked, AskedPlan, Pick<MoreOfRoute, 'steps' | 'geometry' | 'language'> {
  /** The stops in degrees, `[longitude, latitude]`. */
  stops: readonly Position[];
  mode: TravelMode;
  /** The pairs of stops to leave out, in the format of a matrix from all stops to all stops. */
  without: Uint8Array | null;
}

/** A vehicle's route and the legs between its stops; a vehicle that does not move has no legs. */
export type TripRoute = PlannedRoute & { legs: readonly TripLeg[] };

/** The leg of a route between two stops. The coordinate array of a leg is never reused. */
export type TripLeg = RouteLeg & { coordinates: Int32Array };

export interface FoundTrip {
  /** The nearest road to each stop, or null if no road is near enough. */
  stops: readonly (SnappedPoint | null)[];
  /** One route per vehicle. */
  routes: readonly TripRoute[];
  leftOut: readonly ({ order: number } & LeftOut)[];
  /** Per stop: the zones around it, as in a matrix. */
  zones?: readonly (readonly ToldZone[])[];
}

export interface Router {
  /** Failures are handled by the same rules as in the Geocoder seam. */
  route(
    request: RouteRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): FoundRoute | NoRoute | Promise<FoundRoute | NoRoute>;
  /** Returns routes between many points, each as from `route`. Absent if matrices are not supported. */
  matrix?(request: MatrixRequest, signal?: AbortSignal, asker?: Asker): FoundMatrix | Promise<FoundMatrix>;
  /**
   * Returns the areas that can be reached within limits. Absent if the router does not support isochrones.
   */
  isochrone?(
    request: IsochroneRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): FoundIsochrone | NoRoute | Promise<FoundIsochrone | NoRoute>;
  /**
   * Returns the nearest roads, each only once and nearest first, or an empty list if no road is within the
   * snapping limit. Absent if the router does not support nearest-road lookups.
   */
  nearest?(
    request: NearestRequest,
    signal?: AbortSignal,
  ): readonly SnappedPoint[] | Promise<readonly SnappedPoint[]>;
  /** Returns the roads that a trace follows. Absent if the router does not support matching. */
  match?(request: MatchRequest, signal?: AbortSignal, asker?: Asker): FoundMatch | Promise<FoundMatch>;
  /** Returns the order of stops for one or several vehicles. Absent if this router does not support trips. */
  trip?(request: TripRequest, signal?: AbortSignal, asker?: Asker): FoundTrip | Promise<FoundTrip>;
  state(): SourceState;
  /**
   * Whether requests for a mode's routes may hang, so that other routers are tried first. Absent if requests
   * for routes never hang.
   */
  isSilent?(mode: TravelMode): boolean;
}

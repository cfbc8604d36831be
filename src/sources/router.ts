import type { Asker } from './asker.js';
import type { Position } from '../geo/position.js';
import type { LocalTime } from '../local-time.js';
import type { TravelMode } from '../travel-mode.js';
import type { SourceState } from './geocoder.js';
import type { RouteStep } from './route-step.js';
import type { ToldZone } from './zones.js';
import type { UsedSpeeds } from '../routing/search/worked-roads.js';
import type { AskedPlan, LeftOut, PlannedRoute } from '../routing/trip/trip-problem.js';

export type { Modifier, RouteStep } from './route-step.js';
export type { LeftOut, TimeWindow, TripOrder, TripVehicle } from '../routing/trip/trip-problem.js';

/**
 * The routing seam: plain values in and out, degrees, meters and seconds, an AbortSignal for the deadline.
 */

export interface RouteRequest {
  /** Degrees, `[longitude, latitude]`. */
  origin: Position;
  destination: Position;
  mode: TravelMode;
  /** The parts requested beyond the fastest route from one point to another; absent if there are none. */
  more?: MoreOfRoute;
}

/** The parts that a request can ask for beyond the fastest route from one point to another. */
export interface MoreOfRoute {
  /** Points to pass in this order, `[longitude, latitude]`; usually none. */
  via: readonly Position[];
  notes: boolean;
  steps: boolean;
  /** Distance and time of each leg, and its steps if requested. */
  legs: boolean;
  /** Kinds of roads that count as ten times slower than they are; absent for none. */
  avoid?: readonly AvoidedKind[];
  /** How many other routes to return, if there are any; absent for none. Only without `via`. */
  alternatives?: number;
  /** One for each stop, from the origin to the destination; absent for none. */
  bearings?: readonly (Bearing | null)[];
  approaches?: readonly StopApproach[];
  /** The time that decides which roads with dates are open; the present when absent. */
  departAt?: LocalTime;
  /** Kinds of vehicles that zones may be closed to; absent if no zone is. */
  vehicle?: readonly string[];
  /** The format of the line. For `ends` a router may leave out all positions between the two ends. */
  geometry: 'full' | 'polyline6' | 'ends';
  /** Language of road names, as far as a router has them, and of the sentences of steps. */
  language: 'mn' | 'en';
}

/** The direction in which a route leaves and reaches a stop. */
export interface Bearing {
  /** Clockwise from north, 0 to 360. */
  degrees: number;
  /** How many degrees the road may be off, 0 to 180. */
  range: number;
}

/** `curb`: with the stop on the right, the side of traffic. */
export type StopApproach = 'curb' | 'unrestricted';

/** Kinds of roads that a route may avoid. */
export const AVOIDED_KINDS = ['unpaved', 'ferry', 'ford', 'toll'] as const;
export type AvoidedKind = (typeof AVOIDED_KINDS)[number];

export interface SnappedPoint {
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** Meters from the sent point. */
  distance_m: number;
  /** Display name of the road, else its ref, else null. */
  name: string | null;
}

export interface FoundRoute {
  kind: 'route';
  distance_m: number;
  duration_s: number;
  /**
   * lon, lat pairs in 1e-7 degrees, in driving order, at least two positions. First and last are the snapped
   * points. The array is flat, so that a response needs no object for each position. A router that answers at
   * once may lend it until it is asked again.
   */
  coordinates: Int32Array;
  origin: SnappedPoint;
  destination: SnappedPoint;
  /** Only if requested: the points between, in order. */
  via?: readonly SnappedPoint[];
  /** Includes moved ends even if no notes were requested. */
  notes?: readonly RouteNote[];
  /** Only with notes. */
  surfaces?: readonly RouteSurface[];
  /** Only with notes: the same, in order along the way. */
  surfaceStretches?: readonly RouteSurface[];
  /** Only for legs or steps: one from each point to the next. */
  legs?: readonly RouteLeg[];
  /** Only for alternatives: those found, the quickest first. */
  alternatives?: readonly AlternativeRoute[];
  /** Only with notes, if closures make the route longer in time. */
  detour?: RouteDetour;
  /** Only if a router knows slots of the week. */
  speeds?: UsedSpeeds;
}

/** The cost of closures for a route: it goes round them, or more slowly over them. */
export interface RouteDetour {
  /** How many meters longer than without them. Negative if the quickest way was the longer one. */
  distance_m: number;
  duration_s: number;
  closures: readonly MetClosure[];
}

/** A closure on the way that a route would take without it. */
export interface MetClosure {
  /** The road on which the route first meets it; null if it has no name. */
  name: string | null;
  /** The operator's reason; null if there is none. */
  reason: string | null;
  /** Unix milliseconds; null if unknown. */
  until_ms: number | null;
  /** Whether the road is only slower. */
  isOpen: boolean;
}

/** A route with the same ends. */
export type AlternativeRoute = Pick<FoundRoute, 'distance_m' | 'duration_s' | 'coordinates' | 'legs'>;

export interface RouteLeg {
  distance_m: number;
  duration_s: number;
  /** Empty if not requested. */
  steps: readonly RouteStep[];
}

/** Something that a traveller should know before setting out. */
export interface RouteNote {
  kind:
    | ('ferry' | 'ford' | 'ice' | 'toll' | 'seasonal' | 'private' | 'unpaved_track' | 'moved_end')
    /** Round a zone; an end in one, where it may or may not drive; one closes on the way; round low roads. */
    | ('zone_avoided' | 'zone_end' | 'zone_end_closed' | 'zone_closes' | 'limit_avoided');
  /**
   * Meters of the route that it is about; 0 for a mere point, such as a gate. For a moved end: how much
   * farther away than the nearest road the route begins or ends. For avoided zones: how much longer all of
   * them make it, which may be less than 0.
   */
  distance_m: number;
  duration_s: number;
  /** For a moved end, or one in a zone: the number of the point, from 0, the origin. */
  stop?: number;
  zone?: ToldZone;
}

/** How much of a route is on one kind of surface. Together they make up the whole route. */
export interface RouteSurface {
  surface: 'asphalt' | 'gravel' | 'earth' | 'sand' | 'unpaved' | 'ferry' | 'unknown';
  distance_m: number;
  duration_s: number;
}

/** Expected absences are values, not errors. */
export type NoRoute =
  | {
      kind: 'origin_not_on_network' | 'destination_not_on_network';
      /** Meters to the nearest road, null if none is within 50 km; and the distance limit. */
      nearestRoad_m: number | null;
      limit_m: number;
      /** With points between: the leg that failed, counted from 0. */
      leg?: number;
    }
  /** `closures`: only with notes, if there is a route without them. */
  | {
      kind: 'no_path';
      leg?: number;
      closures?: readonly MetClosure[];
      /** The ones that may be the reason. */
      zones?: readonly ToldZone[];
    };

/** The roads to use, if not the current ones. */
export interface RoadsAsked {
  /** Kinds of roads that count as ten times slower than they are; absent for none. */
  avoid?: readonly AvoidedKind[];
  /** The time that decides which roads with dates are open; the present when absent. */
  departAt?: LocalTime;
  /** Kinds of vehicles that zones may be closed to; absent if no zone is. */
  vehicle?: readonly string[];
}

export interface MatrixRequest extends RoadsAsked {
  /** Degrees, `[longitude, latitude]`; at least one. Likewise for the destinations. */
  origins: readonly Position[];
  destinations: readonly Position[];
  mode: TravelMode;
  /** The requested values: times, meters or both. */
  durations: boolean;
  distances: boolean;
  /**
   * By cell, which is `origin * destinations + destination`: 1 if nobody asks for a route. Null if all are
   * wanted.
   */
  without: Uint8Array | null;
}

/** A cell whose route begins or ends at farther roads, because no path connects the nearest ones. */
interface FartherCell {
  cell: number;
  origin: SnappedPoint;
  destination: SnappedPoint;
}

/** By cell; Infinity if there is no route, or none was requested. */
export interface FoundMatrix {
  /** The nearest road of each point; null if none is near enough. */
  origins: readonly (SnappedPoint | null)[];
  destinations: readonly (SnappedPoint | null)[];
  durations_s: Float64Array;
  /** Null if not requested. */
  distances_m: Float64Array | null;
  farther: readonly FartherCell[];
  /** If cells have no route: by point, the zones around it that are closed to all ends. */
  zones?: Record<'origins' | 'destinations', readonly (readonly ToldZone[])[]>;
  speeds?: UsedSpeeds;
}

export interface IsochroneRequest extends RoadsAsked {
  /** Degrees, `[longitude, latitude]`. */
  point: Position;
  mode: TravelMode;
  /** Ascending; at least one. */
  limits: readonly number[];
  /** Minutes along the quickest way, or meters along the shortest. */
  unit: 'minutes' | 'meters';
  /** Whether trips start at the point or end there. */
  direction: 'from' | 'to';
  /** Areas, or the reached roads. */
  format: 'polygons' | 'lines';
  /** Places this near to a reached road are reached, too. */
  around_m: number;
}

/** The reached area within a limit. Coordinates are lon, lat pairs in 1e-7 degrees. */
export interface IsochroneStep {
  limit: number;
  /** Polygons by ring, the outer one first. Lines leave out roads that the previous step has. */
  geometry:
    | { type: 'MultiPolygon'; coordinates: readonly (readonly Int32Array[])[] }
    | { type: 'MultiLineString'; coordinates: Iterable<Int32Array> };
  /** How far the border may be from the exact one, in meters; 0 for lines. */
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
  /** Degrees, `[longitude, latitude]`. */
  point: Position;
  mode: TravelMode;
  /** The largest number of roads to name, at least 1. */
  number: number;
  /** The direction of the road there; absent for any. */
  bearing?: Bearing;
}

export interface MatchRequest {
  /** Degrees, `[longitude, latitude]`; at least two, in the order in which they were recorded. */
  points: readonly Position[];
  /** By point: seconds since the first one, never falling. Null if unknown. */
  times_s: readonly number[] | null;
  /** By point: the standard deviation of its noise in meters. */
  accuracy_m: readonly number[];
  mode: TravelMode;
  /** Whether the ways of the map are requested. */
  ways: boolean;
}

/** A piece of a trace that is connected on the road. */
export interface Matching {
  distance_m: number;
  /** By the times of the trace; without them, the time of a route. */
  duration_s: number;
  /** The estimated share of its meters that are on the right road, 0 to 1. */
  confidence: number;
  /** As in a route, but never lent. */
  coordinates: Int32Array;
  /** The numbers of its first and its last point. */
  from: number;
  to: number;
  /** If requested: the ways of the map, in driving order. */
  ways?: readonly MatchedWay[];
}

export interface MatchedWay {
  /** OpenStreetMap id. */
  id: number;
  name: string | null;
  ref: string | null;
  /** The value of its `highway` tag. */
  highway: string;
  surface: RouteSurface['surface'];
  isToll: boolean;
  distance_m: number;
  duration_s: number;
}

/** Why a point is not on any road: no road is near, or no path connects it with the points around it. */
export const UNMATCHED = ['off_road', 'not_connected'] as const;

/** Where a point of a trace is on its road. */
export interface MatchedPoint {
  /** Index in the list of matchings. */
  matching: number;
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** Meters from the sent point. */
  distance_m: number;
}

export interface FoundMatch {
  /** In the order of the trace; none if no point is on a road. */
  matchings: readonly Matching[];
  /** By sent point. */
  points: readonly (MatchedPoint | (typeof UNMATCHED)[number])[];
}

/** The stops of a trip, its vehicles, and their constraints; places are the numbers of stops. */
export interface TripRequest
  extends RoadsAsked, AskedPlan, Pick<MoreOfRoute, 'steps' | 'geometry' | 'language'> {
  /** Degrees, `[longitude, latitude]`. */
  stops: readonly Position[];
  mode: TravelMode;
  /** As in a matrix from all stops to all. */
  without: Uint8Array | null;
}

/** The route of a vehicle, and the legs between its places; none for a vehicle that stays where it is. */
export type TripRoute = PlannedRoute & { legs: readonly TripLeg[] };

/** The leg of a route between the two. Its line is never lent. */
export type TripLeg = RouteLeg & { coordinates: Int32Array };

export interface FoundTrip {
  /** The nearest road of each stop; null if none is near enough. */
  stops: readonly (SnappedPoint | null)[];
  /** By vehicle. */
  routes: readonly TripRoute[];
  leftOut: readonly ({ order: number } & LeftOut)[];
  /** As in a matrix, by stop. */
  zones?: readonly (readonly ToldZone[])[];
}

export interface Router {
  /** Fails under the same rules as the Geocoder seam. */
  route(
    request: RouteRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): FoundRoute | NoRoute | Promise<FoundRoute | NoRoute>;
  /** Routes between many points, each the same as from `route`. Absent if this router has none. */
  matrix?(request: MatrixRequest, signal?: AbortSignal, asker?: Asker): FoundMatrix | Promise<FoundMatrix>;
  /** The area within reach of some limits. Absent if this router has none. */
  isochrone?(
    request: IsochroneRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): FoundIsochrone | NoRoute | Promise<FoundIsochrone | NoRoute>;
  /**
   * The nearest roads, the nearest first, each once. None if no road is within the snapping limit. Absent if
   * this router has no such lookup.
   */
  nearest?(
    request: NearestRequest,
    signal?: AbortSignal,
  ): readonly SnappedPoint[] | Promise<readonly SnappedPoint[]>;
  /** The roads of a trace. Absent if this router has no matching. */
  match?(request: MatchRequest, signal?: AbortSignal, asker?: Asker): FoundMatch | Promise<FoundMatch>;
  /** The order of stops, for one vehicle or several. Absent if this router has no trips. */
  trip?(request: TripRequest, signal?: AbortSignal, asker?: Asker): FoundTrip | Promise<FoundTrip>;
  state(): SourceState;
  /**
   * Whether it may be about to hang with routes of a mode, so that it is better to ask others first. Absent
   * if this router never does.
   */
  isSilent?(mode: TravelMode): boolean;
}

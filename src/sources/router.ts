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
  /** What was asked for beyond the fastest route from one point to another; absent for nothing. */
  more?: MoreOfRoute;
}

/** What a request can ask for beyond the fastest route from one point to another. */
export interface MoreOfRoute {
  /** Points to pass in this order, `[longitude, latitude]`; none as a rule. */
  via: readonly Position[];
  notes: boolean;
  steps: boolean;
  /** Distance and time of each leg, and its steps if those are asked for. */
  legs: boolean;
  /** Kinds of roads that count as ten times as slow as they are; absent for none. */
  avoid?: readonly AvoidedKind[];
  /** How many other routes to give, if there are any; absent for none. Only without `via`. */
  alternatives?: number;
  /** For each stop, from the origin to the destination; absent for none. */
  bearings?: readonly (Bearing | null)[];
  approaches?: readonly StopApproach[];
  /** For which time roads with dates are decided; now when absent. */
  departAt?: LocalTime;
  /** Kinds of vehicles, for which zones may be closed; absent: no zone is. */
  vehicle?: readonly string[];
  /** How the line is written. For `ends` a router may leave out all positions between the two ends. */
  geometry: 'full' | 'polyline6' | 'ends';
  /** Language of the names of roads, as far as a router has them, and of the sentences of steps. */
  language: 'mn' | 'en';
}

/** In which direction a route leaves and reaches a stop. */
export interface Bearing {
  /** Clockwise from north, 0 to 360. */
  degrees: number;
  /** How many degrees the road may be off, 0 to 180. */
  range: number;
}

/** `curb`: with the stop on the right, where one drives. */
export type StopApproach = 'curb' | 'unrestricted';

/** Kinds of roads that a route may avoid. */
export const AVOIDED_KINDS = ['unpaved', 'ferry', 'ford', 'toll'] as const;
export type AvoidedKind = (typeof AVOIDED_KINDS)[number];

export interface SnappedPoint {
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** Metres from the point that was sent. */
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
   * points. Flat whole numbers, so that a response needs no object for each position. A router that answers
   * at once may lend them: they stand until it is asked again.
   */
  coordinates: Int32Array;
  origin: SnappedPoint;
  destination: SnappedPoint;
  /** For what was asked for only: the points between, in order. */
  via?: readonly SnappedPoint[];
  /** Moved ends also where no notes were asked for. */
  notes?: readonly RouteNote[];
  /** With notes. */
  surfaces?: readonly RouteSurface[];
  /** With notes: the same in the order of the way. */
  surfaceStretches?: readonly RouteSurface[];
  /** For legs or steps: one from each point to the next. */
  legs?: readonly RouteLeg[];
  /** For alternatives: those there are, the quickest first. */
  alternatives?: readonly AlternativeRoute[];
  /** With notes, where closures make the route longer in time. */
  detour?: RouteDetour;
  /** Where a router knows slots of the week. */
  speeds?: UsedSpeeds;
}

/** What closures cost a route: it goes round them, or more slowly over them. */
export interface RouteDetour {
  /** Metres more than without them. Negative: the quickest way was the longer one. */
  distance_m: number;
  duration_s: number;
  closures: readonly MetClosure[];
}

/** A closure on the way that a route would take without it. */
export interface MetClosure {
  /** The road on which it is met first; null: it has no name. */
  name: string | null;
  /** What the operator says; null: nothing. */
  reason: string | null;
  /** Unix milliseconds; null: nobody knows. */
  until_ms: number | null;
  /** The road is only slower. */
  isOpen: boolean;
}

/** With the same ends. */
export type AlternativeRoute = Pick<FoundRoute, 'distance_m' | 'duration_s' | 'coordinates' | 'legs'>;

export interface RouteLeg {
  distance_m: number;
  duration_s: number;
  /** Empty when they were not asked for. */
  steps: readonly RouteStep[];
}

/** What a traveller should know before setting out. */
export interface RouteNote {
  kind:
    | ('ferry' | 'ford' | 'ice' | 'toll' | 'seasonal' | 'private' | 'unpaved_track' | 'moved_end')
    /** Round a zone; an end in one, where it may drive or not; one closes on the way; round low roads. */
    | ('zone_avoided' | 'zone_end' | 'zone_end_closed' | 'zone_closes' | 'limit_avoided');
  /**
   * Metres of the route that it is about; 0 for what is only a point, such as a gate. Of a moved end: how
   * much farther away than the nearest road the route begins or ends. Of zones that are avoided: how much
   * longer all of them make it, which may be less than 0.
   */
  distance_m: number;
  duration_s: number;
  /** Of a moved end, or one in a zone: which point, from 0, the origin. */
  stop?: number;
  zone?: ToldZone;
}

/** How much of a route is on one kind of surface. All together are the whole route. */
export interface RouteSurface {
  surface: 'asphalt' | 'gravel' | 'earth' | 'sand' | 'unpaved' | 'ferry' | 'unknown';
  distance_m: number;
  duration_s: number;
}

/** Expected absences are values, not errors. */
export type NoRoute =
  | {
      kind: 'origin_not_on_network' | 'destination_not_on_network';
      /** Metres to the nearest road, null when none is within 50 km; and how near it would have to be. */
      nearestRoad_m: number | null;
      limit_m: number;
      /** With points between: which leg failed, counted from 0. */
      leg?: number;
    }
  /** `closures`: with notes, where there is a route without them. */
  | {
      kind: 'no_path';
      leg?: number;
      closures?: readonly MetClosure[];
      /** Those that may be why. */
      zones?: readonly ToldZone[];
    };

/** Which roads are meant, where not those of now. */
export interface RoadsAsked {
  /** Kinds of roads that count as ten times as slow as they are; absent for none. */
  avoid?: readonly AvoidedKind[];
  /** For which time roads with dates are decided; now when absent. */
  departAt?: LocalTime;
  /** Kinds of vehicles, for which zones may be closed; absent: no zone is. */
  vehicle?: readonly string[];
}

export interface MatrixRequest extends RoadsAsked {
  /** Degrees, `[longitude, latitude]`; at least one. So are the destinations. */
  origins: readonly Position[];
  destinations: readonly Position[];
  mode: TravelMode;
  /** What is asked for: times, meters or both. */
  durations: boolean;
  distances: boolean;
  /**
   * By cell, which is `origin * destinations + destination`: 1 where nobody asks for a route. Null: all are
   * asked for.
   */
  without: Uint8Array | null;
}

/** A cell whose route begins or ends at farther roads, because no path connects the nearest ones. */
interface FartherCell {
  cell: number;
  origin: SnappedPoint;
  destination: SnappedPoint;
}

/** By cell; Infinity where there is no route, or none was asked for. */
export interface FoundMatrix {
  /** The nearest road of each point; null: none is near enough. */
  origins: readonly (SnappedPoint | null)[];
  destinations: readonly (SnappedPoint | null)[];
  durations_s: Float64Array;
  /** Null when they were not asked for. */
  distances_m: Float64Array | null;
  farther: readonly FartherCell[];
  /** Where cells have no route: by point, the zones in which it lies and that are closed to all ends. */
  zones?: Record<'origins' | 'destinations', readonly (readonly ToldZone[])[]>;
  speeds?: UsedSpeeds;
}

export interface IsochroneRequest extends RoadsAsked {
  /** Degrees, `[longitude, latitude]`. */
  point: Position;
  mode: TravelMode;
  /** Ascending; at least one. */
  limits: readonly number[];
  /** Minutes of the quickest way, or meters of the shortest. */
  unit: 'minutes' | 'meters';
  /** Whether one sets out from the point, or comes to it. */
  direction: 'from' | 'to';
  /** Areas, or the roads that are reached. */
  format: 'polygons' | 'lines';
  /** What lies so near a reached road is reached, too. */
  around_m: number;
}

/** What is reached within a limit. Coordinates are lon, lat pairs in 1e-7 degrees. */
export interface IsochroneStep {
  limit: number;
  /** Polygons by ring, the outer one first. Lines only of roads that the step before does not have. */
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
  /** Most roads to name, at least 1. */
  number: number;
  /** In which direction the road goes there; absent for any. */
  bearing?: Bearing;
}

export interface MatchRequest {
  /** Degrees, `[longitude, latitude]`; at least two, in the order in which they were recorded. */
  points: readonly Position[];
  /** By point: seconds since the first one, never falling. Null: nobody knows. */
  times_s: readonly number[] | null;
  /** By point: the standard deviation of its noise in meters. */
  accuracy_m: readonly number[];
  mode: TravelMode;
  /** Whether the ways of the map are asked for. */
  ways: boolean;
}

/** A piece of a trace that is connected on the road. */
export interface Matching {
  distance_m: number;
  /** By the times of the trace; without, what a route would take. */
  duration_s: number;
  /** The share of its meters that are on the right road, as far as one can know: 0 to 1. */
  confidence: number;
  /** As those of a route, but never lent. */
  coordinates: Int32Array;
  /** The numbers of its first and its last point. */
  from: number;
  to: number;
  /** When they were asked for: the ways of the map, in driving order. */
  ways?: readonly MatchedWay[];
}

export interface MatchedWay {
  /** Of OpenStreetMap. */
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

/** Why a point is on no road: none is near, or no path leads there from the points around. */
export const UNMATCHED = ['off_road', 'not_connected'] as const;

/** Where on its road a point of a trace is. */
export interface MatchedPoint {
  /** Place in the list of matchings. */
  matching: number;
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** Metres from the point that was sent. */
  distance_m: number;
}

export interface FoundMatch {
  /** In the order of the trace; none where no point is on a road. */
  matchings: readonly Matching[];
  /** By point that was sent. */
  points: readonly (MatchedPoint | (typeof UNMATCHED)[number])[];
}

/** What is to be visited, by whom, and in which order; places are the numbers of stops. */
export interface TripRequest
  extends RoadsAsked, AskedPlan, Pick<MoreOfRoute, 'steps' | 'geometry' | 'language'> {
  /** Degrees, `[longitude, latitude]`. */
  stops: readonly Position[];
  mode: TravelMode;
  /** As in a matrix from all stops to all. */
  without: Uint8Array | null;
}

/** The route of a vehicle, and the legs between its places: none of a vehicle that stays where it is. */
export type TripRoute = PlannedRoute & { legs: readonly TripLeg[] };

/** That of a route between the two, its line never lent. */
export type TripLeg = RouteLeg & { coordinates: Int32Array };

export interface FoundTrip {
  /** The nearest road of each stop; null: none is near enough. */
  stops: readonly (SnappedPoint | null)[];
  /** By vehicle. */
  routes: readonly TripRoute[];
  leftOut: readonly ({ order: number } & LeftOut)[];
  /** As those of a matrix, by stop. */
  zones?: readonly (readonly ToldZone[])[];
}

export interface Router {
  /** Same rules of failure as the Geocoder seam. */
  route(
    request: RouteRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): FoundRoute | NoRoute | Promise<FoundRoute | NoRoute>;
  /** Routes between many points, each that of `route`. Absent: this router has no such thing. */
  matrix?(request: MatrixRequest, signal?: AbortSignal, asker?: Asker): FoundMatrix | Promise<FoundMatrix>;
  /** What is reached within some limits. Absent: this router has no such thing. */
  isochrone?(
    request: IsochroneRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): FoundIsochrone | NoRoute | Promise<FoundIsochrone | NoRoute>;
  /**
   * The nearest roads, the nearest first, each once; none where no road is within the limit of snapping.
   * Absent: this router has no such thing.
   */
  nearest?(
    request: NearestRequest,
    signal?: AbortSignal,
  ): readonly SnappedPoint[] | Promise<readonly SnappedPoint[]>;
  /** The roads of a trace. Absent: this router has no such thing. */
  match?(request: MatchRequest, signal?: AbortSignal, asker?: Asker): FoundMatch | Promise<FoundMatch>;
  /** The order of stops, of one vehicle or several. Absent: this router has no such thing. */
  trip?(request: TripRequest, signal?: AbortSignal, asker?: Asker): FoundTrip | Promise<FoundTrip>;
  state(): SourceState;
  /**
   * It may be about to hang with routes of a mode, so that others are better asked first. Absent: this router
   * never does.
   */
  isSilent?(mode: TravelMode): boolean;
}

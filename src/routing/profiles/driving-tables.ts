import type { Access } from './profile.js';

/**
 * The figures that the driving profile uses. They are based on the car profiles of OSRM, Valhalla and
 * GraphHopper and adapted to Mongolia, where an untagged dirt track is often the only road between two towns.
 * OSRM ignores tracks, which would cut off most soums; Valhalla makes them very slow.
 */

/** The typical speed of a local driver in km/h if only the road class is known. */
export const CLASS_KMH: ReadonlyMap<string, number> = new Map([
  ['motorway', 90],
  ['motorway_link', 45],
  ['trunk', 85],
  ['trunk_link', 40],
  ['primary', 65],
  ['primary_link', 30],
  ['secondary', 55],
  ['secondary_link', 25],
  ['tertiary', 45],
  ['tertiary_link', 20],
  ['unclassified', 35],
  ['residential', 25],
  ['road', 25],
  ['living_street', 10],
  ['service', 15],
  ['track', 30],
  // A few mappers in northern Mongolia use this tag as a road class. Elsewhere it is an additional tag on a
  // track.
  ['winter_road', 30],
  ['ice_road', 20],
]);

/**
 * Ways that are not meant for cars, with a low speed in km/h. A car may use such a way only if one of the
 * car's own keys (CAR_OPENING_KEYS, not `access`) allows it.
 */
export const OPENED_BY_OWN_TAG_KMH: ReadonlyMap<string, number> = new Map([
  ['pedestrian', 10],
  ['path', 10],
  ['bridleway', 10],
  ['cycleway', 10],
  ['footway', 10],
  ['busway', 25],
]);

/**
 * The speed of a track by its grade, in km/h. For other classes, the same figures are caps. grade1 is a paved
 * track and does not cap the speed.
 */
export const TRACK_KMH: ReadonlyMap<string, number> = new Map([
  ['grade1', 45],
  ['grade2', 40],
  ['grade3', 30],
  ['grade4', 25],
  ['grade5', 15],
]);

/** Speed caps for kinds of service roads that are slower than their class. */
export const SERVICE_CAPS_KMH: ReadonlyMap<string, number> = new Map([
  ['alley', 10],
  ['driveway', 10],
  ['parking_aisle', 10],
  ['drive-through', 10],
  ['drive_through', 10],
]);
/** Kinds of service roads that are open to ambulances only. */
export const CLOSED_SERVICE = new Set(['emergency_access', 'emergency']);

/** How a road surface affects speed. */
export interface Surface {
  paved: boolean;
  /** Null if the surface does not reduce the speed. */
  cap_kmh: number | null;
  /**
   * The cap on BIG_ROADS. Roads of these classes are graded, so cars go faster there on loose surfaces such
   * as gravel.
   */
  bigRoadCap_kmh?: number;
}

/** The classes to which `bigRoadCap_kmh` applies. */
export const BIG_ROADS = new Set([
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'motorway_link',
  'trunk_link',
  'primary_link',
  'secondary_link',
]);

const FAST: Surface = { paved: true, cap_kmh: null };
const LOOSE: Surface = { paved: false, cap_kmh: 40, bigRoadCap_kmh: 50 };
const paved = (cap_kmh: number): Surface => ({ paved: true, cap_kmh });
const unpaved = (cap_kmh: number): Surface => ({ paved: false, cap_kmh });

/** The effect of each value of the `surface` tag. Unknown values are ignored. */
export const SURFACES: ReadonlyMap<string, Surface> = new Map([
  ['paved', FAST],
  ['asphalt', FAST],
  ['concrete', FAST],
  ['chipseal', FAST],
  ['concrete:plates', paved(60)],
  ['concrete:lanes', paved(40)],
  ['paving_stones', paved(60)],
  ['bricks', paved(50)],
  ['brick', paved(50)],
  ['metal', paved(50)],
  ['metal_grid', paved(40)],
  ['wood', paved(30)],
  ['cobblestone', paved(30)],
  ['sett', paved(30)],
  ['unhewn_cobblestone', paved(20)],
  ['grass_paver', paved(30)],
  ['compacted', unpaved(80)],
  ['unpaved', LOOSE],
  ['gravel', LOOSE],
  ['fine_gravel', LOOSE],
  ['ground', LOOSE],
  ['dirt', LOOSE],
  ['pebblestone', LOOSE],
  ['laterite', LOOSE],
  ['salt', LOOSE],
  ['grass', unpaved(30)],
  ['clay', unpaved(30)],
  ['snow', unpaved(30)],
  ['earth', unpaved(20)],
  ['sand', unpaved(20)],
  ['ice', unpaved(20)],
  ['rock', unpaved(20)],
  ['stone', unpaved(20)],
  ['woodchips', unpaved(20)],
  ['mud', unpaved(10)],
]);

/**
 * Classes whose roads have a surface tag if they are paved. A road of such a class whose surface is unknown
 * counts as unpaved, regardless of its speed limit.
 */
export const PROBABLY_UNPAVED = new Set(['unclassified', 'track', 'winter_road', 'ice_road']);

/** The speed cap for streets in ger districts, which are unpaved and full of children, dogs and potholes. */
export const UNPAVED_RESIDENTIAL_CAP_KMH = 20;

/** Speed caps by value of the `smoothness` tag. 0 means that the road is impassable. */
export const SMOOTHNESS_CAPS_KMH: ReadonlyMap<string, number> = new Map([
  ['intermediate', 80],
  ['bad', 40],
  ['very_bad', 20],
  ['horrible', 10],
  ['very_horrible', 5],
  ['impassable', 0],
]);

/** The average speed as a fraction of the signed limit, taken from OSRM. */
export const LIMIT_FACTOR = 0.8;
/**
 * The minimum speed, whatever the tags say: a car is never slower than a pedestrian. `maxspeed=1` is a typo.
 */
export const SLOWEST_KMH = 3;
/** The speed cap for `4wd_only`. Most cars in the countryside are jeeps, but they are slow on such roads. */
export const FOUR_WHEEL_CAP_KMH = 20;
/**
 * The speed cap for tracks in towns, lower than the speed of a street. In the steppe, a good track is as fast
 * as a road. Between houses, a track is little more than a yard.
 */
export const TOWN_TRACK_CAP_KMH = 20;
export const WINTER_ROAD_CAP_KMH = 30;
export const ICE_ROAD_CAP_KMH = 20;
/**
 * A way tagged as a ford is only the crossing itself, a few tens of meters long, which cars drive through in
 * first gear.
 */
export const FORD_CAP_KMH = 8;
/** The factor for narrow two-way roads, on which two cars can pass only if one of them gives way. */
export const NARROW_FACTOR = 0.75;
/** A road of this width or less counts as narrow. */
export const NARROW_WIDTH_M = 3;
/** Classes whose speeds already assume a narrow road. */
export const NARROW_BY_NATURE = new Set([
  'track',
  'service',
  'living_street',
  'path',
  'bridleway',
  'cycleway',
  'pedestrian',
  'footway',
  'winter_road',
  'ice_road',
]);
/** The factor for a single lane with traffic lights at road works: drivers spend half of the time waiting. */
export const ALTERNATING_FACTOR = 0.5;

/**
 * The dimensions of the car in meters, by tag, and its weight in metric tons. A way or node is closed to the
 * car if the value of a tag is smaller.
 */
export const CAR_SIZE = {
  length_m: [
    ['maxlength', 4.8],
    ['maxwidth', 2],
    ['maxwidth:physical', 2],
    ['width', 2],
    ['maxheight', 1.9],
    ['maxheight:physical', 1.9],
  ],
  weight_t: [
    ['maxweight', 2],
    ['maxweightrating', 2],
  ],
} as const;

/** The access keys that apply to a car, most specific first. */
export const CAR_ACCESS_KEYS = ['motorcar', 'motor_vehicle', 'vehicle', 'access'] as const;
/** The access keys that refer to vehicles rather than to everyone. */
export const CAR_OWN_KEYS = ['motorcar', 'motor_vehicle', 'vehicle'] as const;
/** The keys that can open a way not meant for cars (OPENED_BY_OWN_TAG_KMH) to a car. */
export const CAR_OPENING_KEYS = ['motorcar', 'motor_vehicle'] as const;
export const CAR_ONEWAY_KEYS = [
  'oneway:motorcar',
  'oneway:motor_vehicle',
  'oneway:vehicle',
  'oneway',
] as const;

/** The access that each value of an access tag means for a car. */
export const CAR_ACCESS_VALUES: ReadonlyMap<string, Access> = new Map<string, Access>([
  ...[
    'yes',
    'designated',
    'permissive',
    'official',
    'public',
    'discouraged',
    'motorcar',
    'motor_vehicle',
    'vehicle',
  ].map((v) => [v, 'free'] as const),
  ...[
    'private',
    'destination',
    'customers',
    'customer',
    'delivery',
    'permit',
    'residents',
    'resident',
    'employees',
    'staff',
  ].map((v) => [v, 'ends'] as const),
  ...['no', 'agricultural', 'forestry', 'emergency', 'psv', 'bus', 'taxi', 'military', 'restricted'].map(
    (v) => [v, 'none'] as const,
  ),
]);

/**
 * Barriers that a car can pass, and the delay in seconds. All other barriers block cars, except for bollards
 * and curbs, which driving.ts handles.
 */
export const PASSABLE_BARRIERS_S: ReadonlyMap<string, number> = new Map([
  ['entrance', 0],
  ['arch', 0],
  ['height_restrictor', 0],
  ['width_restrictor', 0],
  ['cattle_grid', 2],
  // Someone has to get out, open the gate and close it again.
  ['gate', 20],
  ['swing_gate', 20],
  ['sliding_gate', 20],
  ['hampshire_gate', 30],
  ['bump_gate', 5],
  ['sally_port', 20],
  ['lift_gate', 10],
  ['toll_booth', 10],
  ['checkpoint', 30],
  ['border_control', 300],
]);
/** The delay in seconds at a bollard that is lowered on demand (`barrier=bollard` with `bollard=rising`). */
export const RISING_BOLLARD_S = 10;
/** Values of `kerb` for curbs that a car can drive over without slowing down. */
export const FLUSH_KERBS = new Set(['flush', 'lowered', 'no']);

/**
 * The delay in seconds at a node, by its `highway` value. Node rules have no direction, so a tag that applies
 * to one direction (`direction=forward`) is applied to both.
 */
export const HIGHWAY_NODE_S: ReadonlyMap<string, number> = new Map([
  ['traffic_signals', 2],
  ['stop', 2],
  ['give_way', 1],
]);
export const FORD_NODE_S = 15;
export const TRAFFIC_CALMING_S: ReadonlyMap<string, number> = new Map([
  ['bump', 2],
  ['hump', 2],
  ['mini_bumps', 1],
  ['table', 1],
  ['cushion', 1],
]);

/**
 * The time in seconds for a turn by its angle in degrees, interpolated linearly between the rows. Traffic in
 * Mongolia drives on the right, so a driver turning left waits for oncoming traffic. The figures follow
 * OSRM's curve: 7.5 s at most, and at 90 degrees 2 s to the right and 5 s to the left.
 */
export const RIGHT_TURN_S = [
  [0, 0],
  [20, 0],
  [45, 0.7],
  [90, 2],
  [135, 5],
  [180, 7.5],
] as const;
export const LEFT_TURN_S = [
  [0, 0],
  [20, 0],
  [45, 1.5],
  [90, 5],
  [135, 6.8],
  [180, 7.5],
] as const;
/** The extra time in seconds for a U-turn on the same road, added to the cost of a 180-degree turn. */
export const U_TURN_S = 20;

import type { Tags } from '../../geo/feature.js';
import type { Access, DirectionRule, NodeRule, Profile, Surroundings, WayRule } from './profile.js';
import { lanesOf, lengthM, speedKmh, surfacesOf, valuesOf, weightT } from './tag-values.js';
import { accessOf, barriersOf, onewayOf, signedAccess, stricter, type Oneway } from './access.js';
import { closedToAll, isSoundOnly } from './closures.js';
import * as car from './driving-tables.js';
import { boardingValues, ferryDurationS, ferryKmh } from './ferry.js';
import { isProbablyUnpaved } from './unpaved.js';
import type { CityTime } from './week-slots.js';
import { carRestriction } from './restriction-tags.js';

/** The car profile's settings, which a deployment may change. */
export interface DrivingSettings {
  /** Whether roads over snow and ice are open; they exist only for some months. `false` closes them. */
  winterRoads: boolean;
  /**
   * The speed in the built-up area of a large city, as a share of the free-flow speed that all other figures
   * assume. It applies to main roads and side streets alike, because the whole city is slow and a route
   * should not gain time by cutting through yards. The value 1 turns this factor off.
   */
  citySpeed: number;
  /** Times with a different city speed; empty by default. The graph's costs assume `citySpeed`. */
  cityTimes?: readonly CityTime[];
}

/**
 * The default settings. At half of the free-flow speed, routes in Ulaanbaatar average 24 km/h
 * (bench/city-routes.ts). According to the city, its main roads are designed for 20 to 25 km/h. The city
 * measured average speeds of 13 km/h, and 9 km/h in the worst hours (December 2021); at night the roads are
 * empty.
 */
export const DRIVING_DEFAULTS: DrivingSettings = { winterRoads: true, citySpeed: 0.5 };

/** Returns the car profile with the given settings. */
export function drivingProfile(settings: DrivingSettings): Profile {
  return {
    mode: 'driving',
    settings,
    way: (tags, surroundings = 'country') => wayRule(tags, surroundings, settings),
    needsSurroundings: true,
    node: nodeRule,
    restriction: carRestriction,
    turn_s: turnS,
    hasTurns: true,
  };
}

/** The car profile with the default settings. */
export const driving: Profile = drivingProfile(DRIVING_DEFAULTS);

function wayRule(tags: Tags, surroundings: Surroundings, settings: DrivingSettings): WayRule | null {
  if (closedToAll(tags) !== null || isArea(tags) || tooSmall(tags)) return null;
  const ferry_kmh = ferryKmh(tags);
  if (ferry_kmh !== null ? passengersOnly(tags) : !isRoad(tags)) return null;
  if (ferry_kmh === null && !settings.winterRoads && isWinterRoad(tags)) return null;
  const { forward, backward, alternating } = directionsOf(tags);
  if (forward.access === 'none' && backward.access === 'none') return null;
  if (ferry_kmh !== null) {
    return {
      forward: ferryRule(forward, ferry_kmh),
      backward: ferryRule(backward, ferry_kmh),
      duration_s: ferryDurationS(tags),
    };
  }
  const caps = capsOf(tags, surroundings);
  if (caps.some((cap) => cap.kmh === 0)) return null;
  const twoWay = forward.access !== 'none' && backward.access !== 'none';
  const factors = factorsOf(tags, twoWay, alternating);
  if (surroundings === 'city' && settings.citySpeed !== 1)
    factors.push({ factor: settings.citySpeed, why: 'city' });
  for (const direction of ['forward', 'backward'] as const) {
    const rule = direction === 'forward' ? forward : backward;
    const { speed_kmh, why } = speedOf(tags, direction, caps, factors);
    rule.speed_kmh = speed_kmh;
    rule.why = why + (rule.why === '' ? '' : `, ${rule.why}`);
  }
  return { forward, backward, duration_s: null };
}

function ferryRule({ access, why }: DirectionRule, speed_kmh: number): DirectionRule {
  return { access, speed_kmh, why: `ferry ${speed_kmh}${why === '' ? '' : `, ${why}`}` };
}

/**
 * Whether the way is a square, mapped as a way or as a relation whose rings the importer passes on. Cars do
 * not drive along the edge of a square.
 */
function isArea(tags: Tags): boolean {
  return tags['area'] === 'yes' || tags['type'] === 'multipolygon';
}

function isRoad(tags: Tags): boolean {
  const highway = tags['highway'] ?? '';
  if (car.CLASS_KMH.has(highway)) return !car.CLOSED_SERVICE.has(tags['service'] ?? '');
  if (!car.OPENED_BY_OWN_TAG_KMH.has(highway)) return false;
  return ['forward', 'backward'].some((direction) => {
    const own = accessOf(
      tags,
      car.CAR_OPENING_KEYS,
      car.CAR_ACCESS_VALUES,
      direction as 'forward' | 'backward',
    );
    return own !== null && own.access !== 'none';
  });
}

/**
 * Whether a ferry does not carry cars, by GraphHopper's rule: it is tagged for pedestrians or bicycles, and
 * no tag mentions cars.
 */
function passengersOnly(tags: Tags): boolean {
  if (accessOf(tags, car.CAR_OWN_KEYS, car.CAR_ACCESS_VALUES) !== null || tags['hgv'] === 'yes') return false;
  return tags['foot'] !== undefined || tags['bicycle'] !== undefined;
}

function isWinterRoad(tags: Tags): boolean {
  const highway = tags['highway'];
  return (
    highway === 'winter_road' ||
    highway === 'ice_road' ||
    tags['winter_road'] === 'yes' ||
    isIceRoad(tags) ||
    tags['seasonal'] === 'winter'
  );
}

function isIceRoad(tags: Tags): boolean {
  return tags['highway'] === 'ice_road' || tags['ice_road'] === 'yes';
}

/** Everyone on a ferry counts as a customer. */
const CAR_FERRY_VALUES = boardingValues(car.CAR_ACCESS_VALUES);

interface Directions {
  forward: DirectionRule;
  backward: DirectionRule;
  alternating: boolean;
}

function directionsOf(tags: Tags): Directions {
  const said = onewayOf(tags, car.CAR_ONEWAY_KEYS);
  // Single-lane alternating traffic does not change the direction of a roundabout or a motorway.
  const oneway = said === null || said === 'alternating' ? impliedOneway(tags, said) : said;
  const open = (direction: 'forward' | 'backward'): DirectionRule => {
    const found = directionAccess(tags, direction);
    const against = oneway === 'closed' || oneway === (direction === 'forward' ? 'backward' : 'forward');
    if (against)
      return {
        access: 'none',
        speed_kmh: 0,
        why: oneway === 'closed' ? 'oneway reversible' : 'against the oneway',
      };
    return { access: found.access, speed_kmh: 0, why: found.tag };
  };
  return { forward: open('forward'), backward: open('backward'), alternating: said === 'alternating' };
}

/**
 * Returns the access that the tags allow in a direction, which is free by default. A way not meant for cars
 * is open only in a direction for which one of the car's own keys (CAR_OPENING_KEYS) opens it: `vehicle`
 * refers to bicycles on such ways.
 */
function directionAccess(tags: Tags, direction: 'forward' | 'backward'): { access: Access; tag: string } {
  const isForOthers = car.OPENED_BY_OWN_TAG_KMH.has(tags['highway'] ?? '');
  const keys = isForOthers ? car.CAR_OPENING_KEYS : car.CAR_ACCESS_KEYS;
  const values = ferryKmh(tags) === null ? car.CAR_ACCESS_VALUES : CAR_FERRY_VALUES;
  return accessOf(tags, keys, values, direction) ?? { access: isForOthers ? 'none' : 'free', tag: '' };
}

/** Returns `forward` for motorways and roundabouts, otherwise the tagged direction. */
function impliedOneway(tags: Tags, said: Oneway | null): Oneway {
  const junction = tags['junction'];
  return tags['highway'] === 'motorway' || junction === 'roundabout' || junction === 'circular'
    ? 'forward'
    : (said ?? 'no');
}

interface Cap {
  kmh: number;
  why: string;
}

/**
 * Returns the speed caps that follow from the road itself, for example because of its surface or a ford. They
 * apply regardless of the signs.
 */
function capsOf(tags: Tags, surroundings: Surroundings): Cap[] {
  const highway = tags['highway'] ?? '';
  const caps: Cap[] = [];
  const add = (kmh: number | null | undefined, why: string): void => {
    if (kmh !== null && kmh !== undefined) caps.push({ kmh, why: `${why} cap ${kmh}` });
  };
  const big = car.BIG_ROADS.has(highway);
  const surface = slowestSurface(tags);
  if (surface !== null)
    add(big ? (surface.bigRoadCap_kmh ?? surface.cap_kmh) : surface.cap_kmh, `surface ${tags['surface']}`);
  else if (isProbablyUnpaved(tags)) add(car.SURFACES.get('unpaved')!.cap_kmh, 'surface unknown');
  if (highway === 'residential' && surface?.paved === false)
    add(car.UNPAVED_RESIDENTIAL_CAP_KMH, 'unpaved residential');
  const grade = worstGrade(tags);
  if (grade !== null && grade !== 'grade1') add(car.TRACK_KMH.get(grade), `tracktype ${grade}`);
  for (const value of valuesOf(tags['smoothness']))
    add(car.SMOOTHNESS_CAPS_KMH.get(value), `smoothness ${value}`);
  if (isIceRoad(tags)) add(car.ICE_ROAD_CAP_KMH, 'ice road');
  else if (isWinterRoad(tags)) add(car.WINTER_ROAD_CAP_KMH, 'winter road');
  if (isFord(tags)) add(car.FORD_CAP_KMH, 'ford');
  if (tags['4wd_only'] === 'yes' || tags['4wd_only'] === 'recommended')
    add(car.FOUR_WHEEL_CAP_KMH, '4wd only');
  if (highway === 'track' && surroundings !== 'country') add(car.TOWN_TRACK_CAP_KMH, 'track in a town');
  if (highway === 'service')
    add(car.SERVICE_CAPS_KMH.get(tags['service'] ?? ''), `service ${tags['service']}`);
  return caps;
}

/** Returns the slowest surface in a list such as `compacted;gravel`, or null if none is known. */
function slowestSurface(tags: Tags): car.Surface | null {
  let slowest: car.Surface | null = null;
  for (const value of surfacesOf(tags['surface'])) {
    const surface = car.SURFACES.get(value);
    if (
      surface !== undefined &&
      (slowest === null || (surface.cap_kmh ?? Infinity) < (slowest.cap_kmh ?? Infinity))
    )
      slowest = surface;
  }
  return slowest;
}

/** Returns the worst grade in a list such as `grade3;grade5`, or null if none is known. */
function worstGrade(tags: Tags): string | null {
  return (
    valuesOf(tags['tracktype'])
      .filter((value) => car.TRACK_KMH.has(value))
      .sort()
      .at(-1) ?? null
  );
}

function isFord(tags: Tags): boolean {
  return (
    tags['highway'] === 'ford' ||
    (tags['ford'] !== undefined && tags['ford'] !== 'no' && tags['ford'] !== 'level_crossing')
  );
}

interface Factor {
  factor: number;
  why: string;
}

function factorsOf(tags: Tags, twoWay: boolean, alternating: boolean): Factor[] {
  const factors: Factor[] = [];
  if (twoWay && !car.NARROW_BY_NATURE.has(tags['highway'] ?? '')) {
    const width = lengthM(tags['width']) ?? lengthM(tags['est_width']);
    const lanes = lanesOf(tags['lanes']);
    const narrow = (width !== null && width <= car.NARROW_WIDTH_M) || (lanes !== null && lanes <= 1);
    if (narrow) factors.push({ factor: car.NARROW_FACTOR, why: 'narrow' });
  }
  if (alternating) factors.push({ factor: car.ALTERNATING_FACTOR, why: 'alternating' });
  return factors;
}

function speedOf(
  tags: Tags,
  direction: 'forward' | 'backward',
  caps: Cap[],
  factors: Factor[],
): { speed_kmh: number; why: string } {
  let { kmh, why } = startingSpeed(tags, direction);
  for (const cap of caps) {
    if (cap.kmh >= kmh) continue;
    kmh = cap.kmh;
    why += `, ${cap.why}`;
  }
  for (const { factor, why: reason } of factors) {
    kmh *= factor;
    why += `, ${reason} x ${factor}`;
  }
  return { speed_kmh: Math.max(kmh, car.SLOWEST_KMH), why };
}

function signedLimit(tags: Tags, direction: 'forward' | 'backward'): Cap | null {
  for (const key of ['maxspeed:advisory', 'maxspeed:motorcar', 'maxspeed']) {
    for (const name of [`${key}:${direction}`, key]) {
      const kmh = speedKmh(tags[name]);
      if (kmh !== null) return { kmh, why: `${name} ${tags[name]}` };
    }
  }
  // `maxspeed:type=MN:urban` names the rule that sets the limit, which helps if the limit itself is not
  // tagged.
  for (const key of ['maxspeed:type', 'source:maxspeed', 'zone:maxspeed', 'zone:traffic']) {
    const kmh = speedKmh(tags[key]);
    if (kmh !== null && /[a-z]/i.test(tags[key])) return { kmh, why: `${key} ${tags[key]}` };
  }
  return null;
}

/** Returns a fraction of the signed limit if there is one, otherwise the default speed of the road class. */
function startingSpeed(tags: Tags, direction: 'forward' | 'backward'): Cap {
  const limit = signedLimit(tags, direction);
  if (limit !== null) return { kmh: limit.kmh * car.LIMIT_FACTOR, why: `${limit.why} x ${car.LIMIT_FACTOR}` };
  const highway = tags['highway'] ?? '';
  if (highway === 'track') {
    const grade = worstGrade(tags) ?? (slowestSurface(tags)?.paved === true ? 'grade1' : null);
    if (grade !== null)
      return { kmh: car.TRACK_KMH.get(grade)!, why: `class track ${grade} ${car.TRACK_KMH.get(grade)}` };
  }
  const kmh = car.CLASS_KMH.get(highway) ?? car.OPENED_BY_OWN_TAG_KMH.get(highway)!;
  return { kmh, why: `class ${highway} ${kmh}` };
}

function tooSmall(tags: Tags): boolean {
  return (
    car.CAR_SIZE.length_m.some(([key, size]) => (lengthM(tags[key]) ?? Infinity) < size) ||
    car.CAR_SIZE.weight_t.some(([key, size]) => (weightT(tags[key]) ?? Infinity) < size)
  );
}

function nodeRule(tags: Tags): NodeRule | null {
  const why: string[] = [];
  let delay_s = 0;
  let access: Access = 'free';
  const wait = (seconds: number | undefined, reason: string): void => {
    if (seconds === undefined || seconds === 0) return;
    delay_s += seconds;
    why.push(`${reason} ${seconds} s`);
  };
  const said = signedAccess(
    tags,
    { keys: car.CAR_ACCESS_KEYS, ownKeys: car.CAR_OWN_KEYS },
    car.CAR_ACCESS_VALUES,
  );
  if (said !== null) {
    access = said.access;
    why.push(said.tag);
  }
  for (const barrier of barriersOf(tags)) {
    const rule = barrierRule(tags, barrier);
    access = stricter(access, rule.access);
    if (rule.access === 'free') wait(rule.delay_s, `barrier ${barrier}`);
    else {
      delay_s += rule.delay_s;
      why.push(rule.why);
    }
  }
  if (tooSmall(tags)) {
    access = 'none';
    why.push('too small for a car');
  }
  const highway = tags['highway'] ?? '';
  wait(car.HIGHWAY_NODE_S.get(highway), highway);
  const lights = valuesOf(tags['crossing']).includes('traffic_signals') || tags['crossing:signals'] === 'yes';
  if (highway === 'crossing' && lights)
    wait(car.HIGHWAY_NODE_S.get('traffic_signals'), 'crossing with signals');
  if (isFord(tags)) wait(car.FORD_NODE_S, 'ford');
  const calming = valuesOf(tags['traffic_calming']).map((value) => car.TRAFFIC_CALMING_S.get(value) ?? 0);
  wait(Math.max(0, ...calming), 'traffic calming');
  return access === 'free' && delay_s === 0 ? null : { access, delay_s, why: why.join(', ') };
}

/**
 * A barrier's access tag takes precedence over its kind. `locked=yes` closes a barrier that would otherwise
 * be free, unless a vehicle key (CAR_OWN_KEYS) opens it. Barriers that only people with a key can open are
 * tagged `private` or similar, or with a vehicle key.
 */
function barrierRule(tags: Tags, barrier: string): NodeRule {
  const delay_s = barrierDelay(tags, barrier);
  const said = accessOf(tags, car.CAR_ACCESS_KEYS, car.CAR_ACCESS_VALUES);
  const access = said?.access ?? (delay_s === null ? 'none' : 'free');
  const ownKey = accessOf(tags, car.CAR_OWN_KEYS, car.CAR_ACCESS_VALUES) !== null;
  if (tags['locked'] === 'yes' && access === 'free' && !ownKey)
    return { access: 'none', delay_s: 0, why: `barrier ${barrier} locked` };
  return { access, delay_s: delay_s ?? 0, why: `barrier ${barrier}${said === null ? '' : ` ${said.tag}`}` };
}

/** Returns the delay in seconds at a barrier, or null if a car cannot pass it. */
function barrierDelay(tags: Tags, barrier: string): number | null {
  if (isSoundOnly(tags)) return 0;
  if (barrier === 'bollard') return tags['bollard'] === 'rising' ? car.RISING_BOLLARD_S : null;
  if (barrier === 'kerb')
    return car.FLUSH_KERBS.has(tags['kerb'] ?? '') || tags['highway'] === 'crossing' ? 0 : null;
  return car.PASSABLE_BARRIERS_S.get(barrier) ?? null;
}

function turnS(angle: number): number {
  const size = Math.abs(angle);
  const seconds = interpolated(angle >= 0 ? car.RIGHT_TURN_S : car.LEFT_TURN_S, size);
  return size === 180 ? seconds + car.U_TURN_S : seconds;
}

function interpolated(rows: readonly (readonly [at: number, value: number])[], x: number): number {
  for (let i = 1; i < rows.length; i++) {
    const [x1, y1] = rows[i];
    if (x > x1) continue;
    const [x0, y0] = rows[i - 1];
    return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  }
  return rows[rows.length - 1][1];
}

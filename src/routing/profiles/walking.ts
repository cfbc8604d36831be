import type { Tags } from '../../geo/feature.js';
import type { Access, DirectionRule, NodeRule, Profile, WayRule } from './profile.js';
import { valuesOf } from './tag-values.js';
import { accessOf, barriersOf, onewayOf, signedAccess, stricter, type AccessValues } from './access.js';
import { closedToAll, isSoundOnly } from './closures.js';
import { boardingValues, ferryDurationS, ferryKmh } from './ferry.js';

const WALKING_KMH = 5;

/**
 * The classes that are open to pedestrians, with speeds in km/h. The speed is 5 km/h almost everywhere; the
 * speeds used by OSRM, Valhalla and GraphHopper differ from it by only a few tenths. Trunk roads are open
 * because they are often the only road between two places. Cycleways are open unless a sign closes them.
 */
const CLASS_KMH: ReadonlyMap<string, number> = new Map([
  ...[
    'trunk',
    'trunk_link',
    'primary',
    'primary_link',
    'secondary',
    'secondary_link',
    'tertiary',
    'tertiary_link',
    'unclassified',
    'residential',
    'living_street',
    'service',
    'road',
    'track',
    'path',
    'trail',
    'footway',
    'cycleway',
    'pedestrian',
    'platform',
    'corridor',
    'elevator',
    'winter_road',
    'ice_road',
  ].map((highway) => [highway, WALKING_KMH] as const),
  // Steps are slightly slower, so that a similar way without steps is preferred.
  ['steps', 4] as const,
]);

/**
 * Classes that are open to pedestrians only if the `foot` key says so. Motorways are closed by law (Rules of
 * the Road of Mongolia, 17.1). A mapper who adds `foot` to a motorway is referring to the footway beside it.
 */
const OPENED_BY_OWN_TAG = new Set(['bridleway', 'motorway', 'motorway_link', 'busway', 'bus_guideway']);
/**
 * Classes that can be moving walkways or escalators. `conveying` sets a direction only on these classes; on a
 * street, the tag is a mistake.
 */
const CONVEYING_CLASSES = new Set(['steps', 'footway', 'corridor', 'path', 'elevator', 'platform']);

/**
 * Speed caps by the Swiss hiking scale (`sac_scale`): the harder the path, the slower. T5 and above involve
 * climbing, so 0 closes the way.
 */
const HIKING_CAPS_KMH: ReadonlyMap<string, number> = new Map([
  ['mountain_hiking', 4],
  ['demanding_mountain_hiking', 3],
  ['alpine_hiking', 2],
  ['demanding_alpine_hiking', 0],
  ['difficult_alpine_hiking', 0],
]);
const FORD_CAP_KMH = 2;
const FORD_NODE_S = 20;

const ACCESS_KEYS = ['foot', 'access'] as const;
const OWN_KEYS = ['foot'] as const;

/**
 * The access that each value of an access tag means for a pedestrian. Signs for vehicles (`destination`,
 * `agricultural`, `forestry`, `delivery`, `emergency`) do not apply to pedestrians. A pedestrian may enter
 * grounds reserved for certain people only to reach a point there.
 */
const ACCESS_VALUES: AccessValues = new Map<string, Access>([
  ...[
    'yes',
    'designated',
    'permissive',
    'official',
    'public',
    'discouraged',
    'destination',
    'delivery',
    'agricultural',
    'forestry',
    'emergency',
    'foot',
  ].map((v) => [v, 'free'] as const),
  ...['private', 'customers', 'customer', 'permit', 'residents', 'resident', 'employees', 'staff'].map(
    (v) => [v, 'ends'] as const,
  ),
  ...['no', 'use_sidepath', 'military', 'restricted', 'psv', 'bus', 'taxi'].map((v) => [v, 'none'] as const),
]);

/** Everyone on a ferry is a customer. */
const FERRY_VALUES = boardingValues(ACCESS_VALUES);

/** Barriers that stop a pedestrian. A pedestrian can get over, under or around all other barriers. */
const BLOCKING_BARRIERS = new Set(['wall', 'fence', 'city_wall', 'retaining_wall', 'hedge', 'guard_rail']);

/** The walking profile. It has no settings. */
export const walking: Profile = {
  mode: 'walking',
  settings: null,
  way: wayRule,
  node: nodeRule,
  restriction: () => null,
  turn_s: () => 0,
  hasTurns: false,
  needsSurroundings: false,
};

function wayRule(tags: Tags): WayRule | null {
  if (closedToAll(tags) !== null) return null;
  const speed = speedOf(tags);
  if (speed === null) return null;
  const forward = directionRule(tags, 'forward', speed);
  const backward = directionRule(tags, 'backward', speed);
  if (forward.access === 'none' && backward.access === 'none') return null;
  return { forward, backward, duration_s: ferryKmh(tags) === null ? null : ferryDurationS(tags) };
}

interface Speed {
  kmh: number;
  why: string;
}

/** Returns the speed on a way and the reasons for it, or null if pedestrians cannot use the way. */
function speedOf(tags: Tags): Speed | null {
  const ferry_kmh = ferryKmh(tags);
  if (ferry_kmh !== null) return { kmh: ferry_kmh, why: `ferry ${ferry_kmh}` };
  const highway = tags['highway'] ?? '';
  const kmh = CLASS_KMH.get(highway) ?? (isWalkway(tags) ? WALKING_KMH : undefined);
  if (kmh === undefined) return null;
  let speed: Speed = { kmh, why: `${highway === '' ? 'walkway' : `class ${highway}`} ${kmh}` };
  for (const [cap, reason] of capsOf(tags)) {
    if (cap < speed.kmh) speed = { kmh: cap, why: `${speed.why}, ${reason} cap ${cap}` };
  }
  return speed.kmh === 0 ? null : speed;
}

/**
 * Whether the way is a pier, a platform, or another way that is closed to pedestrians unless it is tagged as
 * open to them (see `needsOwnKey`).
 */
function isWalkway(tags: Tags): boolean {
  return (
    OPENED_BY_OWN_TAG.has(tags['highway'] ?? '') ||
    tags['man_made'] === 'pier' ||
    tags['railway'] === 'platform' ||
    tags['public_transport'] === 'platform'
  );
}

function capsOf(tags: Tags): [number, string][] {
  const caps: [number, string][] = [];
  for (const scale of valuesOf(tags['sac_scale']))
    caps.push([HIKING_CAPS_KMH.get(scale) ?? WALKING_KMH, `sac_scale ${scale}`]);
  if (isFord(tags)) caps.push([FORD_CAP_KMH, 'ford']);
  return caps;
}

/**
 * Whether the way is a ford. Stepping stones do not count as a ford, because people walk across them as on a
 * bridge.
 */
function isFord(tags: Tags): boolean {
  const ford = tags['ford'];
  return (
    tags['highway'] === 'ford' ||
    (ford !== undefined && ford !== 'no' && ford !== 'stepping_stones' && ford !== 'level_crossing')
  );
}

function directionRule(tags: Tags, direction: 'forward' | 'backward', speed: Speed): DirectionRule {
  const values = ferryKmh(tags) === null ? ACCESS_VALUES : FERRY_VALUES;
  const said = accessOf(tags, ACCESS_KEYS, values, direction);
  const against = direction === 'forward' ? 'backward' : 'forward';
  if (flowOf(tags) === against)
    return { access: 'none', speed_kmh: speed.kmh, why: `${speed.why}, against the oneway for walkers` };
  // The general `access` key does not open a way that is not meant for pedestrians.
  const open = !needsOwnKey(tags);
  if (said !== null && (open || said.tag.startsWith('foot')))
    return { access: said.access, speed_kmh: speed.kmh, why: `${speed.why}, ${said.tag}` };
  return { access: open ? 'free' : 'none', speed_kmh: speed.kmh, why: speed.why };
}

function needsOwnKey(tags: Tags): boolean {
  return tags['motorroad'] === 'yes' || OPENED_BY_OWN_TAG.has(tags['highway'] ?? '');
}

/**
 * Returns the one-way direction for pedestrians, or null if there is none. Only two tags set a one-way
 * direction for pedestrians: `oneway:foot`, and `conveying` on an escalator, where `yes` means the direction
 * given by `oneway`. An escalator with `oneway=no` sometimes runs the other way.
 */
function flowOf(tags: Tags): string | null {
  const conveying = tags['conveying'];
  const moves = conveying === 'forward' || conveying === 'backward';
  const oneway = onewayOf(tags, ['oneway']);
  if (CONVEYING_CLASSES.has(tags['highway'] ?? '')) {
    if (moves && oneway !== 'no') return conveying;
    if (conveying === 'yes' && (oneway === 'forward' || oneway === 'backward')) return oneway;
  }
  return onewayOf(tags, ['oneway:foot']);
}

function nodeRule(tags: Tags): NodeRule | null {
  const why: string[] = [];
  let access: Access = 'free';
  const said = signedAccess(tags, { keys: ACCESS_KEYS, ownKeys: OWN_KEYS }, ACCESS_VALUES);
  if (said !== null) {
    access = said.access;
    why.push(said.tag);
  }
  for (const barrier of barriersOf(tags)) {
    const found = barrierAccess(tags, barrier);
    if (found !== 'free') why.push(`barrier ${barrier}`);
    access = stricter(access, found);
  }
  const delay_s = isFord(tags) ? FORD_NODE_S : 0;
  if (delay_s > 0) why.push(`ford ${delay_s} s`);
  return access === 'free' && delay_s === 0 ? null : { access, delay_s, why: why.join(', ') };
}

/**
 * Reads tags and locks as the car profile does. The `foot` key can indicate a small gate next to the locked
 * gate.
 */
function barrierAccess(tags: Tags, barrier: string): Access {
  const said = accessOf(tags, ACCESS_KEYS, ACCESS_VALUES);
  const access = said?.access ?? (BLOCKING_BARRIERS.has(barrier) && !isSoundOnly(tags) ? 'none' : 'free');
  const ownKey = accessOf(tags, OWN_KEYS, ACCESS_VALUES) !== null;
  return tags['locked'] === 'yes' && access === 'free' && !ownKey ? 'none' : access;
}

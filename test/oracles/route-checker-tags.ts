import type { Tags } from '../../src/geo/feature.js';
import type { TravelMode } from '../../src/travel-mode.js';

/**
 * The checker's own reading of tags: may one go along a way in a direction, may one pass a node, does a
 * restriction hold. It is written straight from the rules for driving and walking, without the profiles.
 * It says only what is forbidden, not how fast one is.
 */
export type Permission = 'open' | 'private' | 'closed';

const CAR_ROADS = new RegExp(
  '^((motorway|trunk|primary|secondary|tertiary)(_link)?|unclassified|residential|' +
    'living_street|service|track|road|winter_road|ice_road)$',
);
const WALKERS_WAYS = new RegExp(
  '^((motorway|trunk|primary|secondary|tertiary)(_link)?|unclassified|residential|' +
    'living_street|service|track|road|path|trail|footway|pedestrian|steps|platform|' +
    'corridor|elevator|winter_road|ice_road|cycleway|bridleway|busway|bus_guideway)$',
);
const MEANS_OPEN = /^(yes|designated|permissive|official|public|discouraged|motorcar|motor_vehicle|vehicle)$/;
const MEANS_PRIVATE = /^(private|destination|customers?|delivery|permit|residents?|employees|staff)$/;
const MEANS_CLOSED = /^(no|agricultural|forestry|emergency|psv|bus|taxi|military|restricted)$/;
const WALKER_OPEN = new RegExp(
  '^(yes|designated|permissive|official|public|discouraged|foot|destination|delivery|' +
    'agricultural|forestry|emergency)$',
);
const WALKER_CLOSED = /^(no|use_sidepath|psv|bus|taxi|military|restricted)$/;

const BETTER: Permission[] = ['closed', 'private', 'open'];

export function mayGo(tags: Tags, direction: 'forward' | 'backward', mode: TravelMode): Permission {
  const isGone =
    ['abandoned', 'razed', 'demolished', 'removed', 'impassable'].some((key) => tags[key] === 'yes') ||
    tags['status'] === 'impassable';
  if (isGone || (tags['construction'] !== undefined && !/^(no|minor|widening)$/.test(tags['construction'])))
    return 'closed';
  return mode === 'driving' ? carMayGo(tags, direction) : walkerMayGo(tags, direction);
}

export function mayPass(tags: Tags | undefined, mode: TravelMode): Permission {
  if (tags === undefined) return 'open';
  if (mode === 'driving' && isTooSmall(tags)) return 'closed';
  const barrier = tags['barrier'];
  const own =
    mode === 'driving'
      ? said(tags, ['motorcar', 'motor_vehicle', 'vehicle'], mode)
      : said(tags, ['foot'], mode);
  const general = own ?? said(tags, ['access'], mode);
  if (barrier === undefined || barrier === 'no') {
    // A sign at a bare node or a ford is about the road; one at a crossing or a bus stop is about that.
    if (tags['highway'] === 'crossing' || tags['railway'] !== undefined) return 'open';
    const isThing = /^(highway|public_transport|amenity|entrance|shop|emergency)$/;
    const isOfThing = Object.keys(tags).some((key) => isThing.test(key) && tags[key] !== 'ford');
    return (isOfThing ? own : general) ?? 'open';
  }
  if (tags['locked'] === 'yes' && own === null && general !== 'private') return 'closed';
  if (general !== null) return general;
  if (/^audi(o|ble)$/.test(tags['sensory'] ?? '')) return 'open';
  if (mode === 'walking')
    return /^(wall|fence|city_wall|retaining_wall|hedge|guard_rail)$/.test(barrier) ? 'closed' : 'open';
  if (barrier === 'kerb')
    return tags['highway'] === 'crossing' || /^(flush|lowered|no)$/.test(tags['kerb'] ?? '')
      ? 'open'
      : 'closed';
  if (barrier === 'bollard') return tags['bollard'] === 'rising' ? 'open' : 'closed';
  const passable = new RegExp(
    '^(gate|lift_gate|swing_gate|sliding_gate|hampshire_gate|bump_gate|sally_port|' +
      'toll_booth|border_control|checkpoint|cattle_grid|entrance|arch|height_restrictor|' +
      'width_restrictor)$',
  );
  return barrier.split(';').every((kind) => passable.test(kind.trim())) ? 'open' : 'closed';
}

/** `no` or `only`; null for a restriction that does not bind a car at all times. */
export function restrictionKind(tags: Tags): 'no' | 'only' | null {
  if (
    (tags['except'] ?? '')
      .split(/[;,]\s*/)
      .some((vehicle) => /^(motorcar|motor_vehicle|vehicle)$/.test(vehicle))
  )
    return null;
  if (Object.keys(tags).some((key) => /^(hour|day|date)_(on|off)$|^time$|^opening_hours$/.test(key)))
    return null;
  const forOthers = /^restriction:(?!motorcar$|motor_vehicle$|vehicle$)/.test(tags['type'] ?? '');
  const value =
    tags['restriction:motorcar'] ??
    tags['restriction:motor_vehicle'] ??
    tags['restriction:vehicle'] ??
    tags['restriction'] ??
    '';
  const match = /^(no|only)_(left_turn|right_turn|straight_on|u_turn|entry|exit)(;|$)/.exec(value);
  return forOthers || match === null ? null : (match[1] as 'no' | 'only');
}

function carMayGo(tags: Tags, direction: 'forward' | 'backward'): Permission {
  if (tags['area'] === 'yes' || tags['type'] === 'multipolygon' || isTooSmall(tags)) return 'closed';
  if (against(tags, direction)) return 'closed';
  const highway = tags['highway'] ?? '';
  const permission = said(tags, ['motorcar', 'motor_vehicle', 'vehicle', 'access'], 'driving', direction);
  if (/^(ferry|shuttle_train)$/.test(tags['route'] ?? '')) {
    const forPassengers =
      (tags['foot'] ?? tags['bicycle']) !== undefined &&
      tags['hgv'] !== 'yes' &&
      said(tags, ['motorcar', 'motor_vehicle', 'vehicle'], 'driving') === null;
    if (forPassengers) return 'closed';
    return aboard(tags, ['motorcar', 'motor_vehicle', 'vehicle', 'access'], 'driving', direction);
  }
  if (/(^|;)\s*impassable\s*(;|$)/.test(tags['smoothness'] ?? '')) return 'closed';
  if (/^(pedestrian|path|bridleway|cycleway|footway|busway)$/.test(highway))
    return said(tags, ['motorcar', 'motor_vehicle'], 'driving', direction) ?? 'closed';
  if (!CAR_ROADS.test(highway) || /^emergency(_access)?$/.test(tags['service'] ?? '')) return 'closed';
  return permission ?? 'open';
}

function against(tags: Tags, direction: 'forward' | 'backward'): boolean {
  const values = ['oneway:motorcar', 'oneway:motor_vehicle', 'oneway:vehicle', 'oneway'].map(
    (key) => tags[key]?.split(';')[0],
  );
  const oneway = values.find(
    (value) =>
      value !== undefined && /^(yes|true|1|-1|reverse|no|false|0|reversible|alternating)$/.test(value),
  );
  const implied =
    tags['highway'] === 'motorway' || tags['junction'] === 'roundabout' || tags['junction'] === 'circular';
  if (oneway === undefined) return implied && direction === 'backward';
  if (oneway === 'reversible') return true;
  if (oneway === 'alternating' && implied) return direction === 'backward';
  return /^(yes|true|1)$/.test(oneway)
    ? direction === 'backward'
    : /^(-1|reverse)$/.test(oneway) && direction === 'forward';
}

/**
 * Whether a limit on size or weight is too small for a car. Limits are metres and tons; only plain
 * numbers and feet are read.
 */
function isTooSmall(tags: Tags): boolean {
  const limits: [string, number][] = [
    ['maxlength', 4.8],
    ['maxwidth', 2],
    ['maxwidth:physical', 2],
    ['width', 2],
    ['maxheight', 1.9],
    ['maxheight:physical', 1.9],
    ['maxweight', 2],
    ['maxweightrating', 2],
  ];
  return limits.some(([key, least]) => {
    const match = /^(\d+(?:\.\d+)?)\s*(m|t|'|ft)?$/.exec(tags[key] ?? '');
    return match !== null && Number(match[1]) * (match[2] === "'" || match[2] === 'ft' ? 0.3048 : 1) < least;
  });
}

function walkerMayGo(tags: Tags, direction: 'forward' | 'backward'): Permission {
  const highway = tags['highway'] ?? '';
  const isPlatform =
    tags['man_made'] === 'pier' || tags['railway'] === 'platform' || tags['public_transport'] === 'platform';
  if (!WALKERS_WAYS.test(highway) && !isPlatform && !/^(ferry|shuttle_train)$/.test(tags['route'] ?? ''))
    return 'closed';
  const isFerry = /^(ferry|shuttle_train)$/.test(tags['route'] ?? '');
  if (!isFerry && /^(demanding|difficult)_alpine_hiking$/.test(tags['sac_scale'] ?? '')) return 'closed';
  const moves =
    /^(steps|footway|corridor|path|elevator|platform)$/.test(highway) &&
    !/^(no|false|0)$/.test(tags['oneway'] ?? '');
  const conveying = moves ? (tags['conveying'] ?? '') : '';
  // An escalator runs as `conveying` says, or with `conveying=yes` as `oneway` says.
  const isOneway = /^(yes|true|1|-1|reverse)$/.test(tags['oneway'] ?? '');
  const flow = /^(forward|backward)$/.test(conveying)
    ? conveying
    : conveying === 'yes' && isOneway
      ? tags['oneway']
      : undefined;
  const oneway = flow ?? tags['oneway:foot'];
  if (
    direction === 'backward'
      ? /^(forward|yes|1|true)$/.test(oneway ?? '')
      : /^(backward|-1|reverse)$/.test(oneway ?? '')
  )
    return 'closed';
  if (isFerry) return aboard(tags, ['foot', 'access'], 'walking', direction);
  const own = said(tags, ['foot'], 'walking', direction);
  if (/^(bridleway|busway|bus_guideway|motorway(_link)?)$/.test(highway) || tags['motorroad'] === 'yes')
    return own ?? 'closed';
  return own ?? said(tags, ['access'], 'walking', direction) ?? 'open';
}

/** On a ferry customers are everybody who buys a ticket. */
function aboard(tags: Tags, keys: string[], mode: TravelMode, direction: 'forward' | 'backward'): Permission {
  const sold = Object.entries(tags).map(
    ([key, value]) => [key, value.replace(/\bcustomers?\b/g, 'yes')] as const,
  );
  return said(Object.fromEntries(sold), keys, mode, direction) ?? 'open';
}

/** What the first key with a known value means. Of several values of a key, the most open one counts. */
function said(
  tags: Tags,
  keys: string[],
  mode: TravelMode,
  direction?: 'forward' | 'backward',
): Permission | null {
  for (const key of keys.flatMap((k) => (direction === undefined ? [k] : [`${k}:${direction}`, k]))) {
    const meanings = (tags[key] ?? '')
      .split(/[;,]/)
      .map((value) => meaning(value.trim(), mode))
      .filter((m) => m !== null);
    if (meanings.length > 0) return BETTER[Math.max(...meanings.map((m) => BETTER.indexOf(m)))];
  }
  return null;
}

function meaning(value: string, mode: TravelMode): Permission | null {
  if ((mode === 'driving' ? MEANS_OPEN : WALKER_OPEN).test(value)) return 'open';
  if (MEANS_PRIVATE.test(value)) return 'private';
  return (mode === 'driving' ? MEANS_CLOSED : WALKER_CLOSED).test(value) ? 'closed' : null;
}

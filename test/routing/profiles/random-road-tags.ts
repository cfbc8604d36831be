import type { Tags } from '../../../src/geo/feature.js';
import type { LocalTime } from '../../../src/local-time.js';
import { below, pick, randomHours, type WrittenHours } from './random-hours.js';

type Random = () => number;

/** Tags of a random road, and what they are at a moment. */
interface RandomTags {
  tags: Tags;
  /** `closed`: to everybody, by a season or by hours. */
  at: (now: LocalTime) => { tags: Tags; closed: boolean };
}

const HIGHWAYS = [
  ...['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'unclassified', 'residential', 'service'],
  ...['living_street', 'road', 'track', 'path', 'footway', 'pedestrian', 'steps', 'cycleway', 'bridleway'],
  ...['busway', 'construction', 'proposed', 'raceway', 'corridor', 'platform', 'elevator'],
];
const ACCESS = [
  ...['yes', 'no', 'private', 'destination', 'permissive', 'customers', 'delivery', 'permit', 'residents'],
  ...['agricultural', 'forestry', 'emergency', 'psv', 'bus', 'military', 'restricted', 'official', 'foo'],
  ...['designated', 'discouraged', 'no;destination', 'private;yes', 'employees', 'unknown', 'use_sidepath'],
];
const ONEWAY = ['yes', 'no', '-1', '1', 'true', '0', 'reverse', 'reversible', 'alternating', 'maybe'];
const MAXSPEED = [
  ...['50', '80', '30 mph', 'none', 'walk', 'MN:urban', 'MN:rural', '40 км/ц', '60 km/h', 'signals', '50;80'],
  ...['5', '0', '20 kph', 'zone:30', 'fast', '70,5'],
];
const SURFACES = [
  ...['asphalt', 'paved', 'concrete', 'compacted', 'gravel', 'fine_gravel', 'ground', 'dirt', 'unpaved'],
  ...['earth', 'sand', 'mud', 'snow', 'ice', 'cobblestone', 'sett'],
];
const MODES = ['access', 'vehicle', 'motor_vehicle', 'motorcar', 'foot'];
/** Key, the share of roads that have it, and its values. */
const KEYS: readonly (readonly [key: string, share: number, values: readonly string[]])[] = [
  ...MODES.map((key) => [key, 0.12, ACCESS] as const),
  ...MODES.map((key) => [`${key}:forward`, 0.03, ACCESS] as const),
  ...MODES.map((key) => [`${key}:backward`, 0.03, ACCESS] as const),
  ['oneway', 0.2, ONEWAY],
  ['oneway:motor_vehicle', 0.03, ONEWAY],
  ['oneway:vehicle', 0.02, ONEWAY],
  ['oneway:foot', 0.05, ONEWAY],
  ['junction', 0.05, ['roundabout', 'circular', 'yes']],
  ['maxspeed', 0.25, MAXSPEED],
  ['maxspeed:forward', 0.05, MAXSPEED],
  ['maxspeed:advisory', 0.05, MAXSPEED],
  ['maxspeed:type', 0.05, ['MN:urban', 'MN:rural', 'sign']],
  ['surface', 0.3, SURFACES],
  ['smoothness', 0.15, ['good', 'bad', 'very_bad', 'horrible', 'very_horrible', 'impassable']],
  ['tracktype', 0.1, ['grade1', 'grade2', 'grade3', 'grade4', 'grade5']],
  ['conveying', 0.04, ['yes', 'forward', 'backward', 'reversible']],
  ['motorroad', 0.04, ['yes', 'no']],
  ['construction', 0.02, ['no', 'minor', 'yes', 'primary']],
  ['abandoned', 0.02, ['yes', 'no']],
  ['impassable', 0.01, ['yes']],
  ['area', 0.02, ['yes', 'no']],
  ['maxheight', 0.03, ['1.5', '2.5', 'default']],
  ['maxweight', 0.03, ['1.5', '3.5 t', '2']],
  ['maxwidth', 0.03, ['1.8', '2.5 m']],
  ['sac_scale', 0.03, ['hiking', 'demanding_alpine_hiking']],
  ['service', 0.03, ['driveway', 'emergency_access']],
  ['sidewalk', 0.03, ['separate', 'no']],
];
const FERRY_SHARE = 0.08;
/** By the calendar of Mongolia: ice carries from December on. */
const SEASONS: Readonly<Record<string, readonly number[]>> = {
  ...{ winter: [12, 1, 2, 3], spring: [4, 5], summer: [6, 7, 8], autumn: [9, 10, 11] },
};

export function randomRoadTags(random: Random): RandomTags {
  const isFerry = random() < FERRY_SHARE;
  const tags: Record<string, string> = isFerry ? { route: 'ferry' } : { highway: pick(random, HIGHWAYS) };
  for (const [key, share, values] of KEYS) if (random() < share) tags[key] = pick(random, values);
  // Nobody knows what such a boat would be.
  if (isFerry) delete tags['motorroad'];
  const conditions = randomConditions(random, tags);
  const seasons = random() < 0.1 ? [pick(random, Object.keys(SEASONS))] : [];
  if (seasons.length > 0) tags['seasonal'] = seasons[0];
  const hours = isFerry && random() < 0.5 ? randomHours(random) : null;
  if (hours !== null) tags['opening_hours'] = hours.text;
  const hasDates = conditions.some(({ isOpen }) => isOpen !== null);
  const at = (now: LocalTime): { tags: Tags; closed: boolean } => {
    const isOutOfSeason =
      !hasDates && seasons.length > 0 && !seasons.some((name) => SEASONS[name].includes(now.month));
    return {
      tags: { ...tags, ...heldTags(conditions, now) },
      closed: isOutOfSeason || hours?.isOpen?.(now) === false,
    };
  };
  return { tags, at };
}

const NODE_KEYS: readonly (readonly [key: string, share: number, values: readonly string[]])[] = [
  [
    'barrier',
    0.6,
    [
      ...['gate', 'lift_gate', 'swing_gate', 'bollard', 'block', 'chain', 'toll_booth', 'border_control'],
      ...['cattle_grid', 'entrance', 'kerb', 'wall', 'fence', 'jersey_barrier', 'hedge', 'gate;chain', 'no'],
    ],
  ],
  ...MODES.map((key) => [key, 0.12, ACCESS] as const),
  ['locked', 0.1, ['yes', 'no']],
  ['bollard', 0.1, ['rising', 'fixed']],
  ['kerb', 0.1, ['flush', 'raised', 'lowered']],
  ['sensory', 0.05, ['audio', 'audible']],
  ['ford', 0.1, ['yes', 'stepping_stones']],
  ['highway', 0.2, ['crossing', 'bus_stop', 'traffic_signals', 'stop']],
  ['railway', 0.05, ['level_crossing']],
  ['maxheight', 0.05, ['1.5', '2.5']],
];

/** Those of a node of a road: a gate, a ford, a bus stop. */
export function randomNodeTags(random: Random): RandomTags {
  const tags: Record<string, string> = {};
  for (const [key, share, values] of NODE_KEYS) if (random() < share) tags[key] = pick(random, values);
  const conditions = random() < 0.3 ? randomConditions(random, tags) : [];
  const isBarrier = tags['barrier'] !== undefined && tags['barrier'] !== 'no';
  const hours = isBarrier && random() < 0.3 ? randomHours(random) : null;
  if (hours !== null) tags['opening_hours'] = hours.text;
  const at = (now: LocalTime): { tags: Tags; closed: boolean } => ({
    tags: { ...tags, ...heldTags(conditions, now) },
    closed: hours?.isOpen?.(now) === false,
  });
  return { tags, at };
}

/** Of those that hold the last counts. */
function heldTags(conditions: readonly Condition[], now: LocalTime): Tags {
  const held = conditions.filter(({ isOpen }) => isOpen?.(now));
  return Object.fromEntries(held.map(({ key, value }) => [key, value]));
}

interface Condition extends Pick<WrittenHours, 'isOpen'> {
  key: string;
  value: string;
}

/** Adds up to three keys of up to two clauses. */
function randomConditions(random: Random, tags: Record<string, string>): Condition[] {
  const all: Condition[] = [];
  const keys = [...MODES, 'motor_vehicle:forward', 'foot:backward', 'oneway', 'maxspeed'];
  for (let count = below(random, 4); count > 0; count--) {
    const key = pick(random, keys);
    if (tags[`${key}:conditional`] !== undefined) continue;
    const values = key === 'oneway' ? ONEWAY : key === 'maxspeed' ? MAXSPEED : ACCESS;
    const clauses = Array.from({ length: 1 + below(random, 2) }, () => {
      // A list would end the clause.
      const value = pick(
        random,
        values.filter((own) => !own.includes(';')),
      );
      const { text, isOpen } = randomCondition(random);
      all.push({ key, value, isOpen });
      return `${value} @ ${text}`;
    });
    tags[`${key}:conditional`] = clauses.join(pick(random, ['; ', ';']));
  }
  return all;
}

function randomCondition(random: Random): WrittenHours {
  const kind = random();
  const first = randomHours(random);
  if (kind < 0.15) {
    // With `AND` each has to hold, and each has to be read.
    const second = randomHours(random, 1);
    const and = pick(random, [' AND ', ' and ']);
    const isRead = first.isOpen !== null && second.isOpen !== null;
    return {
      text: `((${first.text})${and}(${second.text}))`,
      isOpen: isRead ? (now) => first.isOpen!(now) && second.isOpen!(now) : null,
    };
  }
  if (kind < 0.2) return { text: `(${first.text} AND weight>5)`, isOpen: null };
  if (kind < 0.3) return { text: `(${first.text} "at low water; (see sign)")`, isOpen: first.isOpen };
  if (kind < 0.4 && !first.text.includes(';')) return { text: first.text, isOpen: first.isOpen };
  return { text: `(${first.text})`, isOpen: first.isOpen };
}

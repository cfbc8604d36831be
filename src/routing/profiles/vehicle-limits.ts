import type { Tags } from '../../geo/feature.js';
import type { LocalTime } from '../../local-time.js';
import { conditionsOf, tagsAt } from './dates.js';
import { lengthM, valuesOf, weightT } from './tag-values.js';

/** How large a vehicle is; null: nobody says, and such limits do not hold for it. */
export interface VehicleSize {
  height_m: number | null;
  weight_t: number | null;
}

export const WAY_DIRECTIONS = ['forward', 'backward'] as const;
export type WayDirection = (typeof WAY_DIRECTIONS)[number];

const HEIGHTS = keysOf(['maxheight', 'maxheight:physical']);
const WEIGHTS = keysOf(['maxweight', 'maxweightrating', 'maxweight:hgv', 'maxweightrating:hgv']);
const ONE_WAY = '(?::(?:for|back)ward)?(?::conditional)?$';
const LIMIT = new RegExp(
  `^(?:max(?:height(?::physical)?|weight(?:rating)?(?::hgv)?)(?::lanes)?|hgv)${ONE_WAY}`,
);
/** Keys of all vehicles, of which only what is said of large ones is meant. */
const ALL = ['motor_vehicle', 'vehicle', 'access'] as const;
const OF_ALL = new RegExp(`^(?:${ALL.join('|')})${ONE_WAY}`);
/** With what holds at times or for sizes. */
const CONDITIONAL = /^(.*):conditional$/;
const SIZE = /\b(height|weight)\s*([<>]=?)\s*(\d[\d.,]*(?:\s*(?!AND\b)[a-z'"]+)?)/gi;

const AND = new RegExp(`${SIZE.source}\\s+AND\\s+|\\s+AND\\s+${SIZE.source}`, 'gi');

/** Vehicles above this weight are goods vehicles to the tag `hgv`. */
const HGV_T = 3.5;
/** Access that a truck does not have. */
const NO_TRUCKS = ['no', 'agricultural', 'forestry'];

/** The tags of a way that say how large a vehicle may be; null: there are none. */
export function limitTags(tags: Tags): Tags | null {
  const own = Object.entries(tags).filter(
    ([key, value]) => LIMIT.test(key) || (OF_ALL.test(key) && value.search(SIZE) >= 0),
  );
  return own.length === 0 ? null : Object.fromEntries(own);
}

/** Whether what these tags say changes with the time. */
export function hasLimitTimes(tags: Tags): boolean {
  // Sizes alone do not, and are not read.
  const times = withConditions(tags, (value) => value.replace(AND, '').replace(SIZE, 'size'));
  return conditionsOf(times, CONDITIONAL).known.length > 0;
}

/**
 * The directions in which a way with these tags is closed to a vehicle.
 * @param now for what changes with the time
 */
export function limitedDirections(tags: Tags, size: VehicleSize, now: LocalTime): WayDirection[] {
  let own = tags;
  if (Object.keys(tags).some((key) => CONDITIONAL.test(key))) {
    own = withConditions(tags, (value) => decided(value, size));
    own = tagsAt(own, conditionsOf(own, CONDITIONAL), now);
  }
  return WAY_DIRECTIONS.filter((direction) => isLimited(own, size, direction));
}

function isLimited(tags: Tags, { height_m, weight_t }: VehicleSize, direction: WayDirection): boolean {
  const least = (keys: Keys, read: Reader): number =>
    Math.min(
      ...Object.keys(tags).map((key) => (keys[direction].has(key) ? ofLanes(tags[key], read) : Infinity)),
    );
  if (height_m !== null && least(HEIGHTS, lengthM) < height_m) return true;
  if (weight_t !== null && least(WEIGHTS, weightT) < weight_t) return true;
  // The most specific key decides.
  const access = [...(weight_t !== null && weight_t > HGV_T ? ['hgv'] : []), ...ALL]
    .map((key) => valuesOf(tags[`${key}:${direction}`] ?? tags[key]))
    .find((values) => values.length > 0);
  return access?.every((value) => NO_TRUCKS.includes(value)) === true;
}

/** By direction: a limit of a way holds in both. */
type Keys = Readonly<Record<WayDirection, ReadonlySet<string>>>;

function keysOf(limits: readonly string[]): Keys {
  const all = (direction: WayDirection): ReadonlySet<string> =>
    new Set(limits.flatMap((key) => [key, `${key}:lanes`].flatMap((own) => [own, `${own}:${direction}`])));
  return { forward: all('forward'), backward: all('backward') };
}

type Reader = (value: string) => number | null;

/** Of several lanes the one with the highest limit is taken. */
function ofLanes(value: string, read: Reader): number {
  return Math.max(...value.split('|').map((lane) => read(lane) ?? Infinity));
}

function withConditions(tags: Tags, change: (value: string) => string): Tags {
  const changed = Object.entries(tags).map(([key, value]) => [
    key,
    CONDITIONAL.test(key) ? change(value) : value,
  ]);
  return Object.fromEntries(changed) as Tags;
}

/** Conditions of sizes become times: always, or never. Those of a size that nobody says stay, unread. */
function decided(conditions: string, { height_m, weight_t }: VehicleSize): string {
  return conditions.replace(SIZE, (text, what: string, than: string, limit: string) => {
    const isHeight = what.toLowerCase() === 'height';
    const [own, other] = isHeight ? [height_m, lengthM(limit)] : [weight_t, weightT(limit)];
    if (own === null || other === null) return text;
    const holds = own === other ? than.endsWith('=') : own > other === than.startsWith('>');
    return holds ? '24/7' : 'off';
  });
}

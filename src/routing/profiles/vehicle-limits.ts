import type { Tags } from '../../geo/feature.js';
import type { LocalTime } from '../../local-time.js';
import { accessOf } from './access.js';
import { conditionsOf, tagsAt } from './dates.js';
import { CAR_ACCESS_VALUES } from './driving-tables.js';
import { lengthM, weightT } from './tag-values.js';

/** A vehicle's size. Unknown dimensions are null, and limits on them are ignored. */
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
/** The keys that apply to all vehicles. From these keys, only limits for large vehicles are read. */
const ALL = ['motor_vehicle', 'vehicle', 'access'] as const;
const OF_ALL = new RegExp(`^(?:${ALL.join('|')})${ONE_WAY}`);
/** Matches the keys of limits that depend on the time or on the vehicle's size. */
const CONDITIONAL = /^(.*):conditional$/;
const SIZE = /\b(height|weight)\s*([<>]=?)\s*(\d[\d.,]*(?:\s*(?!AND\b)[a-z'"]+)?)/gi;

/** The access values that admit vehicles only if they begin or end their trip on the way. */
const TO_ENDS = [...CAR_ACCESS_VALUES].flatMap(([value, access]) => (access === 'ends' ? [value] : []));
const SOME_TO_ENDS = new RegExp(`\\b(?:${TO_ENDS.join('|')})\\b`);
/** These values can also be used as a condition: `none @ destination`. */
const PURPOSE = `(?<=@\\s*\\(?\\s*|\\bAND\\s+)(?:${TO_ENDS.join('|')})\\b`;
const OF_VEHICLE = `(?:${SIZE.source}|${PURPOSE})`;
const CONDITION = new RegExp(OF_VEHICLE, 'gi');
const AND = new RegExp(`${OF_VEHICLE}\\s+AND\\s+|\\s+AND\\s+${OF_VEHICLE}`, 'gi');

/** Vehicles heavier than this count as goods vehicles to which the `hgv` tag applies. */
const HGV_T = 3.5;

/** Returns a way's tags that limit the size of vehicles, or null if there are none. */
export function limitTags(tags: Tags): Tags | null {
  const own = Object.entries(tags).filter(
    ([key, value]) => LIMIT.test(key) || (OF_ALL.test(key) && value.search(SIZE) >= 0),
  );
  return own.length === 0 ? null : Object.fromEntries(own);
}

/** Whether the meaning of these tags depends on the time. */
export function hasLimitTimes(tags: Tags): boolean {
  // Conditions on the vehicle do not depend on the time, so they are removed.
  const times = withConditions(tags, (value) => value.replace(AND, '').replace(CONDITION, 'size'));
  return conditionsOf(times, CONDITIONAL).known.length > 0;
}

/** Whether these tags may open a way only to vehicles that begin or end their trip there. */
export function mayOpenToEnds(tags: Tags): boolean {
  return Object.values(tags).some((value) => SOME_TO_ENDS.test(value));
}

/** The directions in which a way is closed to a vehicle. */
export interface LimitedDirections {
  /** The directions that are closed in any case. */
  closed: WayDirection[];
  /** The directions that are closed unless the vehicle starts or ends its trip on that way. */
  toEnds: WayDirection[];
}

/** @param now the time at which time-dependent tags are evaluated */
export function limitedDirections(tags: Tags, size: VehicleSize, now: LocalTime): LimitedDirections {
  const [closed, toOthers] = [true, false].map((isEnd) => {
    let own = tags;
    if (Object.keys(tags).some((key) => CONDITIONAL.test(key))) {
      own = withConditions(tags, (value) => decided(value, size, isEnd));
      own = tagsAt(own, conditionsOf(own, CONDITIONAL), now);
    }
    return WAY_DIRECTIONS.filter((direction) => isLimited(own, size, { direction, isEnd }));
  });
  return { closed, toEnds: toOthers.filter((direction) => !closed.includes(direction)) };
}

function isLimited(
  tags: Tags,
  { height_m, weight_t }: VehicleSize,
  { direction, isEnd }: { direction: WayDirection; isEnd: boolean },
): boolean {
  const least = (keys: Keys, read: Reader): number =>
    Math.min(
      ...Object.keys(tags).map((key) => (keys[direction].has(key) ? ofLanes(tags[key], read) : Infinity)),
    );
  if (height_m !== null && least(HEIGHTS, lengthM) < height_m) return true;
  if (weight_t !== null && least(WEIGHTS, weightT) < weight_t) return true;
  const keys = [...(weight_t !== null && weight_t > HGV_T ? ['hgv'] : []), ...ALL];
  const said = accessOf(tags, keys, CAR_ACCESS_VALUES, direction)?.access;
  return said === 'none' || (said === 'ends' && !isEnd);
}

/** The keys for each direction. A limit for the whole way applies to both directions. */
type Keys = Readonly<Record<WayDirection, ReadonlySet<string>>>;

function keysOf(limits: readonly string[]): Keys {
  const all = (direction: WayDirection): ReadonlySet<string> =>
    new Set(limits.flatMap((key) => [key, `${key}:lanes`].flatMap((own) => [own, `${own}:${direction}`])));
  return { forward: all('forward'), backward: all('backward') };
}

type Reader = (value: string) => number | null;

/** Returns the highest limit among several lanes. */
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

/**
 * Evaluates conditions on the vehicle, so that each becomes either always or never true. A condition on an
 * unknown dimension is left unchanged and treated as unreadable.
 */
function decided(conditions: string, { height_m, weight_t }: VehicleSize, isEnd: boolean): string {
  return conditions.replace(CONDITION, (text, what: string | undefined, than: string, limit: string) => {
    if (what === undefined) return isEnd ? '24/7' : 'off';
    const isHeight = what.toLowerCase() === 'height';
    const [own, other] = isHeight ? [height_m, lengthM(limit)] : [weight_t, weightT(limit)];
    if (own === null || other === null) return text;
    const holds = own === other ? than.endsWith('=') : own > other === than.startsWith('>');
    return holds ? '24/7' : 'off';
  });
}

import type { Tags } from '../../geo/feature.js';
import type { Access } from './profile.js';
import { valuesOf } from './tag-values.js';

/**
 * The access that each value of an access tag means for a travel mode. Values missing from the table are
 * ignored.
 */
export type AccessValues = ReadonlyMap<string, Access>;

/** The access that a tag grants or denies. */
interface FoundAccess {
  access: Access;
  /** The tag that determined it (`key=value`), for `explain`. */
  tag: string;
}

/**
 * Finds the most specific access tag with a known value. Keys are tried in the given order, each first with
 * the direction (`motor_vehicle:forward`), then without it.
 * @returns null if no tag has a known value; the caller then applies its default
 */
export function accessOf(
  tags: Tags,
  keys: readonly string[],
  values: AccessValues,
  direction?: 'forward' | 'backward',
): FoundAccess | null {
  for (const key of keys) {
    if (direction !== undefined) {
      const directed = read(tags, `${key}:${direction}`, values);
      if (directed !== null) return directed;
    }
    const found = read(tags, key, values);
    if (found !== null) return found;
  }
  return null;
}

/** Keys of objects beside a road. The `access` tag of such an object says who may use the object. */
const THINGS = ['highway', 'railway', 'public_transport', 'amenity', 'entrance', 'shop', 'emergency'];

/**
 * Returns the access to the road implied by a sign at a node without a barrier, such as `motor_vehicle=no` at
 * a ford, or null if the sign closes nothing.
 * @param ownKeys only the mode's own keys, because `access` may refer to a bus stop
 */
export function signedAccess(
  tags: Tags,
  { keys, ownKeys }: { keys: readonly string[]; ownKeys: readonly string[] },
  values: AccessValues,
): FoundAccess | null {
  // The tags of a pedestrian crossing concern people who cross the road, not people who drive along it.
  if (barriersOf(tags).length > 0 || tags['highway'] === 'crossing' || tags['railway'] !== undefined)
    return null;
  const isThing = THINGS.some((key) => tags[key] !== undefined && tags[key] !== 'ford');
  const said = accessOf(tags, isThing ? ownKeys : keys, values);
  return said?.access === 'free' ? null : said;
}

/** Returns the barriers at a node. `barrier=no` means that there is no barrier. */
export function barriersOf(tags: Tags): string[] {
  return valuesOf(tags['barrier']).filter((barrier) => barrier !== 'no');
}

/** Returns the stricter of two access values, for use where both apply. */
export function stricter(a: Access, b: Access): Access {
  return OPENNESS[a] <= OPENNESS[b] ? a : b;
}

const OPENNESS: Record<Access, number> = { none: 0, ends: 1, free: 2 };

/**
 * Reads one tag. In a list `a;b`, the most permissive value wins: each value admits one group of users, and a
 * road only has to be open to one of them.
 */
function read(tags: Tags, key: string, values: AccessValues): FoundAccess | null {
  const value = tags[key];
  if (value === undefined) return null;
  let best: Access | null = null;
  for (const part of valuesOf(value)) {
    const access = values.get(part);
    if (access !== undefined && (best === null || OPENNESS[access] > OPENNESS[best])) best = access;
  }
  return best === null ? null : { access: best, tag: `${key}=${value}` };
}

/**
 * The direction of traffic on a way. `closed`: the way cannot be used in either direction. `alternating`: the
 * directions take turns.
 */
export type Oneway = 'no' | 'forward' | 'backward' | 'closed' | 'alternating';

const ONEWAY_VALUES: ReadonlyMap<string, Oneway> = new Map<string, Oneway>([
  ['no', 'no'],
  ['false', 'no'],
  ['0', 'no'],
  ['yes', 'forward'],
  ['true', 'forward'],
  ['1', 'forward'],
  ['-1', 'backward'],
  ['reverse', 'backward'],
  // The direction of a tidal lane depends on the time of day, so neither direction is guaranteed to be open.
  ['reversible', 'closed'],
  ['alternating', 'alternating'],
]);

/** Returns the first known value of the keys in the given order, or null if there is none. */
export function onewayOf(tags: Tags, keys: readonly string[]): Oneway | null {
  for (const key of keys) {
    for (const value of valuesOf(tags[key])) {
      const oneway = ONEWAY_VALUES.get(value);
      if (oneway !== undefined) return oneway;
    }
  }
  return null;
}

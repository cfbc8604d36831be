import type { Tags } from '../../geo/feature.js';
import type { Access } from './profile.js';
import { valuesOf } from './tag-values.js';

/** What the values of access tags mean to a mode; a value that is not in the table says nothing. */
export type AccessValues = ReadonlyMap<string, Access>;

export interface FoundAccess {
  access: Access;
  /** The tag that says so, for `explain`. */
  tag: string;
}

/**
 * The most specific access tag that says something: keys in the order given, each first with the direction
 * (`motor_vehicle:forward`), then without. Null when none does; what holds then is for the caller to know.
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

/** Where both lie on a stretch, the stricter holds. */
export function stricter(a: Access, b: Access): Access {
  return OPENNESS[a] <= OPENNESS[b] ? a : b;
}

const OPENNESS: Record<Access, number> = { none: 0, ends: 1, free: 2 };

/** Of `a;b` the most permissive: each value admits somebody, and we are content to be one of them. */
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
  // A tidal lane: which way it runs depends on the hour, so it cannot be promised in either.
  ['reversible', 'closed'],
  ['alternating', 'alternating'],
]);

/** The first of the keys with a value that is known, null when there is none. */
export function onewayOf(tags: Tags, keys: readonly string[]): Oneway | null {
  for (const key of keys) {
    for (const value of valuesOf(tags[key])) {
      const oneway = ONEWAY_VALUES.get(value);
      if (oneway !== undefined) return oneway;
    }
  }
  return null;
}

import type { Tags } from '../../geo/feature.js';
import type { RestrictionRule } from './profile.js';
import { valuesOf } from './tag-values.js';

/**
 * Kinds from the wiki page "Relation:restriction". `no_right_turn_on_red` and similar are not listed,
 * because they do not always hold.
 */
const KINDS: ReadonlyMap<string, RestrictionRule> = new Map<string, RestrictionRule>([
  ['no_left_turn', 'no'],
  ['no_right_turn', 'no'],
  ['no_straight_on', 'no'],
  ['no_u_turn', 'no'],
  ['no_entry', 'no'],
  ['no_exit', 'no'],
  ['only_left_turn', 'only'],
  ['only_right_turn', 'only'],
  ['only_straight_on', 'only'],
  ['only_u_turn', 'only'],
]);

/** Keys that mean a car, most specific first. */
const VEHICLES = ['motorcar', 'motor_vehicle', 'vehicle'];
/** Old keys that say when a restriction holds. */
const TIME_KEYS = [
  'hour_on',
  'hour_off',
  'day_on',
  'day_off',
  'date_on',
  'date_off',
  'time',
  'opening_hours',
];
/**
 * A conditional value that always holds, such as `no_left_turn @ (24/7)` or
 * `no_left_turn @ (Mo-Su 00:00-24:00)`.
 */
const ALWAYS = /^\s*(\w+)\s*@\s*\(?\s*(?:24\/7|(?:Mo-Su\s+)?0?0:00\s*-\s*24:00)\s*\)?\s*$/;

/**
 * The meaning of a restriction relation for a car; null if it has none. The vehicle's own key
 * (`restriction:motorcar`) is read before the general one. A restriction that holds only at certain times is
 * ignored: a route has no time of day, and a turn that is legal most of the day should stay possible.
 */
export function carRestriction(tags: Tags): RestrictionRule | null {
  const [, vehicleOfType] = /^restriction:(\w+)$/.exec(tags['type'] ?? '') ?? [];
  if (vehicleOfType !== undefined && !VEHICLES.includes(vehicleOfType)) return null;
  if (valuesOf(tags['except']).some((vehicle) => VEHICLES.includes(vehicle))) return null;
  if (TIME_KEYS.some((key) => tags[key] !== undefined)) return null;
  for (const key of [...VEHICLES.map((vehicle) => `restriction:${vehicle}`), 'restriction']) {
    const held = tags[key] ?? ALWAYS.exec(tags[`${key}:conditional`] ?? '')?.[1];
    if (held !== undefined) return ruleOf(held);
  }
  return null;
}

/** The first known kind of a list `no_left_turn;no_u_turn`; null if none is known. */
function ruleOf(value: string): RestrictionRule | null {
  for (const part of valuesOf(value)) {
    const rule = KINDS.get(part);
    if (rule !== undefined) return rule;
  }
  return null;
}

import type { Tags } from '../../geo/feature.js';
import type { RestrictionRule } from './profile.js';
import { valuesOf } from './tag-values.js';

/**
 * The kinds of restrictions listed on the wiki page "Relation:restriction". `no_right_turn_on_red` and
 * similar kinds are not listed, because they do not always apply.
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

/** The keys that apply to cars, most specific first. */
const VEHICLES = ['motorcar', 'motor_vehicle', 'vehicle'];
/** Outdated keys for the times at which a restriction applies. */
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
 * Matches a conditional value that always applies, such as `no_left_turn @ (24/7)` or `no_left_turn @ (Mo-Su
 * 00:00-24:00)`.
 */
const ALWAYS = /^\s*(\w+)\s*@\s*\(?\s*(?:24\/7|(?:Mo-Su\s+)?0?0:00\s*-\s*24:00)\s*\)?\s*$/;

/**
 * Returns what a restriction relation means for a car, or null if it does not affect cars. The key for the
 * vehicle itself (`restriction:motorcar`) takes precedence over the general key. A restriction that applies
 * only at certain times is ignored: a route has no time of day, and a turn that is legal most of the day
 * should stay possible.
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

/** Returns the first known kind in a list such as `no_left_turn;no_u_turn`, or null if none is known. */
function ruleOf(value: string): RestrictionRule | null {
  for (const part of valuesOf(value)) {
    const rule = KINDS.get(part);
    if (rule !== undefined) return rule;
  }
  return null;
}

import type { Tags } from '../../geo/feature.js';
import type { RestrictionRule } from './profile.js';
import { valuesOf } from './tag-values.js';

/** Kinds of the wiki's "Relation:restriction"; `no_right_turn_on_red` and the like do not hold always and are not listed. */
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

/** A car, most specific first. */
const VEHICLES = ['motorcar', 'motor_vehicle', 'vehicle'];
/** The old way to say when a restriction holds. */
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
const ALWAYS = /^\s*(\w+)\s*@\s*\(?\s*(?:24\/7|(?:Mo-Su\s+)?0?0:00\s*-\s*24:00)\s*\)?\s*$/;

/**
 * What a restriction relation says to a car, null when nothing. The vehicle's own key (`restriction:motorcar`) is asked before
 * the general one. What holds at certain times only is left out: an answer has no time of day, and a turn that is legal most of the day should not be lost.
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

/** Of `no_left_turn;no_u_turn` the first that is known. */
function ruleOf(value: string): RestrictionRule | null {
  for (const part of valuesOf(value)) {
    const rule = KINDS.get(part);
    if (rule !== undefined) return rule;
  }
  return null;
}

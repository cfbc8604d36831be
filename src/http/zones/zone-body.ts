import type { FoundZone } from '../../sources/zones.js';

/** A zone as clients get it. */
export function zoneBody({ id, name, properties, rule }: FoundZone): object {
  if (rule === null) return { id, name, properties, rule };
  const { closedFor, hours, ends, isInForce, source, date } = rule;
  const own = { closed_for: closedFor, hours, ends, in_force: isInForce };
  return { id, name, properties, rule: { ...own, source: source === '' ? null : source, date } };
}

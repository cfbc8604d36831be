import type { Position } from '../../geo/position.js';
import type { FoundZone, Zones } from '../../sources/zones.js';

/** Returns the `zones` member of a result at a point, with a leading comma. */
export type ZonesAt = (point: Position) => string;

export function zonesAt(zones: Zones): ZonesAt {
  return (point) => `,"zones":${JSON.stringify(zones.at(point).map(zoneBody))}`;
}

/** Returns a zone in the form that clients receive. */
export function zoneBody({ id, name, properties, rule }: FoundZone): object {
  if (rule === null) return { id, name, properties, rule };
  const { closedFor, hours, ends, isInForce, source, date } = rule;
  const own = { closed_for: closedFor, hours, ends, in_force: isInForce };
  return { id, name, properties, rule: { ...own, source: source === '' ? null : source, date } };
}

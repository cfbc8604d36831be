import type { Zone } from '../../../zones/zone.js';
import { changesOf, type AuditNote } from '../guards/audit-log.js';
import { areaText, asBefore } from './closure-notes.js';

/** Returns the audit entry for an added or removed zone, with all its values. */
export function zoneNote(
  action: 'zone.added' | 'zone.removed',
  zone: Zone,
): Pick<AuditNote, 'target' | 'details'> {
  const { area, ways, closedFor, hours, ends, source, date, properties } = zone;
  const values = {
    ...(ways === null ? {} : { ways: ways.join(' ') }),
    ...(area === null ? {} : { area: areaText(area) }),
    ...(closedFor.length === 0 ? {} : { closed_for: closedFor.join(' '), hours, ends, source, date }),
    properties: JSON.stringify(properties),
  };
  return {
    target: { id: String(zone.id), name: zone.name },
    details: action === 'zone.added' ? changesOf({}, values) : asBefore(values),
  };
}

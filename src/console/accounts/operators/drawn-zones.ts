import { isDay, isVehicle, unreadHours, type Zone } from '../../../zones/zone.js';
import { selfCrossing } from '../../../zones/self-crossing.js';
import type { ZoneStore } from '../../../zones/zone-store.js';
import type { NewZone, ZoneState } from '../../api/zone-data.js';
import type { Person } from '../guards/access.js';
import type { AuditLog } from '../guards/audit-log.js';
import { notFound, wrongField } from '../guards/console-error.js';
import { areaOf } from './closures.js';
import { zoneNote } from './zone-notes.js';

/** Zones as operators draw them. Services that use the database pick them up within two seconds. */
export class DrawnZones {
  readonly #store: ZoneStore;
  readonly #audit: AuditLog;

  constructor(store: ZoneStore, audit: AuditLog) {
    this.#store = store;
    this.#audit = audit;
  }

  /** Returns the zones, newest first. */
  async list(): Promise<ZoneState[]> {
    return (await this.#store.list()).reverse().map(stateOf);
  }

  /** @throws ConsoleError that names the field */
  async add(person: Person, { area, closed_for, ...terms }: NewZone): Promise<ZoneState> {
    const { hours, date } = terms;
    const name = terms.name.normalize('NFC').trim();
    if (name === '') throw wrongField('name', 'missing', 'A zone needs a name.');
    const closedFor = [...new Set(closed_for)];
    if (!closedFor.every(isVehicle))
      throw wrongField('closed_for', 'bad_format', 'A kind of vehicle must look like plate:1 or truck.');
    if (closedFor.length === 0 && (hours !== null || terms.ends === 'allowed'))
      throw wrongField('closed_for', 'missing', 'Specify the vehicles to which the rule applies.');
    if (hours !== null && unreadHours(hours) !== null)
      throw wrongField('hours', 'bad_format', 'Hours must look like Mo-Fr 08:00-20:00; PH off.');
    if (date !== null && !isDay(date)) throw wrongField('date', 'bad_format', 'A day is 2025-09-17.');
    const drawn = areaOf(area);
    if (selfCrossing(drawn) !== null) throw wrongField('area', 'bad_format', 'The border crosses itself.');
    const zone = { ...terms, name, closedFor, area: drawn, ways: null, properties: {} };
    const [added] = await this.#store.add([zone], Date.now());
    await this.#audit.by(person, 'zone.added', zoneNote('zone.added', added));
    return stateOf(added);
  }

  async remove(person: Person, id: number): Promise<void> {
    const known = (await this.#store.list()).find((zone) => zone.id === id);
    if (known === undefined || (await this.#store.remove([id])) === 0) throw notFound('zone');
    await this.#audit.by(person, 'zone.removed', zoneNote('zone.removed', known));
  }
}

function stateOf({
  id,
  name,
  area,
  ways,
  closedFor,
  hours,
  ends,
  source,
  date,
  created_ms,
}: Zone): ZoneState {
  return {
    ...{ id, name, hours, ends, source, date, closed_for: [...closedFor] },
    area: area as ZoneState['area'],
    ways: ways?.length ?? 0,
    created_at: new Date(created_ms).toISOString(),
  };
}

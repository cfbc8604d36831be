import type { Closure } from '../../closures/closure.js';
import { AuditLog, changesOf } from '../../console/accounts/guards/audit-log.js';
import { asBefore, closureNote } from '../../console/accounts/operators/closure-notes.js';
import { zoneNote } from '../../console/accounts/operators/zone-notes.js';
import { openDatabase } from '../../database/open-database.js';
import { isPostgresUrl } from '../../database/postgres/postgres-url.js';
import type { OpenDatabase } from '../../database/schema/open-database.js';
import type { NamedVehicle, Zone } from '../../zones/zone.js';
import { existsSync } from 'node:fs';
import { printWarning } from './output.js';

/** The author recorded in the audit log for a change made by a user of this machine. */
export const SHELL = { id: '', address: '' };

/** Records closures that a command has added or removed, with all their values. */
export async function noteClosures(
  database: OpenDatabase,
  action: 'closure.added' | 'closure.removed',
  closures: readonly Closure[],
): Promise<void> {
  const audit = new AuditLog(database);
  for (const closure of closures) await audit.by(SHELL, action, closureNote(action, closure));
}

/** Records zones that a command has added or removed. */
export async function noteZones(
  database: OpenDatabase,
  action: 'zone.added' | 'zone.removed',
  zones: readonly Zone[],
): Promise<void> {
  const audit = new AuditLog(database);
  for (const zone of zones) await audit.by(SHELL, action, zoneNote(action, zone));
}

/** Records a vehicle kind that was added, changed or removed. */
export async function noteVehicle(
  database: OpenDatabase,
  name: string,
  { before, after }: { before: NamedVehicle | null; after: NamedVehicle | null },
): Promise<void> {
  const values = (own: NamedVehicle | null): object =>
    own === null ? {} : { height_meters: own.height_m, weight_tons: own.weight_t };
  const details = after === null ? asBefore(values(before)) : changesOf(values(before), values(after));
  const action = after === null ? 'vehicle.removed' : 'vehicle.added';
  await new AuditLog(database).by(SHELL, action, { target: { id: name, name }, details });
}

/** The figures that the audit log records for a layer of the operator's own places. */
export interface LayerFigures {
  places: number;
  /** The file's name and digest. */
  source: string;
  sha256: string;
}

/**
 * Records that a layer of the operator's own places was added, replaced or removed. Layers are in the
 * datasets' folder, so there may be no key database and no audit log. If the database does not accept the
 * entry, the command only warns, because the layer has already changed.
 * @param place the setting `database`
 */
export async function noteLayer(
  place: string,
  name: string,
  { before, after }: { before: LayerFigures | null; after: LayerFigures | null },
): Promise<void> {
  if (!isPostgresUrl(place) && !existsSync(place)) return;
  try {
    const database = await openDatabase(place, { mustExist: true, warn: printWarning });
    const details = after === null ? asBefore(before ?? {}) : changesOf(before ?? {}, after);
    await new AuditLog(database)
      .by(SHELL, after === null ? 'layer.removed' : 'layer.added', { target: { id: name, name }, details })
      .finally(() => database.close());
  } catch (error) {
    printWarning(
      `the audit log does not record the change to the layer ${name}: ${(error as Error).message}`,
    );
  }
}

import type { MapReports } from '../../../reports/map-reports.js';
import type { MapReport } from '../../api/operator-contract.js';
import type { Person } from '../guards/access.js';
import type { AuditLog } from '../guards/audit-log.js';
import { notFound } from '../guards/console-error.js';
import type { OwnPlaces } from './own-places.js';

/**
 * The layer of the operator's own places that are created from reports. The layer is rewritten whenever a
 * place is added or removed.
 */
const LAYER = 'reported';

/** Reports of map errors. The texts of reports are never recorded in the audit log. */
export class Reports {
  readonly #store: MapReports;
  readonly #ownPlaces: OwnPlaces;
  readonly #audit: AuditLog;

  constructor(store: MapReports, ownPlaces: OwnPlaces, audit: AuditLog) {
    this.#store = store;
    this.#ownPlaces = ownPlaces;
    this.#audit = audit;
  }

  async list(): Promise<MapReport[]> {
    return (await this.#store.list()).map((row) => ({
      ...row,
      kind: row.kind as MapReport['kind'],
      created_at: new Date(row.created_at).toISOString(),
    }));
  }

  async makePlace(person: Person, id: number, name: string): Promise<MapReport[]> {
    const all = await this.list();
    const report = all.find((own) => own.id === id);
    if (report === undefined) throw notFound('report');
    report.own_name = name;
    await this.#writeLayer(person, all);
    await this.#store.setOwnName(id, name);
    return all;
  }

  async done(person: Person, id: number): Promise<void> {
    const all = await this.list();
    const report = all.find((own) => own.id === id);
    if (report === undefined) throw notFound('report');
    if (report.own_name !== null)
      await this.#writeLayer(
        person,
        all.filter((own) => own !== report),
      );
    await this.#store.remove(id);
    await this.#audit.by(person, 'report.done', { target: { id: String(id), name: report.kind } });
  }

  async #writeLayer(person: Person, reports: readonly MapReport[]): Promise<void> {
    const rows = reports.flatMap(({ id, own_name, latitude, longitude }) =>
      own_name === null ? [] : [[String(id), own_name, String(latitude), String(longitude)]],
    );
    const isThere = this.#ownPlaces.list().some(({ name }) => name === LAYER);
    const table = { columns: ['id', 'name', 'lat', 'lon'], rows, source: LAYER };
    if (rows.length > 0) await this.#ownPlaces.put(person, LAYER, table);
    else if (isThere) await this.#ownPlaces.remove(person, LAYER);
  }
}

import type { Kysely } from 'kysely';
import type { Area } from '../closures/closure.js';
import { NumberedRows } from '../database/numbered-rows.js';
import type { ZoneRow, ZoneSchema } from '../database/schema/zone-schema.js';
import type { OpenDatabase } from '../database/schema/open-database.js';
import type { NamedVehicle, NewZone, Zone } from './zone.js';

/** All zones and named vehicles at a given moment. */
export interface ZoneList {
  zones: Zone[];
  vehicles: NamedVehicle[];
  /** A value that changes with every edit. */
  version: string;
}

/** Stores zones in the same database as the closures. The code that opened the database must close it. */
export class ZoneStore extends NumberedRows<ZoneRow, NewZone, Zone> {
  readonly #db: Kysely<ZoneSchema>;

  constructor(database: Pick<OpenDatabase, 'db'>) {
    super(database, {
      ...{ table: 'zones', revision: 'zone_revision', beside: ['vehicles'], rowsInOne: 100 },
      ...{ toRow, fromRow },
    });
    this.#db = database.db;
  }

  /** See `ClosureStore.changes`. @param known the version that the caller already has */
  async changes(known: string | null): Promise<ZoneList | null> {
    const version = await this.version();
    if (version === known) return null;
    return { zones: await this.list(), vehicles: await this.vehicles(), version };
  }

  /** Returns the named vehicles, sorted by name. */
  async vehicles(): Promise<NamedVehicle[]> {
    const rows = await this.#db.selectFrom('vehicles').selectAll().orderBy('name').execute();
    return rows.map(({ name, height_m, weight_t }) => ({ name, height_m, weight_t }));
  }

  /** Adds a vehicle, or replaces the vehicle with the same name. */
  async putVehicle(vehicle: NamedVehicle, now_ms: number): Promise<void> {
    const { height_m, weight_t } = vehicle;
    await this.#db
      .insertInto('vehicles')
      .values({ ...vehicle, created_at: now_ms })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ height_m, weight_t }))
      .execute();
  }

  async removeVehicle(name: string): Promise<void> {
    await this.#db.deleteFrom('vehicles').where('name', '=', name).execute();
  }
}

function toRow(zone: NewZone, now_ms: number): Omit<ZoneRow, 'id'> {
  const { name, area, ways, closedFor, hours, ends, source, date, properties } = zone;
  return {
    ...{ name, hours, ends, source, rule_date: date, created_at: now_ms },
    area: area === null ? null : JSON.stringify(area),
    ways: ways === null ? null : JSON.stringify(ways),
    closed_for: JSON.stringify(closedFor),
    properties: JSON.stringify(properties),
  };
}

function fromRow(row: ZoneRow): Zone {
  return {
    // PostgreSQL returns large numbers as strings.
    ...{ id: Number(row.id), created_ms: Number(row.created_at) },
    ...{ name: row.name, hours: row.hours, source: row.source, date: row.rule_date },
    area: row.area === null ? null : (JSON.parse(row.area) as Area),
    ways: row.ways === null ? null : (JSON.parse(row.ways) as number[]),
    closedFor: JSON.parse(row.closed_for) as string[],
    ends: row.ends === 'allowed' ? 'allowed' : 'closed',
    properties: JSON.parse(row.properties) as Zone['properties'],
  };
}

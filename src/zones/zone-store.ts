import type { Kysely } from 'kysely';
import type { Area } from '../closures/closure.js';
import type { ZoneRow, ZoneSchema } from '../database/schema/zone-schema.js';
import type { OpenDatabase } from '../database/schema/open-database.js';
import type { NamedVehicle, NewZone, Zone } from './zone.js';

/** All zones and named vehicles at one moment. */
export interface ZoneList {
  zones: Zone[];
  vehicles: NamedVehicle[];
  /** Another one after every change. */
  version: string;
}

/** Rows in one statement: outlines may be long. */
const ROWS_IN_ONE = 100;

/** Where zones are kept: beside the closures in the same database, which is closed by who opened it. */
export class ZoneStore {
  readonly #db: Kysely<ZoneSchema>;

  constructor(database: Pick<OpenDatabase, 'db'>) {
    this.#db = database.db;
  }

  /** Adds all of them, or none. @returns them with their ids */
  add(zones: readonly NewZone[], now_ms: number): Promise<Zone[]> {
    return this.#db.transaction().execute(async (db) => {
      const added: Zone[] = [];
      for (let first = 0; first < zones.length; first += ROWS_IN_ONE) {
        // The database numbers them.
        const rows = zones.slice(first, first + ROWS_IN_ONE).map((one) => toRow(one, now_ms)) as ZoneRow[];
        added.push(...(await db.insertInto('zones').values(rows).returningAll().execute()).map(fromRow));
      }
      return added.sort((a, b) => a.id - b.id);
    });
  }

  /** @returns how many of these there were */
  async remove(ids: readonly number[]): Promise<number> {
    return (await this.#db.deleteFrom('zones').where('id', 'in', ids).returning('id').execute()).length;
  }

  /** As `ClosureStore.changes`. @param known the version that is known already */
  async changes(known: string | null): Promise<ZoneList | null> {
    const version = await this.#version();
    if (version === known) return null;
    const rows = await this.#db.selectFrom('zones').selectAll().orderBy('id').execute();
    return { zones: rows.map(fromRow), vehicles: await this.vehicles(), version };
  }

  /** By name. */
  async vehicles(): Promise<NamedVehicle[]> {
    const rows = await this.#db.selectFrom('vehicles').selectAll().orderBy('name').execute();
    return rows.map(({ name, height_m, weight_t }) => ({ name, height_m, weight_t }));
  }

  /** Adds it, or takes the place of one of that name. */
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

  async list(): Promise<Zone[]> {
    return (await this.changes(null))!.zones;
  }

  /** With the number of rows: a database that was put back from a backup may have the same revision. */
  async #version(): Promise<string> {
    const row = await this.#db
      .selectFrom('zone_revision')
      .select('revision')
      .select((from) => [
        from
          .selectFrom('zones')
          .select(({ fn }) => fn.countAll().as('count'))
          .as('count'),
        from
          .selectFrom('zones')
          .select(({ fn }) => fn.max('created_at').as('last'))
          .as('last'),
        from
          .selectFrom('vehicles')
          .select(({ fn }) => fn.countAll().as('vehicles'))
          .as('vehicles'),
      ])
      .executeTakeFirst();
    return `${row?.revision}/${row?.count}/${row?.last}/${row?.vehicles}`;
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
    // Large numbers come as texts from PostgreSQL.
    ...{ id: Number(row.id), created_ms: Number(row.created_at) },
    ...{ name: row.name, hours: row.hours, source: row.source, date: row.rule_date },
    area: row.area === null ? null : (JSON.parse(row.area) as Area),
    ways: row.ways === null ? null : (JSON.parse(row.ways) as number[]),
    closedFor: JSON.parse(row.closed_for) as string[],
    ends: row.ends === 'allowed' ? 'allowed' : 'closed',
    properties: JSON.parse(row.properties) as Zone['properties'],
  };
}

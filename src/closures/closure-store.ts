import type { Kysely } from 'kysely';
import type { ClosureRow, ClosureSchema } from '../database/schema/closure-schema.js';
import type { OpenDatabase } from '../database/schema/open-database.js';
import { TRAVEL_MODES } from '../travel-mode.js';
import type { Area, Closure, NewClosure } from './closure.js';

/** All closures at one moment. */
export interface ClosureList {
  closures: Closure[];
  /** Another one after every change. */
  version: string;
}

/** Rows in one statement. SQLite allows 32,766 parameters in one. */
const ROWS_IN_ONE = 1_000;

/** Where closures are kept: beside the keys in the same database, which is closed by who opened it. */
export class ClosureStore {
  readonly #db: Kysely<ClosureSchema>;

  constructor(database: Pick<OpenDatabase, 'db'>) {
    this.#db = database.db;
  }

  /** Adds all of them, or none. @returns them with their ids */
  add(closures: readonly NewClosure[], now_ms: number): Promise<Closure[]> {
    return this.#db.transaction().execute(async (db) => {
      const added: Closure[] = [];
      for (let first = 0; first < closures.length; first += ROWS_IN_ONE) {
        const some = closures.slice(first, first + ROWS_IN_ONE);
        // The database numbers them.
        const rows = some.map((one) => toRow(one, now_ms)) as ClosureRow[];
        added.push(...(await db.insertInto('closures').values(rows).returningAll().execute()).map(fromRow));
      }
      return added.sort((a, b) => a.id - b.id);
    });
  }

  /** @returns it as it was, and as it is; null: there is none */
  change(
    id: number,
    changed: Partial<Omit<NewClosure, 'wayId' | 'area'>>,
  ): Promise<{ before: Closure; after: Closure } | null> {
    return this.#db.transaction().execute(async (db) => {
      const row = await db.selectFrom('closures').selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) return null;
      const before = fromRow(row);
      const after = { ...before, ...changed };
      const { mode, factor, reason, from_ms, until_ms } = after;
      await db
        .updateTable('closures')
        .set({ mode, factor, reason, from_ms, until_ms })
        .where('id', '=', id)
        .execute();
      return { before, after };
    });
  }

  /** @returns how many of these there were */
  async remove(ids: readonly number[]): Promise<number> {
    return (await this.#db.deleteFrom('closures').where('id', 'in', ids).returning('id').execute()).length;
  }

  /**
   * All closures, the oldest first, if anything has changed. The version is read first: what is committed
   * meanwhile may be in the list already, and then comes once more.
   * @param known the version that is known already
   * @returns null: nothing has changed
   */
  async changes(known: string | null): Promise<ClosureList | null> {
    const version = await this.#version();
    if (version === known) return null;
    const rows = await this.#db.selectFrom('closures').selectAll().orderBy('id').execute();
    return { closures: rows.map(fromRow), version };
  }

  async list(): Promise<Closure[]> {
    return (await this.changes(null))!.closures;
  }

  /** With the number of rows: a database that was put back from a backup may have the same revision. */
  async #version(): Promise<string> {
    const row = await this.#db
      .selectFrom('closure_revision')
      .select('revision')
      .select((from) =>
        from
          .selectFrom('closures')
          .select(({ fn }) => fn.countAll().as('count'))
          .as('count'),
      )
      .select((from) =>
        from
          .selectFrom('closures')
          .select(({ fn }) => fn.max('created_at').as('last'))
          .as('last'),
      )
      .executeTakeFirst();
    return `${row?.revision}/${row?.count}/${row?.last}`;
  }
}

function toRow(closure: NewClosure, now_ms: number): Omit<ClosureRow, 'id'> {
  const { wayId, area, mode, factor, reason, from_ms, until_ms } = closure;
  return {
    way_id: wayId,
    area: area === null ? null : JSON.stringify(area),
    mode,
    factor,
    reason,
    from_ms,
    until_ms,
    created_at: now_ms,
  };
}

/** Large numbers come as texts from PostgreSQL. */
function fromRow(row: ClosureRow): Closure {
  const number = (value: number | string | null): number | null => (value === null ? null : Number(value));
  return {
    id: Number(row.id),
    wayId: number(row.way_id),
    area: row.area === null ? null : (JSON.parse(row.area) as Area),
    mode: TRAVEL_MODES.find((mode) => mode === row.mode) ?? null,
    factor: Number(row.factor),
    reason: row.reason,
    from_ms: number(row.from_ms),
    until_ms: number(row.until_ms),
    created_ms: Number(row.created_at),
  };
}

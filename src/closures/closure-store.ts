import type { Kysely } from 'kysely';
import { NumberedRows } from '../database/numbered-rows.js';
import type { ClosureRow, ClosureSchema } from '../database/schema/closure-schema.js';
import type { OpenDatabase } from '../database/schema/open-database.js';
import { TRAVEL_MODES } from '../travel-mode.js';
import type { Area, Closure, NewClosure } from './closure.js';

/** All closures at a given moment. */
export interface ClosureList {
  closures: Closure[];
  /** A value that changes with every edit. */
  version: string;
}

/** Stores closures next to the keys in the same database. The code that opened the database must close it. */
export class ClosureStore extends NumberedRows<ClosureRow, NewClosure, Closure> {
  readonly #db: Kysely<ClosureSchema>;

  constructor(database: Pick<OpenDatabase, 'db'>) {
    super(database, {
      ...{ table: 'closures', revision: 'closure_revision', rowsInOne: 1_000 },
      ...{ toRow, fromRow },
    });
    this.#db = database.db;
  }

  /** @returns the closure before and after the change, or null if there is no such closure */
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

  /**
   * Returns all closures, oldest first, if anything has changed. The version is read first: a change that is
   * committed between the two reads may already be in the list, and is then reported a second time.
   * @param known the version that the caller already has
   * @returns null if nothing has changed
   */
  async changes(known: string | null): Promise<ClosureList | null> {
    const version = await this.version();
    return version === known ? null : { closures: await this.list(), version };
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

/** PostgreSQL returns large numbers as strings. */
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

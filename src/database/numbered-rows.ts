import type { Kysely } from 'kysely';
import type { OpenDatabase } from './schema/open-database.js';

interface Named<Row, New, Kept> {
  table: string;
  /** The single-row table whose number grows with every change to `table` and its related tables. */
  revision: string;
  beside?: readonly string[];
  /**
   * The maximum number of rows per statement. SQLite allows 32,766 parameters per statement, and texts may be
   * long.
   */
  rowsInOne: number;
  toRow: (one: New, now_ms: number) => Omit<Row, 'id'>;
  fromRow: (row: Row) => Kept;
}

type AnyTable = Record<string, { id: number; created_at: number; revision: number }>;

/** A table whose row ids the database assigns, with one version for the whole table. */
export class NumberedRows<Row, New, Kept extends { id: number }> {
  readonly #db: Kysely<AnyTable>;
  readonly #named: Named<Row, New, Kept>;

  constructor({ db }: Pick<OpenDatabase, 'db'>, named: Named<Row, New, Kept>) {
    this.#db = db as unknown as Kysely<AnyTable>;
    this.#named = named;
  }

  /** Adds either all rows or none. @returns the rows with their ids */
  add(all: readonly New[], now_ms: number): Promise<Kept[]> {
    const { table, rowsInOne, toRow, fromRow } = this.#named;
    return this.#db.transaction().execute(async (db) => {
      const added: Kept[] = [];
      for (let first = 0; first < all.length; first += rowsInOne) {
        const rows = all.slice(first, first + rowsInOne).map((one) => toRow(one, now_ms) as object as never);
        const made = await db.insertInto(table).values(rows).returningAll().execute();
        added.push(...made.map((row) => fromRow(row as unknown as Row)));
      }
      return added.sort((a, b) => a.id - b.id);
    });
  }

  /** @returns the number of rows that existed and were removed */
  async remove(ids: readonly number[]): Promise<number> {
    const gone = this.#db.deleteFrom(this.#named.table).where('id', 'in', ids).returning('id');
    return (await gone.execute()).length;
  }

  /** Returns all rows, oldest first. */
  async list(): Promise<Kept[]> {
    const rows = await this.#db.selectFrom(this.#named.table).selectAll().orderBy('id').execute();
    return rows.map((row) => this.#named.fromRow(row as unknown as Row));
  }

  /**
   * Returns a version that differs after every change. It includes the row count, because a database restored
   * from a backup may have the same revision.
   */
  async version(): Promise<string> {
    const { table, revision, beside = [] } = this.#named;
    const row = await this.#db
      .selectFrom(revision)
      .select('revision')
      .select((from) => [
        ...[table, ...beside].map((each) =>
          from
            .selectFrom(each)
            .select(({ fn }) => fn.countAll().as('count'))
            .as(each),
        ),
        from
          .selectFrom(table)
          .select(({ fn }) => fn.max('created_at').as('last'))
          .as('last'),
      ])
      .executeTakeFirst();
    return Object.values(row ?? {}).join('/');
  }
}

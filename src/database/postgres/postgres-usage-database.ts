import { Kysely, PostgresDialect, sql } from 'kysely';
import type { UsageDatabase, UsageSchema } from '../schema/usage-schema.js';
import { explainPostgres } from './postgres-errors.js';
import { SCHEMA } from './postgres-migrations.js';
import { BoundedPool } from './postgres-pool.js';
import { placeName } from './postgres-url.js';

/**
 * The usage tables on PostgreSQL, beside the keys. They are made by the migrations that open the keys. It
 * has connections of its own, so that a long write does not hold up the keys. Every failure is an InputError
 * with the place, without the password, and the remedy.
 */
export class PostgresUsageDatabase implements UsageDatabase {
  readonly #place: string;
  readonly #db: Kysely<UsageSchema>;

  constructor(url: string) {
    this.#place = placeName(url);
    this.#db = new Kysely<UsageSchema>({ dialect: new PostgresDialect({ pool: new BoundedPool(url) }) });
  }

  read<T>(work: (db: Kysely<UsageSchema>) => Promise<T>): Promise<T> {
    return this.transact(work);
  }

  async transact<T>(work: (db: Kysely<UsageSchema>) => Promise<T>): Promise<T> {
    try {
      return await this.#db.transaction().execute(async (transaction) => {
        // For this transaction only: behind a pooler others use the same connection.
        await sql`set local search_path to ${sql.id(SCHEMA)}`.execute(transaction);
        return work(transaction);
      });
    } catch (error) {
      throw explainPostgres(error, this.#place);
    }
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }
}

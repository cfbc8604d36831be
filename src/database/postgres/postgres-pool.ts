import { CompiledQuery, PostgresDialect, PostgresDriver } from 'kysely';
import type {
  DatabaseConnection,
  Driver,
  PostgresPool,
  PostgresPoolClient,
  TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { explainPostgres, isRefusal } from './postgres-errors.js';
import { placeName } from './postgres-url.js';

/** All tables stand in a schema of their own, so that the database may be shared with other programs. */
export const SCHEMA = 'gazarch';

/** Connections of one process: one may wait for a lock while the other reads changes. */
const CONNECTIONS = 2;

/** How long a connection may take to come about. */
const CONNECT_MS = 5_000;

/** The server gives up first, so that its message is heard. */
const LOCK_MS = 5_000;
const STATEMENT_MS = 8_000;
/** The bound on this side, for a server or a network that hangs. */
const ANSWER_MS = 10_000;

/** The first question to a dead peer. Firewalls forget connections that are silent for minutes. */
const KEEPALIVE_MS = 10_000;

/** The type of revisions, counts and times. All of ours are below 2^53, so a number holds them. */
const BIGINT = 20;

/** What a connection is opened with, also the one that listens. */
export function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'gazarch',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    types: {
      getTypeParser: ((type: number, format?: 'text' | 'binary') =>
        type === BIGINT
          ? Number
          : (pg.types.getTypeParser(type, format) as unknown)) as pg.CustomTypesConfig['getTypeParser'],
    },
  };
}

/**
 * PostgreSQL for kysely, by a small pool. Raw SQL finds our tables within a transaction only; kysely's own
 * queries name the schema. Every failure is an InputError with the place, without the password, and the
 * remedy.
 */
export class PooledPostgresDialect extends PostgresDialect {
  readonly #url: string;

  constructor(url: string) {
    super({ pool: () => Promise.reject(new Error('the driver has the pool')) });
    this.#url = url;
  }

  override createDriver(): Driver {
    return new SchemaDriver({ pool: new BoundedPool(this.#url) });
  }
}

class SchemaDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    // For this transaction only: behind a pooler others use the same connection.
    await connection.executeQuery(CompiledQuery.raw(`set local search_path to ${SCHEMA}`));
  }
}

/**
 * A small pool for kysely. A connection on which a question failed in any other way than by a refusal of
 * PostgreSQL is thrown away: an answer to the lost question could still come on it.
 */
class BoundedPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #place: string;
  /** Connections that know their time limits, with what kysely gets of each. */
  readonly #clients = new WeakMap<pg.PoolClient, PooledClient>();

  constructor(url: string) {
    this.#place = placeName(url);
    this.#pool = new pg.Pool({ ...clientConfig(url), max: CONNECTIONS });
    // An idle connection that ends is replaced by the next question. Without this it would end the process.
    this.#pool.on('error', () => undefined);
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw explainPostgres(error, this.#place);
    });
    const known = this.#clients.get(client);
    if (known !== undefined) return known;
    const pooled = new PooledClient(client, this.#place);
    try {
      await pooled.query(LIMITS, []);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#clients.set(client, pooled);
    return pooled;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * Not sent as parameters of the start: pgbouncer refuses those. Behind it in transaction mode they hold for
 * the connections of this user and database, which are ours.
 */
const LIMITS =
  `select set_config('statement_timeout', '${STATEMENT_MS}', false), ` +
  `set_config('lock_timeout', '${LOCK_MS}', false), ` +
  `set_config('idle_in_transaction_session_timeout', '60000', false)`;

class PooledClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #place: string;
  #isBroken = false;

  constructor(client: pg.PoolClient, place: string) {
    this.#client = client;
    this.#place = place;
    // A connection that breaks while it is in use tells its question and this listener.
    client.on('error', () => (this.#isBroken = true));
  }

  query: PostgresPoolClient['query'] = (async (text: string, parameters: readonly unknown[]) => {
    try {
      return await this.#client.query(text, [...parameters]);
    } catch (error) {
      if (!isRefusal(error)) this.#isBroken = true;
      throw explainPostgres(error, this.#place);
    }
  }) as unknown as PostgresPoolClient['query'];

  release(): void {
    this.#client.release(this.#isBroken);
  }
}

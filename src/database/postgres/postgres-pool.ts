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
import { placeName, serverUrls, takesStandby } from './postgres-url.js';

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

/**
 * Without what the driver does not know. `sslmode` means what it does in libpq, but for `require`: it looks
 * at whose server it is, unless `uselibpqcompat=true` says that it should not.
 */
function asDriverReads(url: string): string {
  const bare = url.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '');
  if (/[?&]sslmode=verify-ca/.test(bare)) return `${bare}&uselibpqcompat=true`;
  if (/[?&]uselibpqcompat=true/.test(bare)) return bare;
  return bare.replace(/([?&]sslmode=)require/, '$1verify-full');
}

/** What a connection to one server is opened with, also the one that listens. */
export function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: asDriverReads(url),
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
 * A small pool for kysely, of several servers: the one that answered last is asked first. A connection on
 * which a question failed in any other way than by a refusal of PostgreSQL is thrown away: an answer to the
 * lost question could still come on it.
 */
class BoundedPool implements PostgresPool {
  /** One for each server. They connect when they are asked. */
  readonly #pools: readonly pg.Pool[];
  /** The one that was good last. */
  #current = 0;
  readonly #place: string;
  readonly #takesStandby: boolean;
  /** Connections that know their time limits, with what kysely gets of each. */
  readonly #clients = new WeakMap<pg.PoolClient, PooledClient>();

  constructor(url: string) {
    this.#place = placeName(url);
    this.#takesStandby = takesStandby(url);
    this.#pools = serverUrls(url).map((one) => {
      const pool = new pg.Pool({ ...clientConfig(one), max: CONNECTIONS });
      // An idle connection that ends is replaced by the next question. Without this it would end the process.
      pool.on('error', () => undefined);
      // A new one can end before whoever waits for it has it: its greeting and its end arrive together.
      pool.on('connect', (client) => client.on('error', () => undefined));
      return pool;
    });
  }

  /** @throws what the last server said, when none will do */
  async connect(): Promise<PostgresPoolClient> {
    const first = this.#current;
    for (let i = 0; ; i++) {
      const at = (first + i) % this.#pools.length;
      try {
        const client = await this.#connectTo(this.#pools[at]);
        this.#current = at;
        return client;
      } catch (error) {
        if (i === this.#pools.length - 1) throw error;
      }
    }
  }

  async #connectTo(pool: pg.Pool): Promise<PostgresPoolClient> {
    const client = await pool.connect().catch((error: unknown) => {
      throw explainPostgres(error, this.#place);
    });
    const known = this.#clients.get(client);
    if (known !== undefined) return known;
    const pooled = new PooledClient(client, this.#place);
    try {
      const { rows } = await pooled.query<{ isStandby: boolean }>(LIMITS, []);
      if (rows[0].isStandby && !this.#takesStandby) throw explainPostgres(new StandbyError(), this.#place);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#clients.set(client, pooled);
    return pooled;
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }
}

/**
 * Not sent as parameters of the start: pgbouncer refuses those. Behind it in transaction mode they hold for
 * the connections of this user and database, which are ours.
 */
const LIMITS =
  `select set_config('statement_timeout', '${STATEMENT_MS}', false), ` +
  `set_config('lock_timeout', '${LOCK_MS}', false), ` +
  `set_config('idle_in_transaction_session_timeout', '60000', false), pg_is_in_recovery() as "isStandby"`;

/** With the code that PostgreSQL gives to a write there. */
class StandbyError extends Error {
  readonly code = '25006';
}

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

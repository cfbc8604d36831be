import { CompiledQuery, PostgresDialect, PostgresDriver } from 'kysely';
import type {
  DatabaseConnection,
  Driver,
  PostgresPool,
  PostgresPoolClient,
  TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { asDriverReads } from '../../postgres-tls.js';
import { explainPostgres, isRefusal } from './postgres-errors.js';
import { placeName, serverUrls, takesStandby } from './postgres-url.js';

/** All tables are in their own schema, so that other programs can share the database. */
export const SCHEMA = 'gazarch';

/** The number of connections per process: one may wait for a lock while the other reads changes. */
const CONNECTIONS = 2;

/** The maximum time to wait for a connection to be established. */
const CONNECT_MS = 5_000;

/** The server gives up before the client does, so that the server's error message reaches the client. */
const LOCK_MS = 5_000;
const STATEMENT_MS = 8_000;
/** The client's own timeout, in case the server or the network hangs. */
const ANSWER_MS = 10_000;

/**
 * The interval between probes of a peer that may be dead. Firewalls drop connections that are silent for
 * minutes.
 */
const KEEPALIVE_MS = 10_000;

/**
 * The PostgreSQL type of revisions, counts and times. All of our values are below 2^53, so a JavaScript
 * number can hold them.
 */
const BIGINT = 20;

/** Removes the parameter that the driver does not support. */
function withoutTarget(url: string): string {
  return url.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '');
}

/** Returns the connection settings for one server; the listener uses them too. */
export function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: asDriverReads(withoutTarget(url)),
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
 * A PostgreSQL dialect for kysely with a small pool. Raw SQL finds our tables only within a transaction;
 * kysely's own queries name the schema. Every failure is an InputError that names the location, without the
 * password, and the remedy.
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
    // The search path applies only to the transaction, because other clients behind a pooler use the same
    // connection.
    await connection.executeQuery(CompiledQuery.raw(`set local search_path to ${SCHEMA}`));
  }
}

/**
 * A small pool for kysely that supports several servers and first tries the one that responded most recently.
 * If a query fails for any reason other than a refusal by PostgreSQL, its connection is discarded, because
 * the response to the failed query could still arrive on it.
 */
class BoundedPool implements PostgresPool {
  /** One pool for each server. Each pool connects when it is first used. */
  readonly #pools: readonly pg.Pool[];
  /** The index of the server that responded most recently. */
  #current = 0;
  readonly #place: string;
  readonly #takesStandby: boolean;
  /** Maps each connection whose timeouts are set to kysely's client object for it. */
  readonly #clients = new WeakMap<pg.PoolClient, PooledClient>();

  constructor(url: string) {
    this.#place = placeName(url);
    this.#takesStandby = takesStandby(url);
    this.#pools = serverUrls(url).map((one) => {
      const pool = new pg.Pool({ ...clientConfig(one), max: CONNECTIONS });
      // If an idle connection ends, the next query opens a new one. Without a listener, the connection's
      // error would end the process.
      pool.on('error', () => undefined);
      // A new connection can end before the caller receives it, because the server's greeting and its
      // disconnect arrive together.
      pool.on('connect', (client) => client.on('error', () => undefined));
      return pool;
    });
  }

  /** @throws the last server's error if no server can be used */
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
 * The timeouts are not sent as startup parameters, because pgbouncer refuses such parameters. In pgbouncer's
 * transaction mode, the timeouts stay set on its server connections for this user and database, which no
 * other program uses.
 */
const LIMITS =
  `select set_config('statement_timeout', '${STATEMENT_MS}', false), ` +
  `set_config('lock_timeout', '${LOCK_MS}', false), ` +
  `set_config('idle_in_transaction_session_timeout', '60000', false), pg_is_in_recovery() as "isStandby"`;

/** Carries the error code that PostgreSQL returns for a write on a standby. */
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
    // If a connection breaks while in use, both the running query and this listener receive the error.
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

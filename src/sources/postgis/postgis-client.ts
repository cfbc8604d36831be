import pg from 'pg';
import { maskUrl } from '../../masked-url.js';
import { asDriverReads } from '../../postgres-tls.js';
import type { SourceState } from '../geocoder.js';
import { PROBE_CONNECTIONS, UpstreamCalls, type CallCounter } from '../upstream/upstream-calls.js';
import { ConnectionFailure } from '../upstream/upstream-error.js';
import { GuardedClient } from './guarded-client.js';
import { isRefusal, postgisFailure } from './postgis-failure.js';

/**
 * A server in the same building answers within a millisecond, and a server that is switched off never
 * answers.
 */
const CONNECT_TIMEOUT_MS = 2_000;

/** The timeout for a caller that does not set a deadline. */
const LONGEST_CALL_MS = 60_000;

/**
 * The time until an idle connection is first checked, because firewalls drop connections that are idle for
 * minutes.
 */
const KEEPALIVE_MS = 10_000;

export type Row = Readonly<Record<string, unknown>>;

export interface Question {
  text: string;
  values: readonly unknown[];
}

export interface PostgisClientOptions {
  /**
   * A URL in the format that PostgreSQL clients accept. The user and password in this URL are never shown.
   */
  url: string;
  /** The maximum number of connections for requests. Further requests wait for a free connection. */
  connections: number;
  /** The time after which the server cancels a query on its own. The same limit applies to a probe. */
  statementTimeout_ms: number;
  /** The query that the probe sends, which only a server that is ready can answer. */
  probe: Question;
  /** @throws NotLoaded or BadAnswer if the rows do not come from a ready server */
  readProbe: (rows: readonly Row[]) => void;
  count?: CallCounter;
  /** @param reason null if the server answers, otherwise the reason why it does not */
  onChange?: (reason: string | null) => void;
}

/** Queries a PostgreSQL server. All queries are read-only, so they may be sent twice. */
export class PostgisClient {
  /** The host and port, for messages. */
  readonly where: string;
  readonly #pool: pg.Pool;
  /** A separate pool, so that a probe does not wait behind requests. */
  readonly #probePool: pg.Pool;
  readonly #calls: UpstreamCalls;
  readonly #settings: string;
  readonly #known = new WeakSet<pg.PoolClient>();

  constructor(options: PostgisClientOptions) {
    const { url, connections, statementTimeout_ms, probe, readProbe, count, onChange } = options;
    this.where = `postgis at ${hostOf(url)}`;
    this.#settings = settingsText(statementTimeout_ms);
    const pool = (most: number): pg.Pool => {
      const made = new pg.Pool({
        connectionString: asDriverReads(url),
        application_name: 'gazarch',
        max: most,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEPALIVE_MS,
        Client: GuardedClient,
      });
      // An idle connection that closes is replaced when the next query needs one. Without this listener, an
      // error on an idle connection would crash the process.
      made.on('error', () => undefined);
      // The same applies to a connection that breaks while it is being established or used: only its query
      // fails.
      made.on('connect', (client) => client.on('error', () => undefined));
      return made;
    };
    this.#pool = pool(connections);
    this.#probePool = pool(PROBE_CONNECTIONS);
    this.#calls = new UpstreamCalls({
      where: this.where,
      connections,
      probe: async (signal) => {
        const rows = await this.#query(this.#probePool, probe, signal);
        readProbe(rows);
      },
      probeTimeout_ms: statementTimeout_ms,
      ...(count === undefined ? {} : { count }),
      ...(onChange === undefined ? {} : { onChange }),
    });
  }

  /** Starts watching the server. Resolves when it is known whether the server answers. */
  start(): Promise<void> {
    return this.#calls.start();
  }

  state(): SourceState {
    return this.#calls.state();
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    this.#calls.close();
    await Promise.all([this.#pool.end(), this.#probePool.end()]);
  }

  /**
   * Makes a call, which may send several queries.
   * @param about.kind the kind of call: see `UpstreamCalls`
   * @param call may throw BadAnswer for invalid rows, NotLoaded, and OperatingError
   * @throws OperatingError UPSTREAM_ERROR, SERVICE_UNAVAILABLE or REQUEST_TIMEOUT, with a cause for the log
   */
  call<T>(
    {
      kind,
      signal = AbortSignal.timeout(LONGEST_CALL_MS),
    }: { kind: string; signal?: AbortSignal | undefined },
    call: (ask: (question: Question) => Promise<readonly Row[]>) => Promise<T>,
  ): Promise<T> {
    return this.#calls.run({ kind, signal }, (answered) =>
      call(async (question) => {
        const rows = await this.#again(question, signal, answered);
        answered();
        return rows;
      }),
    );
  }

  /**
   * Retries if a pooled connection turns out to be closed when it is used, which happens to all pooled
   * connections when a server restarts.
   */
  async #again(question: Question, signal: AbortSignal, answered: () => void): Promise<readonly Row[]> {
    try {
      return await this.#query(this.#pool, question, signal);
    } catch (cause) {
      if (!ConnectionFailure.is(cause)) answered();
      if (!(ConnectionFailure.is(cause) && cause.isBeforeAnswer) || signal.aborted) throw cause;
      return this.#query(this.#pool, question, signal);
    }
  }

  async #query(pool: pg.Pool, { text, values }: Question, signal: AbortSignal): Promise<readonly Row[]> {
    const client = await connected(pool, signal);
    let isBroken = true;
    const cancel = (): void => (client as unknown as GuardedClient).cancelOnServer();
    try {
      if (!this.#known.has(client)) {
        await untilAborted(client.query(this.#settings), signal, cancel);
        this.#known.add(client);
      }
      const { rows } = await untilAborted(client.query<Row>(text, [...values]), signal, cancel);
      isBroken = false;
      return rows;
    } catch (cause) {
      if (signal.aborted) throw cause;
      isBroken = !isRefusal(cause);
      throw postgisFailure(cause);
    } finally {
      client.release(isBroken);
    }
  }
}

/** The settings are sent as queries, because pgbouncer refuses them as startup parameters. */
function settingsText(statementTimeout_ms: number): string {
  return (
    `select set_config('statement_timeout', '${statementTimeout_ms}', false), ` +
    `set_config('default_transaction_read_only', 'on', false), set_config('jit', 'off', false), ` +
    `set_config('max_parallel_workers_per_gather', '0', false)`
  );
}

async function connected(pool: pg.Pool, signal: AbortSignal): Promise<pg.PoolClient> {
  const coming = pool.connect();
  try {
    return await untilAborted(coming, signal, () => {
      // The caller has stopped waiting for the connection, so it is released to the pool as soon as it is
      // established.
      coming.then(
        (client) => client.release(),
        () => undefined,
      );
    });
  } catch (cause) {
    throw signal.aborted ? cause : postgisFailure(cause);
  }
}

/** Returns the promise's result, or rejects with the signal's reason if the signal aborts first. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal, onAbort: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      onAbort();
      reject(signal.reason as Error);
    };
    if (signal.aborted) {
      promise.catch(() => undefined);
      return abort();
    }
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Returns the host and port, or the folder of the socket, but never the user or password. */
function hostOf(url: string): string {
  const [, host = ''] = /^postgres:\/\/(?:[^/]*@)?([^/?]*)/.exec(url) ?? [];
  return maskUrl(host === '' ? 'a socket' : host);
}

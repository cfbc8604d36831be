import { Pool } from 'undici';
import { splitCredentials } from '../../masked-url.js';
import type { SourceState } from '../geocoder.js';
import { callTarget, CallSpan, type CallTarget } from './call-span.js';
import { getText } from './pool-request.js';
import { PROBE_CONNECTIONS, UpstreamCalls, type CallCounter } from './upstream-calls.js';
import { BadAnswer, ConnectionFailure, failureOf, NotLoaded } from './upstream-error.js';

/**
 * A machine in the same building answers within a millisecond, and a machine that is switched off never
 * answers.
 */
const CONNECT_TIMEOUT_MS = 2_000;

/** The longest possible line, around the Earth with a position every 20 m, takes up about this many bytes. */
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;

/** The number of characters of an unreadable answer that are shown in the log. */
const SHOWN_LENGTH = 80;

/** The limit for a caller that does not set a deadline. */
const LONGEST_CALL_MS = 60_000;

type Headers = Readonly<Record<string, string>>;

export interface UpstreamAnswer {
  status: number;
  text: string;
}

export interface UpstreamOptions {
  /** The engine's name in logs and metrics, such as `osrm`. */
  name: string;
  /** An http or https URL. The URL's user and password are sent but never shown. */
  url: URL;
  /** The maximum number of connections. Further requests wait for a free connection. */
  connections: number;
  /** A path on which an engine that is ready returns an answer. */
  probePath: string;
  /** @throws BadAnswer or NotLoaded if the answer does not come from an engine that is ready */
  readProbe: (answer: UpstreamAnswer) => void;
  /** The time limit for the engine's answer to the probe, which is the same as for a request. */
  probeTimeout_ms: number;
  count?: CallCounter;
  /** @param reason null if the engine answers, else why it does not */
  onChange?: (reason: string | null) => void;
}

/**
 * Calls an engine over HTTP. All requests use GET, so they may be sent twice. The client does not follow
 * redirects, does not accept endless answers, and does not call an engine that is down until the engine
 * answers a background probe.
 */
export class UpstreamClient {
  /** The engine and its host, for messages. */
  readonly where: string;
  #pool: Pool;
  readonly #openPool: (connections: number) => Pool;
  /** The current pool, and earlier pools that are still waiting for responses. */
  readonly #pools = new Set<Pool>();
  /** A separate pool, so that a probe does not wait behind requests. */
  readonly #probePool: Pool;
  readonly #basePath: string;
  readonly #headers: Headers;
  readonly #target: CallTarget;
  readonly #calls: UpstreamCalls;

  constructor(options: UpstreamOptions) {
    const { name, url, connections, probePath, readProbe, probeTimeout_ms, count, onChange } = options;
    const { bare, headers } = splitCredentials(url);
    this.where = `${name} at ${bare.host}`;
    this.#basePath = bare.pathname.replace(/\/$/, '');
    this.#target = callTarget(bare, this.#basePath);
    this.#headers = { ...headers, accept: 'application/json', 'user-agent': 'gazarch' };
    this.#openPool = (most) =>
      new Pool(bare.origin, {
        connections: most,
        pipelining: 1,
        connect: { timeout: CONNECT_TIMEOUT_MS },
        // Each request's signal sets its deadline.
        headersTimeout: 0,
        bodyTimeout: 0,
        maxResponseSize: ANSWER_LIMIT_BYTES,
      });
    this.#pool = this.#openPool(connections);
    this.#pools.add(this.#pool);
    this.#probePool = this.#openPool(PROBE_CONNECTIONS);
    this.#calls = new UpstreamCalls({
      where: this.where,
      connections,
      probe: async (signal) => readProbe(usable(await this.#get(this.#probePool, probePath, signal))),
      probeTimeout_ms,
      ...(count === undefined ? {} : { count }),
      onStale: () => this.#renewConnections(connections),
      onChange: (reason) => {
        this.#renewConnections(connections);
        onChange?.(reason);
      },
    });
  }

  /** Starts watching the engine. Resolves when it is known whether the engine answers. */
  start(): Promise<void> {
    return this.#calls.start();
  }

  state(): SourceState {
    return this.#calls.state();
  }

  /** See `UpstreamWatch`. */
  get isSilent(): boolean {
    return this.#calls.isSilent;
  }

  /** Ends all connections immediately. */
  async close(): Promise<void> {
    this.#calls.close();
    await Promise.all([...this.#pools, this.#probePool].map((pool) => pool.destroy()));
  }

  /**
   * Replaces the connections. An engine that is down or has just recovered may have moved, so pooled
   * connections may still lead to its old address. Connections with pending requests close when these
   * requests end.
   */
  #renewConnections(connections: number): void {
    const old = this.#pool;
    this.#pool = this.#openPool(connections);
    this.#pools.add(this.#pool);
    void old.close().finally(() => this.#pools.delete(old));
  }

  /**
   * Sends a request and reads the response.
   * @param path the path with the query, relative to the engine's base URL
   * @param read converts the answer to a value; throws BadAnswer if the answer is invalid, or NotLoaded
   * @throws OperatingError UPSTREAM_ERROR, SERVICE_UNAVAILABLE or REQUEST_TIMEOUT, with a cause for the log;
   *   or an error of that class thrown by `read`
   */
  async ask<T>(
    path: string,
    signal: AbortSignal = AbortSignal.timeout(LONGEST_CALL_MS),
    read: (answer: UpstreamAnswer) => T,
  ): Promise<T> {
    let span: CallSpan | null = null;
    return this.#calls.run(
      { kind: kindOf(path), signal },
      async (answered) => {
        span = new CallSpan(this.#target, path);
        const answer = await this.#getAgain(path, signal, span.headers(this.#headers));
        answered();
        span.answered(answer.status);
        return read(usable(answer));
      },
      (outcome) => span?.end(outcome),
    );
  }

  /**
   * Retries once if the connection broke before any part of the response arrived. A pooled connection may
   * close at the moment it is used: OSRM closes each connection after 512 requests without notice.
   */
  async #getAgain(path: string, signal: AbortSignal, headers: Headers): Promise<UpstreamAnswer> {
    try {
      return await this.#get(this.#pool, path, signal, headers);
    } catch (cause) {
      if (!(ConnectionFailure.is(cause) && cause.isBeforeAnswer) || signal.aborted) throw cause;
      return this.#get(this.#pool, path, signal, headers);
    }
  }

  async #get(
    pool: Pool,
    path: string,
    signal: AbortSignal,
    headers: Headers = this.#headers,
  ): Promise<UpstreamAnswer> {
    let isBeforeAnswer = true;
    try {
      const onBegin = (): void => void (isBeforeAnswer = false);
      return await getText(pool, { path: `${this.#basePath}${path}`, headers, signal, onBegin });
    } catch (cause) {
      if (signal.aborted) throw signal.reason as Error;
      throw failureOf(cause, isBeforeAnswer);
    }
  }
}

/**
 * Returns the kind of call that a path makes. For all engines, the kind is the first part of the path:
 * `/route/v1/…`, `/table/v1/…`.
 */
function kindOf(path: string): string {
  return /^\/[^/?]*/.exec(path)?.[0] ?? '';
}

/** @throws NotLoaded, BadAnswer, or Error if the engine itself reports a failure */
function usable(answer: UpstreamAnswer): UpstreamAnswer {
  const { status, text } = answer;
  if (status < 300 || (status >= 400 && status < 500)) return answer;
  if (status === 503) throw new NotLoaded('it reports that it is not ready (status 503)');
  if (status < 400) throw new BadAnswer(`status ${status}: redirects are not followed`);
  throw new Error(`status ${status}: ${JSON.stringify(text.slice(0, SHOWN_LENGTH))}`);
}

/** @throws BadAnswer if the text is not JSON */
export function jsonOf({ status, text }: UpstreamAnswer): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new BadAnswer(`status ${status}, and no JSON: ${JSON.stringify(text.slice(0, SHOWN_LENGTH))}`, {
      cause,
    });
  }
}

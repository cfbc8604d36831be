import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { GRANT_SCRIPT } from './grant-script.js';
import type { HostPort, RedisAddress } from './redis-address.js';
import { EPOCH_KEY } from './script-head.js';
import type { WindowLink } from './window-link.js';

/** The SHA-1 hashes by which Redis identifies scripts that it has run. */
const hashes = new Map<string, string>();

/** A connection that receives no answers for this long is closed and reopened. */
const SILENCE_MS = 2_000;

/**
 * If a Sentinel is silent for this long, the next one is tried. A Sentinel answers immediately because it has
 * nothing to look up. The service waits longer than this at startup, so one hung Sentinel does not prevent it
 * from starting.
 */
const SENTINEL_SILENCE_MS = 750;

/**
 * The pauses between connection attempts. They are short because Redis restarts fast and accepts reports only
 * for `HEARING_MS`.
 */
const RETRY_MS = { first: 50, most: 500 };

/**
 * A connection to Redis through ioredis. It connects immediately and reconnects whenever the connection is
 * lost: to the next host, to the server that a cluster names, or to the primary that Sentinel names.
 */
export class IoredisLink implements WindowLink {
  onDown: (reason: string) => void = () => undefined;
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #hosts: readonly HostPort[];
  #attempts = 0;
  /** The cluster server that has our keys, as reported by a different server. */
  #moved: HostPort | null = null;
  #lastError = 'the connection was closed';

  constructor({ hosts, sentinel, username, password, db, isTls, prefix }: RedisAddress) {
    this.#prefix = prefix;
    this.#hosts = hosts;
    const tls = isTls ? { tls: {} } : {};
    this.#redis = new Redis({
      ...(sentinel === null ? hosts[0] : { sentinels: [...hosts], ...sentinelOptions(sentinel, tls) }),
      db,
      ...(username === '' ? {} : { username }),
      ...(password === '' ? {} : { password }),
      ...tls,
      protocol: 2,
      connectTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
      retryStrategy: (times) => {
        if (sentinel === null) this.#turn();
        return retryAfter_ms(times);
      },
      reconnectOnError: ({ message }) => {
        this.#moved = movedTo(message, this.#redis.options.host) ?? null;
        // A primary that became a replica refuses writes. By now, another host is the primary.
        return this.#moved !== null || message.startsWith('READONLY');
      },
      // Calls are never resent, because Redis would count them each time.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      // The ready check and the client info need permissions that counting does not need.
      enableReadyCheck: false,
      disableClientInfo: true,
    });
    // The error object is not passed on: ioredis adds the command to it, and AUTH contains the password.
    this.#redis.on('error', ({ message }: Error) => {
      this.#lastError = message;
      this.onDown(message);
    });
    this.#redis.on('close', () => this.onDown(this.#lastError));
  }

  get isUp(): boolean {
    return this.#redis.status === 'ready';
  }

  async run(keys: readonly string[], args: readonly number[], script = GRANT_SCRIPT): Promise<unknown> {
    const names = [EPOCH_KEY, ...keys].map((key) => this.#prefix + key);
    const rest = [names.length, ...names, ...args];
    try {
      return await this.#redis.call('EVALSHA', hashOf(script), ...rest);
    } catch (error) {
      // Redis forgets scripts when it restarts.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return this.#redis.call('EVAL', script, ...rest);
    }
  }

  close(): void {
    this.onDown = () => undefined;
    this.#redis.disconnect();
  }

  /** Selects the server for the next attempt: ioredis reads the address from its options each time. */
  #turn(): void {
    const { host, port } = this.#moved ?? this.#hosts[++this.#attempts % this.#hosts.length];
    this.#moved = null;
    this.#redis.options.host = host;
    this.#redis.options.port = port;
  }
}

function sentinelOptions(
  { name, password }: NonNullable<RedisAddress['sentinel']>,
  { tls }: { tls?: object },
) {
  return {
    name,
    role: 'master' as const,
    sentinelRetryStrategy: retryAfter_ms,
    sentinelCommandTimeout: SENTINEL_SILENCE_MS,
    ...(password === '' ? {} : { sentinelPassword: password }),
    ...(tls === undefined ? {} : { enableTLSForSentinelMode: true, sentinelTLS: tls }),
  };
}

function retryAfter_ms(times: number): number {
  return Math.min(RETRY_MS.first * 2 ** Math.min(times - 1, 10), RETRY_MS.most);
}

/**
 * Returns the cluster server that has our keys: `MOVED 1234 10.0.0.3:6379`. If the message names no host, the
 * server is the host that answered.
 */
function movedTo(message: string, answered: string | undefined): HostPort | undefined {
  const [, host, port] = /^MOVED \d+ (.*):(\d+)/.exec(message) ?? [];
  return port === undefined ? undefined : { host: host || (answered ?? ''), port: Number(port) };
}

function hashOf(script: string): string {
  let hash = hashes.get(script);
  if (hash === undefined) hashes.set(script, (hash = createHash('sha1').update(script).digest('hex')));
  return hash;
}

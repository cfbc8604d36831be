import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { GRANT_SCRIPT } from './grant-script.js';
import type { RedisAddress } from './redis-address.js';
import type { WindowLink } from './window-link.js';

/** By script: Redis knows scripts that it has run by their SHA-1. */
const hashes = new Map<string, string>();

/** A connection on which questions get no answer for so long is given up. It is made anew. */
const SILENCE_MS = 2_000;

/** Waits between attempts to connect: short at first, as Redis restarts fast. */
const RETRY_MS = { first: 50, most: 1_000 };

/** A connection to Redis through ioredis. It is made at once, and again whenever it is lost. */
export class IoredisLink implements WindowLink {
  onDown: (reason: string) => void = () => undefined;
  readonly #redis: Redis;
  readonly #prefix: string;
  #lastError = 'the connection was closed';

  constructor({ host, port, username, password, db, isTls, prefix }: RedisAddress) {
    this.#prefix = prefix;
    this.#redis = new Redis({
      host,
      port,
      db,
      ...(username === '' ? {} : { username }),
      ...(password === '' ? {} : { password }),
      ...(isTls ? { tls: { servername: host } } : {}),
      protocol: 2,
      connectTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
      retryStrategy: (times) => Math.min(RETRY_MS.first * 2 ** Math.min(times - 1, 10), RETRY_MS.most),
      // A primary that became a replica refuses writes. The name may lead to the new primary by now.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
      // A question is asked once. Redis counts each time.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      // Both need rights that counting does not need.
      enableReadyCheck: false,
      disableClientInfo: true,
    });
    // The error itself is not passed on: ioredis writes the command into it, and AUTH has the password.
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
    const rest = [keys.length, ...keys.map((key) => this.#prefix + key), ...args];
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
}

function hashOf(script: string): string {
  let hash = hashes.get(script);
  if (hash === undefined) hashes.set(script, (hash = createHash('sha1').update(script).digest('hex')));
  return hash;
}

import { maskUrl } from '../../masked-url.js';
import { InputError } from '../../errors.js';
import { IoredisLink } from './ioredis-link.js';
import { parseRedisAddress } from './redis-address.js';
import { WINDOW_MS } from '../window-counter.js';
import { grantArguments } from './grant-script.js';
import type { RedisAddress } from './redis-address.js';
import { SharedSupply } from './shared-supply.js';

/** How long startup waits for Redis. After that, the service counts on its own until Redis is back. */
const START_MS = 2_000;
const LOOK_MS = 20;

/**
 * Redis errors that do not resolve themselves: a wrong password, a missing permission, an unknown command.
 */
const LASTING = /^(WRONGPASS|NOAUTH|NOPERM|ERR) /;

/**
 * Connects to Redis.
 * @param address a string that `parseRedisAddress` accepts
 * @throws InputError if Redis answers but refuses the connection
 */
export async function openRedisSupply(address: string): Promise<SharedSupply> {
  const redis = parseRedisAddress(address)!;
  const link = new IoredisLink(redis);
  const supply = new SharedSupply({ link, wait_ms: redis.wait_ms });
  supply.start();
  for (const deadline_ms = performance.now() + START_MS; supply.news().isAway;) {
    if (LASTING.test(supply.reason)) {
      supply.close();
      const remedy = remedyOf(supply.reason, redis.prefix) ?? 'correct --limits (GAZARCH_LIMITS)';
      throw new InputError(`Redis at ${maskUrl(address)} refuses: ${supply.reason}; ${remedy}`);
    }
    if (performance.now() > deadline_ms) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  if (!supply.news().isAway)
    await tryGrant(link, redis, address).catch((error: unknown) => {
      supply.close();
      throw error;
    });
  return supply;
}

/**
 * Asks Redis to grant zero requests for two keys in one call, as a test. Requesting only the time would not
 * show whether the user may access keys, and a cluster accepts several keys in one call only if they are on
 * the same server.
 * @throws InputError with the remedy
 */
async function tryGrant(link: IoredisLink, { prefix }: RedisAddress, address: string): Promise<void> {
  const nothing = { key: '', limit: 1, wanted: 0, spare: 0, untold: 0, floor: 0 };
  try {
    await link.run(
      ['start:1', 'start:2'],
      grantArguments({ window_ms: WINDOW_MS, window: 0, beats: 0 }, [nothing, nothing]),
    );
  } catch (error) {
    const { message } = error as Error;
    const remedy = remedyOf(message, prefix);
    // Redis went down in the meantime, which does not prevent the service from starting.
    if (remedy === null) return;
    throw new InputError(`Redis at ${maskUrl(address)} refuses: ${message}; ${remedy}`);
  }
}

function remedyOf(message: string, prefix: string): string | null {
  if (/CROSSSLOT/.test(message))
    return 'it is a cluster: keep the keys on one of its servers with ?prefix={gazarch}: in --limits';
  if (/NOPERM|no permissions|ACL|can't run/i.test(message))
    return `give the user ~${prefix}* and +evalsha +eval +get +set +time, or correct ?prefix= in --limits`;
  // A full Redis, or one that is briefly a replica, may soon recover.
  return /^(ERR|WRONGTYPE) /.test(message) ? 'correct it, or --limits' : null;
}

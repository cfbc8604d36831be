import { maskUrl } from '../../masked-url.js';
import { InputError } from '../../errors.js';
import { IoredisLink } from './ioredis-link.js';
import { parseRedisAddress } from './redis-address.js';
import { SharedSupply } from './shared-supply.js';

/** How long the start waits for Redis. Then the service counts alone until Redis is there. */
const START_MS = 2_000;
const LOOK_MS = 20;

/** Answers of Redis that do not change by themselves: wrong password, missing right, unknown command. */
const LASTING = /^(WRONGPASS|NOAUTH|NOPERM|ERR) /;

/**
 * Connects to Redis.
 * @param address a text that `parseRedisAddress` takes
 * @throws InputError when Redis answers, but refuses us
 */
export async function openRedisSupply(address: string): Promise<SharedSupply> {
  const redis = parseRedisAddress(address)!;
  const supply = new SharedSupply({ link: new IoredisLink(redis), wait_ms: redis.wait_ms });
  supply.start();
  for (const deadline_ms = performance.now() + START_MS; supply.news().isAway;) {
    if (LASTING.test(supply.reason)) {
      supply.close();
      throw new InputError(
        `Redis at ${maskUrl(address)} refuses: ${supply.reason}; correct --limits (GAZARCH_LIMITS)`,
      );
    }
    if (performance.now() > deadline_ms) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return supply;
}

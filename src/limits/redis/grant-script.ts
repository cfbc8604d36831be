import { LEASE_PART } from './lease-size.js';

/**
 * What Redis does with a question. The number of the window comes from its own clock, so all services agree
 * on it. The value of a key is `WINDOW USED`, and it expires with the window.
 *
 * `untold` is what a service used (or, below 0, gave back) without asking. `own` is all that the service has
 * of the window. `used` is never less, unless Redis lost the key: then this restores a part. Both are left
 * out when the service has not noticed that the window ended.
 */
export const GRANT_SCRIPT = `
local time = redis.call('TIME')
local seconds, micros = tonumber(time[1]), tonumber(time[2])
local length = tonumber(ARGV[1])
local window = math.floor((seconds * 1000 + math.floor(micros / 1000)) / length)
local ends = string.format('%.0f', (window + 1) * length)
local is_same = tonumber(ARGV[2]) == window
local reply = { seconds, micros, window }
for i, key in ipairs(KEYS) do
  local at = 5 * i - 2
  local limit, wanted, spare = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local before, used = redis.call('GET', key), 0
  if before then
    local stored, count = string.match(before, '^(%d+) (%d+)$')
    if tonumber(stored) == window then used = tonumber(count) end
  end
  if is_same then
    used = math.max(used + tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4]), 0)
  end
  local left = math.max(limit - used, 0)
  local granted = math.min(wanted, left)
  granted = granted + math.min(spare, math.floor((left - granted) / ${LEASE_PART}))
  used = used + granted
  local after = string.format('%.0f %.0f', window, used)
  if after ~= before then redis.call('SET', key, after, 'PXAT', ends) end
  reply[#reply + 1] = granted
  reply[#reply + 1] = used
end
return reply
`;

export interface Grant {
  /** Requests that this service may let through. */
  granted: number;
  /** Requests that all services have now. */
  used: number;
}

export interface GrantReply {
  /** Unix time of Redis. */
  time_ms: number;
  window: number;
  /** One for each key, in their order. */
  grants: Grant[];
}

export interface GrantQuestion {
  key: string;
  limit: number;
  wanted: number;
  spare: number;
  untold: number;
  own: number;
}

/** Arguments of the script after the names of the keys. */
export function grantArguments(
  window_ms: number,
  window: number,
  questions: readonly GrantQuestion[],
): number[] {
  const args = [window_ms, Number.isFinite(window) ? window : 0];
  for (const { limit, wanted, spare, untold, own } of questions) args.push(limit, wanted, spare, untold, own);
  return args;
}

/** @throws Error for anything but a reply of the script */
export function readGrantReply(reply: unknown, keys: number): GrantReply {
  if (!Array.isArray(reply) || reply.length !== 3 + 2 * keys || !reply.every(Number.isInteger))
    throw new Error('the reply is not that of our script');
  const [seconds, micros, window, ...figures] = reply as number[];
  const grants = Array.from({ length: keys }, (_, i) => ({
    granted: figures[2 * i],
    used: figures[2 * i + 1],
  }));
  return { time_ms: seconds * 1000 + micros / 1000, window, grants };
}

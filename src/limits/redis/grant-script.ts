import { LEASE_PART } from './lease-size.js';
import { readReply, SCRIPT_HEAD, type Epoch } from './script-head.js';

/**
 * The script that Redis runs for each call. The window number comes from Redis's own clock, so all services
 * agree on it. The value of a key is `WINDOW USED`, and it expires with the window.
 *
 * `untold` is the number of requests that a service let through (or, if negative, gave back) without telling
 * Redis. `floor` is the number of requests that the service knows were used in the window. `used` is never
 * below `floor`, unless Redis lost the key: then `floor` restores it. `untold` and `floor` are ignored if the
 * service has not noticed that the window ended.
 */
export const GRANT_SCRIPT = `${SCRIPT_HEAD}
for i = 2, #KEYS do
  local key, at = KEYS[i], 5 * i - 6
  local limit, wanted, spare = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  if not is_settled then wanted, spare = 0, 0 end
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
  /** The number of requests that this service may let through. */
  granted: number;
  /** The number of requests that all services have used so far in total. */
  used: number;
}

export interface GrantReply {
  /** The Unix time by Redis's clock. */
  time_ms: number;
  window: number;
  epoch: Epoch;
  /** One grant for each key, in the same order. */
  grants: Grant[];
}

export interface GrantQuestion {
  key: string;
  limit: number;
  wanted: number;
  spare: number;
  untold: number;
  floor: number;
}

/** The arguments for the head of the script, and the questions for the script. */
export interface GrantArguments {
  window_ms: number;
  window: number;
  /** The number of beats that Redis has counted so far. */
  beats: number;
}

/** Returns the script's arguments, which follow the names of the keys. */
export function grantArguments(
  { window_ms, window, beats }: GrantArguments,
  questions: readonly GrantQuestion[],
): number[] {
  const args = [window_ms, Number.isFinite(window) ? window : 0, beats];
  for (const { limit, wanted, spare, untold, floor } of questions)
    args.push(limit, wanted, spare, untold, floor);
  return args;
}

/** @throws Error if the reply does not come from this script */
export function readGrantReply(reply: unknown, keys: number): GrantReply {
  const { figures, ...head } = readReply(reply, 2 * keys);
  const grants = Array.from({ length: keys }, (_, i) => ({
    granted: figures[2 * i],
    used: figures[2 * i + 1],
  }));
  return { ...head, grants };
}

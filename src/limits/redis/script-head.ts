import { HEARING_MS } from './redis-limits.js';

/**
 * The beginning of every script: it determines the time, the window by Redis's clock, and when Redis began to
 * count.
 *
 * The value of the first key is `BIRTH BEATS`: when Redis began to count, and how often it was asked for the
 * time since then. The key is missing if Redis came back empty. If Redis restored an old copy, the key has
 * fewer beats than a service has seen. Either way, Redis has lost counts and starts over. Redis then grants
 * nothing for `HEARING_MS`, or until the next window, while services report the known counts.
 *
 * ARGV: the window's length, the service's window number, and the number of beats that the service has seen.
 */
export const SCRIPT_HEAD = `
local time = redis.call('TIME')
local seconds, micros = tonumber(time[1]), tonumber(time[2])
local now = seconds * 1000 + math.floor(micros / 1000)
local length, seen = tonumber(ARGV[1]), tonumber(ARGV[3])
local window = math.floor(now / length)
local ends = string.format('%.0f', (window + 1) * length)
local is_same = tonumber(ARGV[2]) == window
local birth, beats = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (%d+)$')
birth, beats = tonumber(birth), tonumber(beats)
local is_lost = not birth or beats < seen
if is_lost then birth, beats = now, seen end
if is_lost or #KEYS == 1 then
  beats = beats + 1
  redis.call('SET', KEYS[1], string.format('%.0f %.0f', birth, beats))
end
local is_settled = now - birth >= ${HEARING_MS} or math.floor(birth / length) < window
local reply = { seconds, micros, window, birth, beats, is_settled and 1 or 0 }
`;

/** How many numbers precede the script's own numbers in a reply. */
const HEAD_NUMBERS = 6;

/** The name of the first key, after the prefix. */
export const EPOCH_KEY = 'epoch';

/** Identifies the counts in Redis and states when they began. */
export interface Epoch {
  /** When Redis began to count. This identifies the epoch. */
  birth_ms: number;
  beats: number;
  /**
   * Whether Redis grants requests. If Redis grants none, services must first report the known counts to
   * Redis.
   */
  isSettled: boolean;
}

export interface ReplyHead {
  /** The Unix time by Redis's clock. */
  time_ms: number;
  window: number;
  epoch: Epoch;
  /** The script's own numbers. */
  figures: number[];
}

/**
 * @param figures how many numbers the script returns
 * @throws Error if the reply does not come from one of our scripts
 */
export function readReply(reply: unknown, figures: number): ReplyHead {
  if (
    !Array.isArray(reply) ||
    reply.length !== HEAD_NUMBERS + figures ||
    !reply.every((number) => Number.isInteger(number))
  )
    throw new Error('the reply does not come from our script');
  const [seconds, micros, window, birth_ms, beats, isSettled, ...rest] = reply as number[];
  return {
    time_ms: seconds * 1000 + micros / 1000,
    window,
    epoch: { birth_ms, beats, isSettled: isSettled === 1 },
    figures: rest,
  };
}

import { HEARING_MS } from './redis-limits.js';

/**
 * The beginning of every script: the time and the window by the clock of Redis, and the start of its counts.
 *
 * The first key is `BIRTH BEATS`: when Redis began to count, and how often it was asked for the time since
 * then. It is missing in a Redis that came back empty. In one that came back with an old copy it has fewer
 * beats than a service has seen. Either way Redis has lost counts, and begins anew. For `HEARING_MS`, or
 * until the next window, it then grants nothing: services report the known use.
 *
 * ARGV: length of a window, number of the window here, beats seen here.
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

/** How many numbers precede those of the script in a reply. */
const HEAD_NUMBERS = 6;

/** The name of the first key, after the prefix. */
export const EPOCH_KEY = 'epoch';

/** The counts in Redis, and their age. */
export interface Epoch {
  /** When it began to count. This names the epoch. */
  birth_ms: number;
  beats: number;
  /** Whether it grants. If not, it first hears the known use from services. */
  isSettled: boolean;
}

export interface ReplyHead {
  /** Unix time of Redis. */
  time_ms: number;
  window: number;
  epoch: Epoch;
  /** The answer of the script. */
  figures: number[];
}

/**
 * @param figures how many numbers the script returns
 * @throws Error for anything except a reply of our scripts
 */
export function readReply(reply: unknown, figures: number): ReplyHead {
  if (
    !Array.isArray(reply) ||
    reply.length !== HEAD_NUMBERS + figures ||
    !reply.every((number) => Number.isInteger(number))
  )
    throw new Error('the reply is not that of our script');
  const [seconds, micros, window, birth_ms, beats, isSettled, ...rest] = reply as number[];
  return {
    time_ms: seconds * 1000 + micros / 1000,
    window,
    epoch: { birth_ms, beats, isSettled: isSettled === 1 },
    figures: rest,
  };
}

import { join } from 'node:path';
import {
  isPostgresUrl,
  isWholePostgresUrl,
  POSTGRES_URL_SHAPE,
  postgresParameterFault,
} from '../../database/postgres/postgres-url.js';
import { HTTP_DEFAULTS } from '../../http/core/settings.js';
import { RATE_LIMIT_MAX } from '../../keys/key-fields.js';
import { parseRedisAddress, redisParameterFault } from '../../limits/redis/redis-address.js';
import { DATA_SETTINGS } from './data-settings.js';
import { isPath, truth, wholeNumber, word, type SettingList } from './setting-kinds.js';

/** The value of the setting `limits` that makes services count requests in memory. */
export const LIMITS_IN_MEMORY = 'memory';

/** Settings for keys: where they are stored, their limits, and how their usage is counted. */
export const KEY_SETTINGS = {
  database: {
    default: join(DATA_SETTINGS.data.default, 'gazarch.sqlite'),
    nameInData: 'gazarch.sqlite',
    defaultText: '`gazarch.sqlite` in the data folder',
    description:
      'SQLite file or PostgreSQL database with the API keys; created, with a warning, if it is missing.',
    allowed: `a path or \`${POSTGRES_URL_SHAPE}\``,
    parse: (text) => {
      // Any other URL scheme must be a typo, because nobody would name a file that way.
      if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || isPostgresUrl(text))
        return isWholePostgresUrl(text) ? text : undefined;
      return isPath(text) ? text : undefined;
    },
    fault: postgresParameterFault,
  },
  databaseMustExist: truth({
    // A new user has no database yet. A systemd unit or container that already had a database should not
    // start if that database is missing.
    default: false,
    description:
      'Fail if the key database is missing (such as when a volume is not mounted) instead of creating one.',
  }),
  keyCopyHours: wholeNumber({
    // The copy must be recent, because keys that were revoked after the copy was made would work again.
    default: 24,
    unit: 'hours',
    min: 0,
    max: 8_760,
    description: 'Maximum age of the key copy that is used to start without PostgreSQL; 0: no copy is kept.',
  }),
  defaultRateLimit: wholeNumber({
    flag: 'rate-limit',
    env: 'GAZARCH_RATE_LIMIT',
    default: HTTP_DEFAULTS.defaultRateLimit,
    unit: 'requests per minute',
    min: 1,
    max: RATE_LIMIT_MAX,
    description: 'Limit for every key without its own limit.',
  }),
  limits: {
    default: LIMITS_IN_MEMORY,
    description: 'Where requests are counted: in memory, or in a Redis that several services share.',
    allowed:
      '`memory`, or `redis://user:password@host:6379/0?prefix=gazarch:` (`rediss://…`, `redis-sentinel://…`)',
    parse: (text) => (text === LIMITS_IN_MEMORY || parseRedisAddress(text) !== undefined ? text : undefined),
    fault: redisParameterFault,
  },
  usage: word(['on', 'off'], {
    // Counting costs less than a microsecond per request, and past requests cannot be counted later.
    default: 'on',
    description: 'Whether to count requests by key, endpoint and outcome, for `gazarch usage`.',
  }),
  countUnfound: truth({
    // The queries belong to the users, so operators decide whether to record them, and inform their users.
    default: false,
    description:
      'Count searches without results, by day and without recording who sent them, for `gazarch searches`.',
  }),
  timeZone: {
    default: 'Asia/Ulaanbaatar',
    description: 'Time zone for daily usage, and for the dates and opening times of roads.',
    allowed: 'a time zone such as `Asia/Ulaanbaatar`, `Asia/Hovd` or `UTC`',
    parse: (text) => (isTimeZone(text) ? text : undefined),
  },
} satisfies SettingList;

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

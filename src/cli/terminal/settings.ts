import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { isatty } from 'node:tty';
import type { Command } from 'commander';
import {
  isPostgresUrl,
  isWholePostgresUrl,
  POSTGRES_URL_SHAPE,
} from '../../database/postgres/postgres-url.js';
import { feedUrl, looksLikeUrl, maskedUrl } from '../../dataset-feed/feed-url.js';
import { InputError } from '../../errors.js';
import { DEFAULT_REVERSE_RADII } from '../../geocoding/reverse/reverse-limits.js';
import { HTTP_DEFAULTS } from '../../http/core/settings.js';
import { RATE_LIMIT_MAX } from '../../keys/create-key.js';
import { maskedAddress, parseRedisAddress } from '../../limits/redis/redis-address.js';
import { maskUrl } from '../../masked-url.js';
import { printWarning } from './output.js';

/** One setting of `SETTINGS`: its names, its default, and how it is read. */
interface Setting<T> {
  /** Name of the flag, without dashes. */
  flag: string;
  /** Name of the environment variable. */
  env: string;
  default: T;
  /** Text of the default in help and docs, for a default that depends on the machine. */
  defaultText?: string;
  unit: string;
  description: string;
  /** What `parse` accepts. It ends the sentence "it must be ...". */
  allowed: string;
  /** Returns undefined for a text that is not allowed. */
  parse(text: string): T | undefined;
  /** What of a wrong text may be shown. Absent: all of it. */
  mask?(text: string): string;
}

/** The setting `limits` when requests are counted in memory. */
export const LIMITS_IN_MEMORY = 'memory';

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Half the circumference of the Earth: no two points are farther apart. */
const FARTHEST_M = 20_037_508;

/** About as many cores as the largest machines have. A larger number is a typing error. */
const MOST_WORKERS = 512;

/** All settings of a deployment: names, defaults and bounds, with the reason for each. */
export const SETTINGS = {
  dataset: {
    flag: 'dataset',
    env: 'GAZARCH_DATASET',
    default: 'data/dataset',
    unit: '',
    description:
      'Folder of the datasets: the one to serve, and those before it. Or the URL of a manifest, ' +
      'whose datasets are downloaded.',
    allowed: 'a path, or the URL of a manifest such as `https://maps.example.mn/mongolia.json`',
    parse: (text) =>
      text === '' || text.includes('\0') || (looksLikeUrl(text) && feedUrl(text) === null) ? undefined : text,
    mask: maskedUrl,
  } as Setting<string>,
  datasetFolder: {
    ...path(
      'dataset-folder',
      'GAZARCH_DATASET_FOLDER',
      '',
      'Where datasets are downloaded to when `GAZARCH_DATASET` is a URL.',
    ),
    // Empty: by the URL.
    parse: (text) => (text.includes('\0') ? undefined : text),
    defaultText: 'a folder of its own for each URL in `data/datasets`',
  },
  datasetPoll_s: wholeNumber({
    flag: 'dataset-poll-s',
    env: 'GAZARCH_DATASET_POLL_S',
    // New data comes once a day. So this is about how long a rollback may take.
    default: 30,
    unit: 's',
    min: 1,
    max: 86_400,
    description:
      'How often the URL is asked for a newer dataset. ' +
      'Each wait is up to a quarter longer or shorter by chance.',
  }),
  keepDatasets: wholeNumber({
    flag: 'keep',
    env: 'GAZARCH_KEEP_DATASETS',
    // The new one, one to go back to, and one more in case that one is no good either.
    default: 3,
    unit: '',
    min: 1,
    // Each may have hundreds of megabytes. A larger number is a typing error.
    max: 1000,
    description:
      'How many datasets stay in a folder when one is added (`gazarch import`, a URL, `gazarch publish`); ' +
      'older ones are removed. The one that is served is never removed.',
  }),
  host: {
    flag: 'host',
    env: 'GAZARCH_HOST',
    // This machine only. Opening the service to a network must be an explicit choice.
    default: '127.0.0.1',
    unit: '',
    description: 'Address to listen on; `0.0.0.0` or `::` for every interface.',
    allowed: 'an IP address or a host name',
    parse: hostOrUndefined,
  },
  port: wholeNumber({
    flag: 'port',
    env: 'GAZARCH_PORT',
    default: 8080,
    unit: '',
    min: 0,
    max: 65_535,
    description: 'Port to listen on; 0 lets the system choose a free one.',
  }),
  metricsPort: wholeNumber({
    flag: 'metrics-port',
    env: 'GAZARCH_METRICS_PORT',
    // Who has no Prometheus needs no second port.
    default: 0,
    unit: '',
    min: 0,
    max: 65_535,
    description: 'Port of the metrics for Prometheus, which are at `/metrics` there; 0: there are none.',
  }),
  metricsHost: {
    flag: 'metrics-host',
    env: 'GAZARCH_METRICS_HOST',
    default: '127.0.0.1',
    unit: '',
    description: 'Address on which the metrics are answered; they need no key.',
    allowed: 'an IP address or a host name',
    parse: hostOrUndefined,
  },
  workers: wholeNumber({
    flag: 'workers',
    env: 'GAZARCH_WORKERS',
    // A request keeps one core busy, and requests are the most important work of the machine.
    default: Math.min(availableParallelism(), MOST_WORKERS),
    defaultText: 'one for each core',
    unit: '',
    min: 1,
    max: MOST_WORKERS,
    description: 'Processes that answer requests; each has the dataset in its memory.',
  }),
  database: {
    flag: 'database',
    env: 'GAZARCH_DATABASE',
    default: 'data/gazarch.sqlite',
    unit: '',
    description:
      'SQLite file or PostgreSQL database with the API keys; made, with a warning, when it is absent.',
    allowed: `a path or \`${POSTGRES_URL_SHAPE}\``,
    parse: (text) => {
      // Another scheme is a typing error, and no path that anybody means.
      if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || isPostgresUrl(text))
        return isWholePostgresUrl(text) ? text : undefined;
      return isPath(text) ? text : undefined;
    },
  },
  databaseMustExist: {
    flag: 'database-must-exist',
    env: 'GAZARCH_DATABASE_MUST_EXIST',
    // A new user has no database yet. A unit or a container that had one should not start without it.
    default: false,
    unit: '',
    description: 'Refuse to go on without the key database (a volume not mounted) instead of making one.',
    allowed: '`true` or `false`',
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  } as Setting<boolean>,
  defaultRateLimit: wholeNumber({
    flag: 'rate-limit',
    env: 'GAZARCH_RATE_LIMIT',
    default: HTTP_DEFAULTS.defaultRateLimit,
    unit: 'requests per minute',
    min: 1,
    max: RATE_LIMIT_MAX,
    description: 'Limit of every key that has none of its own.',
  }),
  limits: {
    flag: 'limits',
    env: 'GAZARCH_LIMITS',
    default: LIMITS_IN_MEMORY,
    unit: '',
    description: 'Where requests are counted: in memory, or in a Redis that several services share.',
    allowed: '`memory`, or `redis://…` or `rediss://…` (`redis://user:password@host:6379/0?prefix=gazarch:`)',
    parse: (text) => (text === LIMITS_IN_MEMORY || parseRedisAddress(text) !== undefined ? text : undefined),
    mask: maskedAddress,
  },
  maxRouteDistance_m: wholeNumber({
    flag: 'max-route-distance-m',
    env: 'GAZARCH_MAX_ROUTE_DISTANCE_M',
    default: HTTP_DEFAULTS.maxRouteDistance_m,
    unit: 'm',
    min: 1,
    max: FARTHEST_M,
    description:
      'Longest great-circle distance between origin and destination; beyond it a route is refused with 400.',
  }),
  snapLimit_m: wholeNumber({
    flag: 'snap-limit-m',
    env: 'GAZARCH_SNAP_LIMIT_M',
    // In the steppe the next track may be 1 km away. A route from a farther road
    // says little about the point.
    default: 1_000,
    unit: 'm',
    min: 1,
    // The search for a road looks at every segment within the limit, so a larger limit costs time.
    max: 50_000,
    description:
      'Farthest road that a point is moved to; beyond it the answer is 404 with ' +
      '`origin_not_on_network` or `destination_not_on_network`.',
  }),
  reverseAddress_m: reverseRadius({
    flag: 'reverse-address-m',
    env: 'GAZARCH_REVERSE_ADDRESS_M',
    default: DEFAULT_REVERSE_RADII.address_m,
    description: 'Reverse lookup: an address so near is the answer before anything else.',
  }),
  reversePlace_m: reverseRadius({
    flag: 'reverse-place-m',
    env: 'GAZARCH_REVERSE_PLACE_M',
    default: DEFAULT_REVERSE_RADII.place_m,
    description: 'Reverse lookup: else a named place so near, unless it is 5 ha or larger.',
  }),
  reverseStreet_m: reverseRadius({
    flag: 'reverse-street-m',
    env: 'GAZARCH_REVERSE_STREET_M',
    default: DEFAULT_REVERSE_RADII.street_m,
    description: 'Reverse lookup: else a named street so near.',
  }),
  reverseStreetAtGround_m: reverseRadius({
    flag: 'reverse-street-at-ground-m',
    env: 'GAZARCH_REVERSE_STREET_AT_GROUND_M',
    default: DEFAULT_REVERSE_RADII.street_at_ground_m,
    description:
      'Reverse lookup: for a point in a square, a park or a lake of 5 ha or more, the street only when ' +
      'it is so near.',
  }),
  reverseAny_m: reverseRadius({
    flag: 'reverse-any-m',
    env: 'GAZARCH_REVERSE_ANY_M',
    default: DEFAULT_REVERSE_RADII.any_m,
    description: 'Reverse lookup: else the nearest of all addresses, places and streets so near.',
  }),
  reverseSettlement_m: reverseRadius({
    flag: 'reverse-settlement-m',
    env: 'GAZARCH_REVERSE_SETTLEMENT_M',
    default: DEFAULT_REVERSE_RADII.settlement_m,
    // Up to this radius, distances are right to 0.1 %.
    max: 100_000,
    description: 'Reverse lookup: else the nearest settlement so near; beyond it the soum or aimag around.',
  }),
  reverseDoorstep_m: reverseRadius({
    flag: 'reverse-doorstep-m',
    env: 'GAZARCH_REVERSE_DOORSTEP_M',
    default: DEFAULT_REVERSE_RADII.doorstep_m,
    // Nothing farther away is a doorstep.
    max: 100,
    description:
      'Reverse lookup: for a point in a building, the shop or entrance mapped in it so near is the ' +
      'answer before the building.',
  }),
  requestTimeout_ms: wholeNumber({
    flag: 'request-timeout-ms',
    env: 'GAZARCH_REQUEST_TIMEOUT_MS',
    default: HTTP_DEFAULTS.requestTimeout_ms,
    unit: 'ms',
    min: 1,
    max: 600_000,
    description: 'Time that a data source has for one request; beyond it the answer is 408.',
  }),
  maxWait_ms: wholeNumber({
    flag: 'max-wait-ms',
    env: 'GAZARCH_MAX_WAIT_MS',
    default: HTTP_DEFAULTS.maxWait_ms,
    unit: 'ms',
    min: 0,
    max: 60_000,
    description:
      'How long a request may wait for its turn when more come than can be answered; beyond it the ' +
      'answer is 503. 0: none is refused.',
  }),
  drain_s: wholeNumber({
    flag: 'drain-s',
    env: 'GAZARCH_DRAIN_S',
    // Who stops it by hand wants it stopped. Otherwise a balancer may ask for readiness every few seconds.
    default: isatty(1) || isatty(2) ? 0 : 5,
    defaultText: '`0` on a terminal, else `5` s',
    unit: 's',
    min: 0,
    // Supervisors kill long before.
    max: 600,
    description:
      'How long requests are still answered after a stop signal, while readiness says 503; ' +
      'then the port closes.',
  }),
  bodyLimit_bytes: wholeNumber({
    flag: 'body-limit-bytes',
    env: 'GAZARCH_BODY_LIMIT_BYTES',
    default: HTTP_DEFAULTS.bodyLimit_bytes,
    unit: 'bytes',
    min: 1,
    max: 16_777_216,
    description: 'Largest request body that is read; beyond it the answer is 413.',
  }),
  usage: {
    flag: 'usage',
    env: 'GAZARCH_USAGE',
    // It costs a request less than a microsecond, and nobody can count afterwards.
    default: 'on',
    unit: '',
    description: 'Whether requests are counted by key, endpoint and outcome, for `gazarch usage`.',
    allowed: '`on` or `off`',
    parse: (text) => (text === 'on' || text === 'off' ? text : undefined),
  } as Setting<'on' | 'off'>,
  timeZone: {
    flag: 'time-zone',
    env: 'GAZARCH_TIME_ZONE',
    default: 'Asia/Ulaanbaatar',
    unit: '',
    description: 'Whose midnight begins a day of usage.',
    allowed: 'a time zone such as `Asia/Ulaanbaatar`, `Asia/Hovd` or `UTC`',
    parse: (text) => (isTimeZone(text) ? text : undefined),
  },
  corsOrigin: {
    flag: 'cors-origin',
    env: 'GAZARCH_CORS_ORIGIN',
    default: HTTP_DEFAULTS.corsOrigin,
    unit: '',
    description: 'Whose web pages may call the service from a browser.',
    allowed: '`*` for all, or origins such as `https://maps.example.mn`, separated by commas',
    parse: (text) =>
      text === '*' || text.split(',').every((one) => isOrigin(one.trim())) ? text : undefined,
  },
  logLevel: {
    flag: 'log-level',
    env: 'GAZARCH_LOG_LEVEL',
    default: 'info',
    unit: '',
    description: 'Least serious entry that is logged.',
    allowed: `one of ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}`,
    parse: (text) => LOG_LEVELS.find((level) => level === text),
  } as Setting<LogLevel>,
} satisfies Record<
  string,
  Setting<string> | Setting<number> | Setting<LogLevel> | Setting<'on' | 'off'> | Setting<boolean>
>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { [Name in SettingName]: (typeof SETTINGS)[Name]['default'] };

/**
 * Values of flags under the names commander gives them: `--rate-limit` is `rateLimit`. Entries
 * that are not settings are ignored.
 */
export type SettingFlags = Readonly<Record<string, unknown>>;

/**
 * Reads all settings. A flag wins over the environment variable, which wins over the default. An empty
 * environment variable counts as absent. A `GAZARCH_` variable that is not a setting gives a warning: it
 * is most likely a typing error.
 * @throws InputError that names the flag or the variable, its value, and what is allowed.
 */
export function readSettings(
  flags: SettingFlags,
  env: NodeJS.ProcessEnv,
  warn: (message: string) => void = printWarning,
): Settings {
  unknownSettings(env).forEach(warn);
  const values = (Object.keys(SETTINGS) as SettingName[]).map((name) => [
    name,
    readSetting(name, flags, env),
  ]);
  return Object.fromEntries(values) as Settings;
}

/**
 * Reads one setting, for a command that does not need the others.
 * @throws InputError as `readSettings` does.
 */
export function readSetting<Name extends SettingName>(
  name: Name,
  flags: SettingFlags,
  env: NodeJS.ProcessEnv,
): Settings[Name] {
  const setting = SETTINGS[name] as Setting<Settings[Name]>;
  const flag = flags[camelCase(setting.flag)];
  if (typeof flag === 'string') return parsed(setting, `--${setting.flag}`, flag);
  if (typeof flag === 'boolean') return flag as Settings[Name];
  const variable = env[setting.env] ?? '';
  return variable === '' ? setting.default : parsed(setting, setting.env, variable);
}

/**
 * Adds the flags of some settings to a command; by default, of all settings. A setting that is true or false
 * has two flags without a value, `--x` and `--no-x`: the second is for where the environment says true.
 */
export function addSettingFlags(
  command: Command,
  names: readonly SettingName[] = Object.keys(SETTINGS) as SettingName[],
): Command {
  for (const name of names) {
    const {
      flag,
      env,
      description,
      default: value,
      defaultText = String(value),
    }: Setting<string | number | boolean> = SETTINGS[name];
    const text = `${description.replace(/\.$/, '').replaceAll('`', '')} (else ${env}, else ${defaultText})`;
    if (typeof value !== 'boolean') command.option(`--${flag} <value>`, text);
    else command.option(`--${flag}`, text).option(`--no-${flag}`, `not so, whatever ${env} says`);
  }
  return command;
}

/** One warning for each `GAZARCH_` variable that is not a setting. It suggests the most similar setting. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  const known = Object.values(SETTINGS).map((setting) => setting.env);
  return Object.keys(env)
    .filter((name) => name.startsWith('GAZARCH_') && !known.includes(name))
    .sort()
    .map((name) => `${name} is not a setting and is ignored; did you mean ${nearest(name, known)}?`);
}

/**
 * Reads the value of a flag that is not the setting's own, but means the same.
 * @throws InputError as `readSettings` does.
 */
export function checkSetting<Name extends SettingName>(
  name: Name,
  source: string,
  text: string,
): Settings[Name] {
  return parsed(SETTINGS[name] as Setting<unknown> as Setting<Settings[Name]>, source, text);
}

/** The table in docs/settings.md. */
export function settingsTable(): string {
  const rows = Object.values(SETTINGS).map((setting: Setting<string | number | boolean>) => {
    const unit = setting.unit === '' ? '' : ` ${setting.unit}`;
    const standard = setting.defaultText ?? `\`${setting.default}\`${unit}`;
    return [`\`${setting.env}\``, `\`--${setting.flag}\``, standard, setting.allowed, setting.description];
  });
  const header = ['Variable', 'Flag', 'Default', 'Allowed', 'Meaning'];
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function parsed<T>(setting: Setting<T>, source: string, text: string): T {
  const value = setting.parse(text);
  if (value === undefined)
    throw new InputError(
      `${source} is ${JSON.stringify(setting.mask?.(text) ?? maskUrl(text))}; ` +
        `it must be ${setting.allowed.replaceAll('`', '')}`,
    );
  return value;
}

function hostOrUndefined(text: string): string | undefined {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text) ? text : undefined;
}

function path(flag: string, env: string, fallback: string, description: string): Setting<string> {
  const parse = (text: string): string | undefined => (isPath(text) ? text : undefined);
  return { flag, env, default: fallback, unit: '', description, allowed: 'a path', parse };
}

function isPath(text: string): boolean {
  return text !== '' && !text.includes('\0');
}

type WholeNumber = Omit<Setting<number>, 'allowed' | 'parse'> & { min: number; max: number };

function wholeNumber({ min, max, ...setting }: WholeNumber): Setting<number> {
  const parse = (text: string): number | undefined => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  return { ...setting, allowed: `a whole number from ${min} to ${max}`, parse };
}

/**
 * Radius of a reverse lookup, in m. With 0, only what the point is in or on is found. A lookup looks
 * at everything within the radius.
 */
function reverseRadius({
  max = 10_000,
  ...setting
}: Omit<WholeNumber, 'unit' | 'min' | 'max'> & { max?: number }): Setting<number> {
  return wholeNumber({ ...setting, unit: 'm', min: 0, max });
}

function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

function camelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function nearest(name: string, known: readonly string[]): string {
  return known.reduce((best, candidate) =>
    editDistance(name, candidate) < editDistance(name, best) ? candidate : best,
  );
}

/** Levenshtein distance, computed one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}

import { availableParallelism } from 'node:os';
import { isatty } from 'node:tty';
import { RATE_LIMIT_MAX } from '../../keys/key-fields.js';
import { parseIpRange } from '../../ip-range.js';
import { HTTP_DEFAULTS } from '../../http/core/settings.js';
import {
  host,
  isPath,
  LOG_LEVELS,
  truth,
  wholeNumber,
  word,
  type LogLevel,
  type SettingEntry,
  type SettingList,
} from './setting-kinds.js';

/** The largest machines have about this many cores, so a larger number must be a typo. */
const MOST_WORKERS = 512;

/**
 * With this value, the page may send requests without a key only if no other machine can reach the service.
 */
export const ASK_LIMIT_AUTO = 'auto';

const ASK_LIMIT = wholeNumber({
  default: 0,
  unit: 'requests per minute',
  min: 0,
  max: RATE_LIMIT_MAX,
  description:
    'Number of requests per address that the page at `/` may send without a key; 0: the page needs a key. ' +
    '`auto`: 60 if `--host` allows requests from this machine only, else 0. ' +
    'Browsers identify our page only over https or on this machine.',
});

/** Settings for the server: addresses, processes and timeouts. */
export const SERVER_SETTINGS = {
  host: host({
    // By default only this machine can reach the service. Making the service reachable from a network must be
    // an explicit choice.
    default: '127.0.0.1',
    description: 'Address to listen on; `0.0.0.0` or `::` for every interface.',
  }),
  port: wholeNumber({
    default: 8080,
    min: 0,
    max: 65_535,
    description: 'Port to listen on; 0 lets the system choose a free one.',
  }),
  trustProxy: {
    default: HTTP_DEFAULTS.trustProxy,
    isList: true,
    description: 'Proxies in front of the service whose `X-Forwarded-For` is trusted.',
    allowed: '`none`, or addresses and CIDR ranges such as `10.0.0.0/8`, separated by commas',
    parse: (text) =>
      text === 'none' || text.split(',').every((one) => typeof parseIpRange(one.trim()) === 'object')
        ? text
        : undefined,
  },
  corsOrigin: {
    default: HTTP_DEFAULTS.corsOrigin,
    description: 'Web pages that may call the service from a browser.',
    allowed: '`*` for all, or origins such as `https://maps.example.mn`, separated by commas',
    parse: (text) =>
      text === '*' || text.split(',').every((one) => isOrigin(one.trim())) ? text : undefined,
  },
  workers: wholeNumber({
    // A request keeps one core busy, and answering requests is the machine's most important work.
    default: Math.min(availableParallelism(), MOST_WORKERS),
    defaultText: 'one for each core',
    min: 1,
    max: MOST_WORKERS,
    description: 'Number of processes that answer requests.',
  }),
  requestTimeout_ms: wholeNumber({
    default: HTTP_DEFAULTS.requestTimeout_ms,
    unit: 'ms',
    min: 1,
    max: 600_000,
    description: 'How long a data source may take for one request; after that, the answer is 408.',
  }),
  maxWait_ms: wholeNumber({
    default: HTTP_DEFAULTS.maxWait_ms,
    unit: 'ms',
    min: 0,
    max: 60_000,
    description:
      'How long a request may wait when more arrive than can be answered; after that, the answer is ' +
      '503. 0: no request is refused.',
  }),
  drain_s: wholeNumber({
    // A person who stops the service by hand wants it to stop immediately. Without a terminal, there may be a
    // load balancer, which checks readiness only every few seconds.
    default: isatty(1) || isatty(2) ? 0 : 5,
    defaultText: '`0` on a terminal, else `5` s',
    unit: 's',
    min: 0,
    // Supervisors kill a process long before this limit.
    max: 600,
    description:
      'How long requests are still answered after a stop signal, while readiness returns 503; ' +
      'then the port closes.',
  }),
  bodyLimit_bytes: wholeNumber({
    default: HTTP_DEFAULTS.bodyLimit_bytes,
    unit: 'bytes',
    min: 1,
    max: 16_777_216,
    description: 'Maximum size of a request body; beyond it, the answer is 413.',
  }),
} satisfies SettingList;

/** Settings for the map: its page, its tiles, and who may send requests from the page. */
export const MAP_SETTINGS = {
  playground: word(['on', 'off', 'auto'], {
    default: 'auto',
    description:
      'Whether `/` serves a page with a map, search and routes, which asks for a key. `auto`: if ' +
      '`--host` allows requests from this machine only.',
  }),
  map: word(['on', 'off', 'auto'], {
    default: 'auto',
    description:
      "Whether the map's tiles are served under `/map`, to anyone and without a key. `auto`: " +
      'if the page at `/` is served.',
  }),
  offline: {
    default: '',
    defaultText: 'none',
    description:
      'Folder with the areas written by `gazarch export offline`; they are served under ' +
      '`/map/offline/`, to anyone and without a key.',
    allowed: 'a path',
    parse: (text) => (text === '' || isPath(text) ? text : undefined),
  } as SettingEntry<string>,
  mapAskLimit: {
    ...ASK_LIMIT,
    default: ASK_LIMIT_AUTO,
    defaultText: ASK_LIMIT_AUTO,
    allowed: `${ASK_LIMIT_AUTO}, or ${ASK_LIMIT.allowed}`,
    parse: (text) => (text === ASK_LIMIT_AUTO ? text : ASK_LIMIT.parse(text)),
  } as SettingEntry<number | typeof ASK_LIMIT_AUTO>,
  mapAskTotal: wholeNumber({
    default: HTTP_DEFAULTS.mapAskTotal,
    unit: 'requests per minute',
    min: 1,
    max: RATE_LIMIT_MAX,
    description: 'The same limit, but for all addresses combined.',
  }),
  mapReports: truth({
    // Reports from strangers may contain information about people, so operators decide whether to accept and
    // read such reports.
    default: false,
    description: 'Whether people may report map errors on the map page; reports appear only in the console.',
  }),
  mapSpeeds: word(['off', 'keys', 'all'], {
    default: 'off',
    description:
      'Who sees learned speeds on the page at `/`: nobody, holders of a key for routes, or everyone.',
  }),
} satisfies SettingList;

/** Settings for metrics and the log. */
export const LOG_SETTINGS = {
  metricsPort: wholeNumber({
    // A second port is of no use without Prometheus.
    default: 0,
    min: 0,
    max: 65_535,
    description: 'Port for Prometheus, with the metrics at `/metrics`; 0: no metrics.',
  }),
  metricsHost: host({
    default: '127.0.0.1',
    description: 'Address on which metrics are served; they need no key.',
  }),
  logLevel: {
    default: 'info',
    description: 'Lowest level to log.',
    allowed: `one of ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}`,
    parse: (text) => LOG_LEVELS.find((level) => level === text),
  } as SettingEntry<LogLevel>,
  logFormat: word(['auto', 'json', 'pretty'], {
    default: 'auto',
    description: 'JSON lines for programs, or text for people. `auto`: `pretty` on a terminal, else `json`.',
  }),
  requestLog: word(['on', 'off', 'auto'], {
    default: 'auto',
    description: 'Whether each request is logged, at level `info`. `auto`: if the format is `json`.',
  }),
} satisfies SettingList;

function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

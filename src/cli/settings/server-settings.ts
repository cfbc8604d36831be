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

/** About as many cores as the largest machines have. A larger number is a typing error. */
const MOST_WORKERS = 512;

/** On only where nobody but this machine can ask. */
export const ASK_LIMIT_AUTO = 'auto';

const ASK_LIMIT = wholeNumber({
  default: 0,
  unit: 'requests per minute',
  min: 0,
  max: RATE_LIMIT_MAX,
  description:
    'How many requests the page at `/` may send without a key, from each address; 0: it needs a key. ' +
    '`auto`: 60 where only this machine can ask, as `--host` is its own address, else 0. ' +
    'Browsers say that they are our page only with https, or on this machine.',
});

/** Settings of the server: addresses, processes, times, the log. */
export const SERVER_SETTINGS = {
  host: host({
    isCommon: true,
    // This machine only. Opening the service to a network must be an explicit choice.
    default: '127.0.0.1',
    description: 'Address to listen on; `0.0.0.0` or `::` for every interface.',
  }),
  port: wholeNumber({
    isCommon: true,
    default: 8080,
    min: 0,
    max: 65_535,
    description: 'Port to listen on; 0 lets the system choose a free one.',
  }),
  map: word(['on', 'off', 'auto'], {
    default: 'auto',
    description:
      'Whether the tiles of the map are served under `/map`, to anybody and without a key. ' +
      '`auto`: where the page at `/` is served.',
  }),
  playground: word(['on', 'off', 'auto'], {
    isCommon: true,
    default: 'auto',
    description:
      'Whether there is a page at `/` that shows a map, searches and routes; it asks for a key. ' +
      '`auto`: where only this machine can ask, as `--host` is its own address.',
  }),
  offline: {
    default: '',
    defaultText: 'none',
    description:
      'Folder with the areas that `gazarch export offline` has written; they are served under ' +
      '`/map/offline/`, to anybody and without a key.',
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
    description: 'The same from all addresses together.',
  }),
  mapReports: truth({
    // What strangers write may be about people: an operator decides to take it, and looks at it.
    default: false,
    description: 'Let the page at `/` ask what is wrong on the map, for the console; nothing is sent on.',
  }),
  metricsPort: wholeNumber({
    isCommon: true,
    // Who has no Prometheus needs no second port.
    default: 0,
    min: 0,
    max: 65_535,
    description: 'Port of the metrics for Prometheus, which are at `/metrics` there; 0: there are none.',
  }),
  metricsHost: host({
    default: '127.0.0.1',
    description: 'Address on which the metrics are answered; they need no key.',
  }),
  workers: wholeNumber({
    isCommon: true,
    // A request keeps one core busy, and requests are the most important work of the machine.
    default: Math.min(availableParallelism(), MOST_WORKERS),
    defaultText: 'one for each core',
    min: 1,
    max: MOST_WORKERS,
    description: 'Processes that answer requests; each has the dataset in its memory.',
  }),
  requestTimeout_ms: wholeNumber({
    default: HTTP_DEFAULTS.requestTimeout_ms,
    unit: 'ms',
    min: 1,
    max: 600_000,
    description: 'Time that a data source has for one request; beyond it the answer is 408.',
  }),
  maxWait_ms: wholeNumber({
    default: HTTP_DEFAULTS.maxWait_ms,
    unit: 'ms',
    min: 0,
    max: 60_000,
    description:
      'How long a request may wait for its turn when more come than can be answered; beyond it the ' +
      'answer is 503. 0: none is refused.',
  }),
  drain_s: wholeNumber({
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
    default: HTTP_DEFAULTS.bodyLimit_bytes,
    unit: 'bytes',
    min: 1,
    max: 16_777_216,
    description: 'Largest request body that is read; beyond it the answer is 413.',
  }),
  corsOrigin: {
    isCommon: true,
    default: HTTP_DEFAULTS.corsOrigin,
    description: 'Whose web pages may call the service from a browser.',
    allowed: '`*` for all, or origins such as `https://maps.example.mn`, separated by commas',
    parse: (text) =>
      text === '*' || text.split(',').every((one) => isOrigin(one.trim())) ? text : undefined,
  },
  trustProxy: {
    isCommon: true,
    default: HTTP_DEFAULTS.trustProxy,
    isList: true,
    description: 'Proxies in front of the service: from them `X-Forwarded-For` is believed.',
    allowed: '`none`, or addresses and CIDR ranges such as `10.0.0.0/8`, separated by commas',
    parse: (text) =>
      text === 'none' || text.split(',').every((one) => typeof parseIpRange(one.trim()) === 'object')
        ? text
        : undefined,
  },
  logLevel: {
    default: 'info',
    description: 'Least serious entry that is logged.',
    allowed: `one of ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}`,
    parse: (text) => LOG_LEVELS.find((level) => level === text),
  } as SettingEntry<LogLevel>,
  logFormat: word(['auto', 'json', 'pretty'], {
    isCommon: true,
    default: 'auto',
    description:
      'Lines of JSON for programs, or of text for people. `auto`: `pretty` on a terminal, else `json`.',
  }),
  requestLog: word(['on', 'off', 'auto'], {
    default: 'auto',
    description:
      'Whether each request has a line in the log, at the level `info`. `auto`: where the format is `json`.',
  }),
} satisfies SettingList;

function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

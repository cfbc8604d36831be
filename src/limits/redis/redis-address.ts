import { WAIT_MS } from './redis-limits.js';

/** The address that a server listens on. */
export interface HostPort {
  host: string;
  port: number;
}

/** The address of a Redis deployment, and how to use it. Read from `redis://user:password@host:port/db?…`. */
export interface RedisAddress {
  /** The servers, one of which is used, or the Sentinels that know the primary. */
  hosts: HostPort[];
  /** The name under which Sentinel knows the primary; null without Sentinel. */
  sentinel: { name: string; password: string } | null;
  username: string;
  password: string;
  db: number;
  /** Whether the connection is encrypted. */
  isTls: boolean;
  /** The prefix of every key's name. */
  prefix: string;
  wait_ms: number;
}

const DEFAULT_PORTS = { server: 6379, sentinel: 26379 };
const DEFAULT_PREFIX = 'gazarch:';
const DEFAULT_PRIMARY = 'mymaster';

/** The rule for a parameter. The text completes the sentence "it must be ...". */
interface Rule {
  isKept: (value: string) => boolean;
  text: string;
}

const PARAMETERS: Readonly<Record<string, Rule>> = {
  prefix: {
    isKept: (value) => /^[\w:.{}-]{1,64}$/.test(value),
    text: `1 to 64 letters, digits and _ : . { } -, such as ${DEFAULT_PREFIX}`,
  },
  wait_ms: {
    isKept: (value) => Number.isInteger(Number(value)) && isWithin(Number(value), WAIT_MS),
    text: `a whole number of milliseconds from ${WAIT_MS.min} to ${WAIT_MS.max}, such as ${WAIT_MS.default}`,
  },
};
const SENTINEL_PARAMETERS: typeof PARAMETERS = {
  ...PARAMETERS,
  primary: {
    isKept: (value) => /^[\w.-]{1,64}$/.test(value),
    text: `1 to 64 letters, digits and _ . -, such as ${DEFAULT_PRIMARY}`,
  },
  sentinel_password: { isKept: () => true, text: 'any text' },
};
/** Matches the parts of a Redis address: scheme, user and password, hosts, and the rest. */
const SHAPE = /^(rediss?)(-sentinel)?:\/\/((?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/** Returns undefined if the text is not a Redis address. */
export function parseRedisAddress(text: string): RedisAddress | undefined {
  const [, scheme, isSentinel, user, places, rest] = SHAPE.exec(text) ?? [];
  if (scheme === undefined) return undefined;
  // Builds one URL for each host, because a URL can have only one.
  const texts = places.split(',').map((place) => `${scheme}://${user}${place}${rest}`);
  if (!texts.every((each) => URL.canParse(each))) return undefined;
  const urls = texts.map((each) => new URL(each));
  const [{ username, password, pathname, searchParams, hash }] = urls;
  const db = /^\/?(\d{0,4})$/.exec(pathname);
  const prefix = searchParams.get('prefix') ?? DEFAULT_PREFIX;
  const wait_ms = Number(searchParams.get('wait_ms') ?? WAIT_MS.default);
  const name = searchParams.get('primary') ?? DEFAULT_PRIMARY;
  if (urls.some(({ hostname }) => hostname === '') || db === null || hash !== '') return undefined;
  if (parameterFault(searchParams, isSentinel !== undefined) !== null) return undefined;
  const port = isSentinel === undefined ? DEFAULT_PORTS.server : DEFAULT_PORTS.sentinel;
  try {
    return {
      hosts: urls.map((url) => ({
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port === '' ? port : Number(url.port),
      })),
      sentinel:
        isSentinel === undefined ? null : { name, password: searchParams.get('sentinel_password') ?? '' },
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      db: Number(db[1]),
      isTls: scheme === 'rediss',
      prefix,
      wait_ms,
    };
  } catch {
    return undefined;
  }
}

/**
 * Returns which parameter of a Redis address cannot be used and what it must be, or null if the text is not a
 * Redis address or has another fault.
 */
export function redisParameterFault(text: string): string | null {
  const [, , isSentinel, , , rest] = SHAPE.exec(text) ?? [];
  // With an @, the query may be a part of a password that has an unencoded question mark.
  const [, query] = /\?([^#@]*)$/.exec(rest ?? '') ?? [];
  return query === undefined ? null : parameterFault(new URLSearchParams(query), isSentinel !== undefined);
}

function parameterFault(parameters: URLSearchParams, isSentinel: boolean): string | null {
  const rules = isSentinel ? SENTINEL_PARAMETERS : PARAMETERS;
  for (const name of parameters.keys()) {
    if (!Object.hasOwn(rules, name)) return `it must have no parameters but ${Object.keys(rules).join(', ')}`;
    if (!rules[name].isKept(parameters.get(name)!)) return `its ${name} must be ${rules[name].text}`;
  }
  return null;
}

function isWithin(value: number, { min, max }: { min: number; max: number }): boolean {
  return value >= min && value <= max;
}

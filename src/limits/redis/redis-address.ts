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
const PREFIX = /^[\w:.{}-]{1,64}$/;
const PRIMARY = /^[\w.-]{1,64}$/;
const PARAMETERS = ['prefix', 'wait_ms'];
const SENTINEL_PARAMETERS = [...PARAMETERS, 'primary', 'sentinel_password'];
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
  const isWait = Number.isInteger(wait_ms) && wait_ms >= WAIT_MS.min && wait_ms <= WAIT_MS.max;
  const known = isSentinel === undefined ? PARAMETERS : SENTINEL_PARAMETERS;
  const isKnown = [...searchParams.keys()].every((parameter) => known.includes(parameter));
  if (urls.some(({ hostname }) => hostname === '') || db === null || hash !== '') return undefined;
  if (!PREFIX.test(prefix) || !PRIMARY.test(name) || !isWait || !isKnown) return undefined;
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

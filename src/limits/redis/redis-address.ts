import { WAIT_MS } from './redis-limits.js';

/** Where a Redis is, and how this deployment uses it. Read from `redis://user:password@host:port/db?…`. */
export interface RedisAddress {
  host: string;
  port: number;
  username: string;
  password: string;
  db: number;
  /** Encrypted. */
  isTls: boolean;
  /** Begins the name of every key. */
  prefix: string;
  wait_ms: number;
}

const DEFAULT_PORT = 6379;
const DEFAULT_PREFIX = 'gazarch:';
const PREFIX = /^[\w:.{}-]{1,64}$/;
const PARAMETERS = ['prefix', 'wait_ms'];

/** Undefined for a text that is no such address. */
export function parseRedisAddress(text: string): RedisAddress | undefined {
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, searchParams, hash } = new URL(text);
  const db = /^\/?(\d{0,4})$/.exec(pathname);
  const prefix = searchParams.get('prefix') ?? DEFAULT_PREFIX;
  const wait_ms = Number(searchParams.get('wait_ms') ?? WAIT_MS.default);
  const isWait = Number.isInteger(wait_ms) && wait_ms >= WAIT_MS.min && wait_ms <= WAIT_MS.max;
  const isKnown = [...searchParams.keys()].every((name) => PARAMETERS.includes(name));
  if (hostname === '' || db === null || hash !== '' || !PREFIX.test(prefix) || !isWait || !isKnown)
    return undefined;
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? DEFAULT_PORT : Number(port),
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      db: Number(db[1]),
      isTls: protocol === 'rediss:',
      prefix,
      wait_ms,
    };
  } catch {
    return undefined;
  }
}

import { maskUrl } from '../../masked-url.js';
import { anyOf, sslModeFault } from '../../postgres-tls.js';

/** The format of a PostgreSQL URL, for messages and help. */
export const POSTGRES_URL_SHAPE = 'postgres://USER:PASSWORD@HOST/DATABASE';

/** Whether a database's location is a PostgreSQL URL rather than a file. */
export function isPostgresUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place);
}

/** The accepted values of `target_session_attrs`: any server, or one that accepts writes. */
const TARGETS = ['any', 'read-write', 'primary'];

/**
 * Whether the URL can be parsed and names a database. `postgres:///name` refers to a socket on this machine,
 * and `postgres://a,b:5433/name` refers to several servers.
 */
export function isWholePostgresUrl(text: string): boolean {
  return isPostgresUrl(text) && serverUrls(text).every(isWholeServerUrl);
}

function isWholeServerUrl(text: string): boolean {
  try {
    const url = new URL(text.replace('@/', '@localhost/').replace(':///', '://localhost/'));
    decodeURIComponent(url.username + url.password);
    return /^\/[^/]+$/.test(url.pathname) && url.hash === '' && parameterFault(url.searchParams) === null;
  } catch {
    return false;
  }
}

/**
 * Returns which parameter of a PostgreSQL URL cannot be used and what it must be, or null if the text is not
 * a PostgreSQL URL or has another fault.
 */
export function postgresParameterFault(text: string): string | null {
  const [, query] = /\?([^#]*)/.exec(text) ?? [];
  return isPostgresUrl(text) && query !== undefined ? parameterFault(new URLSearchParams(query)) : null;
}

function parameterFault(parameters: URLSearchParams): string | null {
  const target = parameters.get('target_session_attrs');
  if (target !== null && !TARGETS.includes(target))
    return sslModeFault(parameters) ?? `its target_session_attrs must be ${anyOf(TARGETS)}`;
  return sslModeFault(parameters);
}

/** Splits a URL into one URL per server, in the order in which the servers are tried. */
export function serverUrls(url: string): string[] {
  const [, start, hosts, rest] = /^([a-z]+:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/is.exec(url) ?? [];
  return start === undefined ? [url] : hosts.split(',').map((host) => start + host + rest);
}

/** Whether a read-only server is acceptable: a standby can serve known keys but cannot count usage. */
export function takesStandby(url: string): boolean {
  const target = /[?&]target_session_attrs=([^&]*)/.exec(url)?.[1];
  return target === undefined ? serverUrls(url).length === 1 : target === 'any';
}

/** Returns the location without secrets, for messages and logs. */
export function placeName(url: string): string {
  return maskUrl(url);
}

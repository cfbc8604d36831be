import { maskUrl } from '../../masked-url.js';

/** The shape of a URL, for messages and help. */
export const POSTGRES_URL_SHAPE = 'postgres://USER:PASSWORD@HOST/DATABASE';

/** Whether the place of a database is on PostgreSQL, rather than a file. */
export function isPostgresUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place);
}

/**
 * Accepted values of `sslmode`, with libpq's meanings. `prefer` and `allow` would fall back to clear text
 * without a word.
 */
const SSL_MODES: readonly (string | null)[] = [null, 'disable', 'require', 'verify-ca', 'verify-full'];

/** Accepted values of `target_session_attrs`: any server, or one that can be written. */
const TARGETS: readonly (string | null)[] = [null, 'any', 'read-write', 'primary'];

/**
 * Whether the URL can be read and names a database. `postgres:///name` means a socket of this machine, and
 * `postgres://a,b:5433/name` several servers.
 */
export function isWholePostgresUrl(text: string): boolean {
  return isPostgresUrl(text) && serverUrls(text).every(isWholeServerUrl);
}

function isWholeServerUrl(text: string): boolean {
  try {
    const url = new URL(text.replace('@/', '@localhost/').replace(':///', '://localhost/'));
    decodeURIComponent(url.username + url.password);
    return (
      /^\/[^/]+$/.test(url.pathname) &&
      url.hash === '' &&
      SSL_MODES.includes(url.searchParams.get('sslmode')) &&
      TARGETS.includes(url.searchParams.get('target_session_attrs'))
    );
  } catch {
    return false;
  }
}

/** The servers of a URL, each as a URL of its own, in the order in which they are tried. */
export function serverUrls(url: string): string[] {
  const [, start, hosts, rest] = /^([a-z]+:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/is.exec(url) ?? [];
  return start === undefined ? [url] : hosts.split(',').map((host) => start + host + rest);
}

/** Whether a read-only server will do: a standby serves known keys, and cannot count usage. */
export function takesStandby(url: string): boolean {
  const target = /[?&]target_session_attrs=([^&]*)/.exec(url)?.[1];
  return target === undefined ? serverUrls(url).length === 1 : target === 'any';
}

/** A place without secrets, for messages and logs. */
export function placeName(url: string): string {
  return maskUrl(url);
}

import { maskUrl } from '../../masked-url.js';

/** What to write, for messages and help. */
export const POSTGRES_URL_SHAPE = 'postgres://USER:PASSWORD@HOST/DATABASE';

/** Whether a place of a database is one on PostgreSQL, and not a file. */
export function isPostgresUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place);
}

/** What `sslmode` may be, as libpq means it. `prefer` and `allow` would talk in the clear without a word. */
const SSL_MODES: readonly (string | null)[] = [null, 'disable', 'require', 'verify-ca', 'verify-full'];

/** What `target_session_attrs` may be: any server, or one that can be written. */
const TARGETS: readonly (string | null)[] = [null, 'any', 'read-write', 'primary'];

/**
 * Whether the URL names a database and can be read. `postgres:///name` means a socket of this machine, and
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

/** Whether a server that cannot be written will do: a standby serves known keys, and can count no usage. */
export function takesStandby(url: string): boolean {
  const target = /[?&]target_session_attrs=([^&]*)/.exec(url)?.[1];
  return target === undefined ? serverUrls(url).length === 1 : target === 'any';
}

/** A place as it may stand in messages and logs. */
export function placeName(url: string): string {
  return maskUrl(url);
}

import { maskUrl } from '../../masked-url.js';

/** What to write, for messages and help. */
export const POSTGRES_URL_SHAPE = 'postgres://USER:PASSWORD@HOST/DATABASE';

/** Whether a place of a database is one on PostgreSQL, and not a file. */
export function isPostgresUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place);
}

/** Whether the URL names a database and can be read. `postgres:///name` means a socket of this machine. */
export function isWholePostgresUrl(text: string): boolean {
  try {
    const url = new URL(text.replace('@/', '@localhost/').replace(':///', '://localhost/'));
    decodeURIComponent(url.username + url.password);
    return isPostgresUrl(text) && /^\/[^/]+$/.test(url.pathname) && url.hash === '';
  } catch {
    return false;
  }
}

/** A place as it may stand in messages and logs. */
export function placeName(url: string): string {
  return maskUrl(url);
}

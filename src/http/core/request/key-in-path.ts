/**
 * The prefix of a path that contains a key, for other projects' clients that cannot send a header.
 * `/compat/key/KEY/osrm/...` is equivalent to `/compat/osrm/...` sent with that key.
 */
const START = '/compat/key/';
const REST = '/compat';

/** Returns the index where the key ends; -1 if the path has no key, or nothing after the key. */
function endOfKey(path: string): number {
  return path.startsWith(START) ? path.indexOf('/', START.length) : -1;
}

/** Returns the path without the key. */
export function withoutKeyInPath(path: string): string {
  const end = endOfKey(path);
  return end < 0 ? path : REST + path.slice(end);
}

/** Returns `null` if the path has no key. */
export function keyInPath(path: string): string | null {
  const end = endOfKey(path);
  return end < 0 ? null : path.slice(START.length, end);
}

/**
 * The start of a path with a key, for clients of other projects that cannot send a header.
 * `/compat/key/KEY/osrm/...` is `/compat/osrm/...` with a key.
 */
const START = '/compat/key/';
const REST = '/compat';

/** Where the key ends; -1 if there is no key, or nothing after it. */
function endOfKey(path: string): number {
  return path.startsWith(START) ? path.indexOf('/', START.length) : -1;
}

/** The path with the key left out. */
export function withoutKeyInPath(path: string): string {
  const end = endOfKey(path);
  return end < 0 ? path : REST + path.slice(end);
}

/** Null: the path has no key. */
export function keyInPath(path: string): string | null {
  const end = endOfKey(path);
  return end < 0 ? null : path.slice(START.length, end);
}

/**
 * Clients of other projects often cannot send a header. For them a key may stand in the path, behind this:
 * `/compat/key/KEY/osrm/...` is `/compat/osrm/...` with a key.
 */
const START = '/compat/key/';
const REST = '/compat';

/** Where the key ends; -1 when there is none, or nothing stands behind it. */
function endOfKey(path: string): number {
  return path.startsWith(START) ? path.indexOf('/', START.length) : -1;
}

/** The path as it would be without a key in it. */
export function withoutKeyInPath(path: string): string {
  const end = endOfKey(path);
  return end < 0 ? path : REST + path.slice(end);
}

/** Null: there is none. */
export function keyInPath(path: string): string | null {
  const end = endOfKey(path);
  return end < 0 ? null : path.slice(START.length, end);
}

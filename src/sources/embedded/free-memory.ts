import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Long enough for requests in flight on the old dataset to end. */
const WAIT_MS = 500;

let collect: (() => void) | null = null;

/**
 * Has the memory of a dataset that was just replaced given back soon. The engine does not count shared memory as its own, so without a word it lets
 * several old datasets pile up, each of many megabytes, before it looks. The heap itself is small, so this takes some milliseconds, once per swap.
 */
export function freeSoon(): void {
  collect ??= garbageCollector();
  setTimeout(collect, WAIT_MS).unref();
}

/** The collector is reachable without a flag on the command line only through a context made after the flag is set. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return () => gc();
}

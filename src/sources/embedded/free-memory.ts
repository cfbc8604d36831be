import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Long enough for requests in flight on the old dataset to end. */
const WAIT_MS = 500;

let collect: (() => void) | null = null;

/**
 * Has the memory of a replaced dataset given back soon. V8 does not count shared memory as its own. Left
 * alone it lets several old datasets of hundreds of megabytes pile up before it looks. The heap itself is
 * small, so this takes some milliseconds, once for each swap.
 */
export function freeSoon(): void {
  collect ??= garbageCollector();
  setTimeout(collect, WAIT_MS).unref();
}

/**
 * Without a flag on the command line the collector is reachable only from a context made after the flag is
 * set.
 */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return () => gc();
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Long enough for requests in flight on the old dataset to end. */
const WAIT_MS = 500;
/**
 * A collection takes 30 ms of a core, during which no request is answered. All workers change their dataset
 * at once, and on few cores each would wait for the others: 200 ms on two. So each waits for a different
 * additional time.
 */
const SPREAD_MS = 4_000;

let collect: (() => void) | null = null;
let isWaiting = false;
/** Something was replaced during the wait. */
let isWantedAgain = false;

/**
 * Frees the memory of a replaced dataset soon. V8 does not count shared memory as its own. Left alone, it
 * lets several old datasets of hundreds of megabytes pile up. If several swaps follow each other, the first
 * and the last trigger a collection.
 */
export function freeSoon(): void {
  collect ??= garbageCollector();
  isWantedAgain = isWaiting;
  if (isWaiting) return;
  isWaiting = true;
  const then = (): void => {
    collect!();
    isWaiting = false;
    if (isWantedAgain) freeSoon();
  };
  setTimeout(then, WAIT_MS + Math.random() * SPREAD_MS).unref();
}

/**
 * Gets the collector. Without a flag on the command line it is reachable only from a context made after the
 * flag is set.
 */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return () => gc();
}

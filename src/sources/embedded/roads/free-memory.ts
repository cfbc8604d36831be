import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The delay, long enough for in-flight requests on the old dataset to finish. */
const WAIT_MS = 500;
/**
 * The range of an additional random delay. A collection takes 30 ms of a core, during which the worker cannot
 * answer requests. All workers change their dataset at the same time, and on a machine with few cores each
 * would wait for the others: 200 ms with two cores.
 */
const SPREAD_MS = 4_000;

let collect: (() => void) | null = null;
let isWaiting = false;
/** Whether another dataset was replaced during the delay. */
let isWantedAgain = false;

/**
 * Frees a replaced dataset's memory after a short delay. V8 does not count shared memory as its own, so it
 * would otherwise let several old datasets of hundreds of megabytes accumulate. If several swaps follow each
 * other, the first and the last trigger a collection.
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
 * Returns the garbage collector. Without a command-line flag, the collector is accessible only from a context
 * created after the flag is set.
 */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return () => gc();
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * The delay before memory is freed, which is long enough for requests in progress on the old dataset to
 * finish.
 */
const WAIT_MS = 500;
/**
 * The range of a random delay that is added. A garbage collection keeps one core busy for 30 ms, during which
 * the worker cannot answer requests. All workers swap their dataset at the same time, and on a machine with
 * few cores they would have to wait for one another: 200 ms with two cores.
 */
const SPREAD_MS = 4_000;

let collect: (() => void) | null = null;
let isWaiting = false;
/** Whether another dataset was replaced during the delay. */
let isWantedAgain = false;

/**
 * Frees a replaced dataset's memory after a short delay. V8 does not count shared memory as part of its heap,
 * so it would otherwise let several old datasets of hundreds of megabytes accumulate. If several swaps happen
 * in quick succession, only the first and the last one trigger a collection.
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
 * Returns the garbage collector. Without a command-line flag, the garbage collector is accessible only from a
 * context that is created after the program has set the flag.
 */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return () => gc();
}

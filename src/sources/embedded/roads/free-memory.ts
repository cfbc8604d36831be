import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Long enough for requests in flight on the old dataset to end. */
const WAIT_MS = 500;
/**
 * To collect takes 30 ms of a core, in which no request is answered. All workers change at once, and where
 * they collect at once on few cores, each waits for the others: 200 ms on two. So each waits some time more.
 */
const SPREAD_MS = 4_000;

let collect: (() => void) | null = null;
let isWaiting = false;
/** Something was replaced while one waits. */
let isWantedAgain = false;

/**
 * Has the memory of a replaced dataset given back soon. V8 does not count shared memory as its own. Left
 * alone it lets several old datasets of hundreds of megabytes pile up before it looks. Of several
 * swaps in a row, the first and the last have it given back.
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
 * Without a flag on the command line the collector is reachable only from a context made after the flag is
 * set.
 */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return () => gc();
}

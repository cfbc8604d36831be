import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** True when the TypeScript sources run unbuilt (tests): what lives in their process is not of an import. */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/**
 * Collects the garbage of this thread now. Between two stages most of what the first one made is garbage, and
 * V8 would let it lie while others need the memory.
 *
 * The flag is one for all threads, so it stays: another thread may be about to read it. Without a collector
 * nothing is wrong, only more memory is needed.
 *
 * `rounds`: the first frees the values, the second gives the pages that they left half empty back to the
 * system. A round takes as long as what is alive needs to be marked, a second for a gigabyte.
 */
export function collectGarbage(rounds = 2): void {
  if (RUNS_UNBUILT) return;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext("typeof gc === 'function' ? gc : null") as (() => void) | null;
  for (let round = 0; round < rounds; round++) collect?.();
}

/**
 * Passes progress on. Where a phase begins, it collects what the one before has left behind. The phase needs
 * the pages itself, so one round is enough.
 */
export function collectingBetween(
  onProgress: (phase: string, done: number, total: number) => void,
): (phase: string, done: number, total: number) => void {
  let before = '';
  return (phase, done, total) => {
    if (phase !== before) collectGarbage(1);
    before = phase;
    onProgress(phase, done, total);
  };
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Whether the TypeScript sources run unbuilt (in tests), whose process holds more than an import. */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/**
 * Collects the garbage of this thread at once. Between two stages most of the first one's memory is garbage,
 * and V8 would let it lie while others need the memory.
 *
 * The flag is one for all threads, so it stays set: another thread may be about to read it. Without a
 * collector nothing is wrong, the import only needs more memory.
 *
 * `rounds`: the first frees the values, the second returns half-empty pages to the system. A round takes as
 * long as marking everything alive: a second for a gigabyte.
 */
export function collectGarbage(rounds = 2): void {
  if (RUNS_UNBUILT) return;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext("typeof gc === 'function' ? gc : null") as (() => void) | null;
  for (let round = 0; round < rounds; round++) collect?.();
}

/**
 * Passes progress on, and collects the garbage of the previous phase when a new one begins. The new phase
 * needs the pages itself, so one round is enough.
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

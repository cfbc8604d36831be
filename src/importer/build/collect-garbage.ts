import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Whether the TypeScript sources run without a build, as in tests, where the process keeps more in memory
 * than an import does.
 */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/**
 * Runs this thread's garbage collector immediately. Between two stages, most of the first stage's memory is
 * garbage, and V8 would keep it while other threads need the memory.
 *
 * The flag applies to all threads, so it stays set: another thread may be about to read it. If the collector
 * is unavailable, nothing breaks; the import only needs more memory.
 *
 * `rounds`: the first round frees the values, and the second returns half-empty pages to the system. A round
 * takes as long as marking all live objects: one second per gigabyte.
 */
export function collectGarbage(rounds = 2): void {
  if (RUNS_UNBUILT) return;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext("typeof gc === 'function' ? gc : null") as (() => void) | null;
  for (let round = 0; round < rounds; round++) collect?.();
}

/**
 * Forwards progress, and collects the previous phase's garbage when a new phase begins. The new phase needs
 * the freed pages itself, so one round is enough.
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

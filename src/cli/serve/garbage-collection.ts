import { setFlagsFromString } from 'node:v8';

/** Both are read at each collection, so they may be set at any time. */
export const V8_OPTIONS = ['--heap-growing-percent=150', '--concurrent-marking-max-worker-num=1'];

/**
 * Has V8 look through the old part of the heap less often, and with one thread beside the answering one. As it is, it does so with up to four when the 30 MB that live there have become a third more, and where
 * they share the processors with the thread that answers, requests wait for 30 to 60 ms. Memory for that: as much again and a half at most. (Measured: docs/performance.md.)
 */
export function tuneGarbageCollection(): void {
  for (const option of V8_OPTIONS) setFlagsFromString(option);
}

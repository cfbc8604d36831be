import { setFlagsFromString } from 'node:v8';

/** V8 reads both options at each collection, so they may be set at any time. */
export const V8_OPTIONS = ['--heap-growing-percent=150', '--concurrent-marking-max-worker-num=1'];

/**
 * Makes V8 collect the old part of the heap less often, and mark it with one thread beside the answering
 * one. By default V8 collects when the 30 MB that live there have grown by a third, with up to four
 * threads. Where those share the cores with the answering thread, requests wait for 30 to 60 ms. The
 * price is memory: at most one and a half times the live part more. Measured in docs/performance.md.
 */
export function tuneGarbageCollection(): void {
  for (const option of V8_OPTIONS) setFlagsFromString(option);
}

import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** V8 reads both options at each collection, so they can be set at any time. */
export const V8_OPTIONS = ['--heap-growing-percent=150', '--concurrent-marking-max-worker-num=1'];

/**
 * The size of the young generation, which consists of two halves. V8 doubles it up to 32 MiB while many
 * values survive, as when a program is loaded, and a busy service never shrinks it again. At this size, only
 * new searches become slower, by about 4 %; at a quarter of this size, they become 12 % slower.
 */
const YOUNG_BYTES = 8 << 20;
/** The option that fixes the size of the young generation for a new process, in megabytes per half. */
export const YOUNG_OPTION = `--max-semi-space-size=${YOUNG_BYTES / 2 / (1 << 20)}`;
/** V8's growth factor for the young generation when many values survive: 2 (the default) or 1 (no growth). */
const GROW = '--semi-space-growth-factor=2';
export const GROW_NO_MORE = '--semi-space-growth-factor=1';

/**
 * Makes V8 collect the old generation less often, and mark it with only one thread besides the one that
 * answers requests. By default, V8 collects when the 30 MB of live data have grown by a third, using up to
 * four threads. If those threads compete with the answering thread for cores, requests wait for 30 to 60 ms.
 * The cost is additional memory of at most one and a half times the size of the live data. Measured in
 * docs/performance.md.
 */
export function tuneGarbageCollection(): void {
  for (const option of V8_OPTIONS) setFlagsFromString(option);
}

/**
 * Makes V8 stop growing the young generation at `YOUNG_BYTES` in a process that was started without
 * `YOUNG_OPTION`. Call this early, because loading a program fills the young generation. V8 shrinks the young
 * generation in an idle process, and lets it grow back only if growth is allowed. The young generation may
 * double once more before it stops growing.
 */
export function limitYoungSpace(): void {
  let mayGrow = true;
  const observer = new PerformanceObserver(() => {
    const hasRoom = youngBytes() < YOUNG_BYTES;
    if (hasRoom !== mayGrow) setFlagsFromString(hasRoom ? GROW : GROW_NO_MORE);
    mayGrow = hasRoom;
  });
  observer.observe({ entryTypes: ['gc'] });
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}

import { expect, it, onTestFinished } from 'vitest';
import { WorkerWatch } from '../../src/cli/serve/workers/worker-watch.js';

const ASK_MS = 20;
/** Questions that a worker may leave unanswered beyond the seven, until its first answer. */
const MORE = 10;

interface Watched {
  watch: WorkerWatch;
  asked: number[];
  silent: number[];
}

/** Watches worker 1, which answers soon, and worker 2, which never does, except when the test does so. */
function watched(): Watched {
  const [asked, silent]: [number[], number[]] = [[], []];
  const watch = new WorkerWatch({
    ask: (worker) => {
      asked.push(worker);
      if (worker === 1) setImmediate(() => watch.answered(worker));
    },
    onSilent: (worker) => silent.push(worker),
    ask_ms: ASK_MS,
    firstAnswerMore: MORE,
  });
  onTestFinished(() => watch.close());
  watch.add(1);
  watch.add(2);
  return { watch, asked, silent };
}

it('finds the worker that has not answered seven questions, once', async () => {
  const { watch, asked, silent } = watched();
  watch.answered(2);
  await expect.poll(() => asked.filter((worker) => worker === 1).length).toBeGreaterThan(12);
  expect(silent).toEqual([2]);
  expect(asked.filter((worker) => worker === 2).length).toBe(7);
});

it('gives a process that starts on a busy machine longer for its first answer', async () => {
  const { asked, silent } = watched();
  await expect.poll(() => asked.filter((worker) => worker === 1).length).toBeGreaterThan(MORE + 12);
  expect(silent).toEqual([2]);
  expect(asked.filter((worker) => worker === 2).length).toBe(MORE + 7);
});

it('holds nothing against a worker while this process itself stood still', async () => {
  const { watch, asked, silent } = watched();
  watch.remove(2);
  for (let stops = 0; stops < 5; stops++) {
    const before = asked.length;
    // As when the process is stopped, or the machine sleeps: for longer than all questions take.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 * ASK_MS);
    await expect.poll(() => asked.length).toBeGreaterThan(before + 1);
  }
  expect(silent).toEqual([]);
});

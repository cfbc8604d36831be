import { defineConfig } from 'vitest/config';
import { LATE_OPTIMIZER } from './test/late-optimizer.js';
import { PATIENCE_MS } from './test/patience.js';
import SlowFirst from './test/slow-first.js';

/** What all tests share. */
export const shared = {
  // Limits against hanging, not a measure of speed: a machine with much other work is ten times slower.
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: PATIENCE_MS } },
  pool: 'forks',
  // To compile code for speed, and to collect garbage often, costs more than it spares here.
  execArgv: [...LATE_OPTIMIZER, '--max-semi-space-size=32'],
  // More than the two cores of CI: tests wait for clocks and processes, and no core waits with them. Not many
  // more: each process loads all modules, and a program for commands.
  maxWorkers: 5,
  // Files share the modules of a process: to load them anew for each took a third of the time.
  isolate: false,
  globalSetup: ['./test/run-folder.ts'],
  setupFiles: ['./test/processor-time.ts', './test/equal-bytes.ts'],
  reporters: ['default', './test/summary-reporter.ts'],
};

/** Whether `npm test` may ask a file: it holds tests, and no long proofs. CONTRIBUTING has the names. */
export const isAsked = (path: string): boolean =>
  path.endsWith('.test.ts') && !path.endsWith('.proof.test.ts');

/** `npm run test:all`: all but the long proofs. `npm test` asks what a change can break. */
export default defineConfig({
  test: {
    ...shared,
    // One project: a process that goes from one to another loads all modules anew.
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.proof.test.ts'],
    sequence: { sequencer: SlowFirst },
  },
});

import { defineConfig } from 'vitest/config';

/** `npm test`: all but the long proofs, which are `npm run proof`. CONTRIBUTING has the rule of names. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.proof.test.ts'],
    // A limit against hanging, not a measure of speed: machines under load are slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    // More than the two cores of CI: a third of the time, a test waits for a clock or for another process.
    maxWorkers: 3,
    globalSetup: ['./test/run-folder.ts'],
    reporters: ['default', './test/summary-reporter.ts'],
  },
});

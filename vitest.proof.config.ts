import { defineConfig } from 'vitest/config';
import { shared } from './vitest.config.js';
import SlowFirst from './test/slow-first.js';

/** `npm run proof`: what takes long. Variables make random proofs larger: see CONTRIBUTING. */
export default defineConfig({
  // Proofs keep a core busy, and some hold a country: fewer at once, each with modules of its own.
  test: {
    ...shared,
    maxWorkers: 4,
    isolate: true,
    // Likewise only against hanging: a set-up may import two countries while others do.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    include: ['test/**/*.proof.test.ts'],
    sequence: { sequencer: SlowFirst },
  },
});

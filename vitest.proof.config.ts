import { defineConfig } from 'vitest/config';
import whole from './vitest.config.js';

/** `npm run proof`: what takes long. Variables make random proofs larger: see CONTRIBUTING. */
export default defineConfig({
  test: { ...whole.test, include: ['test/**/*.proof.test.ts'], exclude: [] },
});

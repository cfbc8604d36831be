import { defineConfig } from 'vitest/config';
import { shared } from './vitest.config.js';

/** `npm run proof`: what takes long. Variables make random proofs larger: see CONTRIBUTING. */
export default defineConfig({ test: { ...shared, include: ['test/**/*.proof.test.ts'] } });

import { defineConfig, mergeConfig } from 'vitest/config';
import whole from './vitest.config.js';

/** `npm run test:fast`: what takes seconds and needs no build, for while one works. */
export default mergeConfig(whole, defineConfig({ test: { exclude: ['test/**/*.slow.test.ts'] } }));

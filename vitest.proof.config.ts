import { defineConfig } from 'vitest/config';
import whole from './vitest.config.js';

/**
 * `npm run proof`: what takes long, and the random proofs of `npm test` once more with larger numbers. A
 * variable that is set already keeps its value.
 */
export default defineConfig({
  test: {
    ...whole.test,
    include: [
      'test/**/*.proof.test.ts',
      'test/{e2e,importer,osm}/fuzz.slow.test.ts',
      'test/e2e/plain-or-not.slow.test.ts',
      'test/geocoding/search-random.slow.test.ts',
      'test/routing/{random-routes,current-roads}.slow.test.ts',
      'test/routing/{no-path,rules-off,ascii/checked-routes}.test.ts',
      'test/e2e/database-away.slow.test.ts',
      'test/cli/import.slow.test.ts',
    ],
    exclude: [],
    env: {
      GAZARCH_FUZZ_CASES: '300',
      GAZARCH_FUZZ_ROUNDS: '3',
      GAZARCH_PLAIN_CASES: '5000',
      GAZARCH_SEARCH_QUERIES: '1500',
      GAZARCH_TEST_CHECKED: '1000',
      GAZARCH_TEST_NO_PATH: '300',
      GAZARCH_TEST_RULES_ORIGINS: '12',
      GAZARCH_TEST_TOWNS: '100',
      GAZARCH_TEST_CHANGED_PAIRS: '50',
      GAZARCH_TEST_KILLS: '8',
      GAZARCH_TEST_AWAY_S: '20',
      ...process.env,
    },
  },
});

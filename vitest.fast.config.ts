import { defineConfig, mergeConfig } from 'vitest/config';
import whole from './vitest.config.js';

/** `npm run test:fast`: all but the long proofs and what needs a build, for while one works. */
export default mergeConfig(
  whole,
  defineConfig({
    test: {
      exclude: [
        // They start the built program.
        'test/cli/{import,import-faults,fault-loop,datasets-command,garbage-collection}.test.ts',
        'test/cli/{serve,serve-keys,serve-postgres,full-log,usage-command}.test.ts',
        'test/cli/{serve-console,users-command,keys-command,keys-change,keys-postgres}.test.ts',
        'test/console/package.test.ts',
        'test/deploy/{dockerfile,systemd}.test.ts',
        'test/e2e/{product,workers,draining,hanging-worker,replicas,dataset-states,descriptors}.test.ts',
        'test/e2e/{redis-limits,metrics,usage,dataset-by-url,database-away,other-engines}.test.ts',
        'test/sources/{current-dataset,osrm,valhalla}.test.ts',
        // Long proofs by random input, or on whole extracts.
        'test/**/fuzz.test.ts',
        'test/geocoding/{search-random,reverse-consistency,reverse-geodata,scoreboard}.test.ts',
        'test/geocoding/{reverse-areas,probes}.test.ts',
        'test/routing/{monaco-routes,hierarchy,random-routes,snap}.test.ts',
        'test/routing/ascii/**',
        'test/sample/**',
        // They drive a browser through every page.
        'test/console/{web/pages,ways-in-chromium}.test.ts',
        // Each person in them costs a hash of a password, which takes long on purpose.
        'test/console/{sqlite,postgres}-console.test.ts',
        'test/e2e/console-walk.test.ts',
        'test/map-page/**',
        'test/osm/real-*.test.ts',
        'test/geocoding/{area-geodata,reverse-random,stable-ids}.test.ts',
        'test/keys/two-processes.test.ts',
        'test/usage/{several-processes,usage-writer}.test.ts',
        'test/cli/keys-faults.test.ts',
        'test/osm/random-area.test.ts',
        'test/importer/download.test.ts',
        // They wait for windows of real Redis servers.
        'test/limits/{redis-*,replicas-simulation,window-contract}.test.ts',
        'test/e2e/{request-log,plain-or-not,plain-connection}.test.ts',
        'test/routing/{position-tree,recent-arcs,dissection}.test.ts',
        'test/routing/{explain,profiles/**}.test.ts',
      ],
    },
  }),
);

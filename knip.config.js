import process from 'node:process';

/**
 * What nobody uses; `npm run lint` runs this twice. With tests, benchmarks and scripts it finds dead files,
 * dependencies and exports. With `--production` only entries and files with a `!` count: it finds what `src`
 * has for tests alone.
 */
export default {
  entry: [
    // The program, and what runs in processes and threads of its own.
    'src/cli/{main,program}.ts!',
    'src/cli/serve/{worker-entry,worker-main}.ts!',
    'src/**/*-worker.ts!',
    // Bundles of their own: scripts/build-*.mjs.
    'src/console/{run-console,console-commands}.ts!',
    'src/client/client.ts!',
    'src/mcp/run-mcp.ts!',
    'src/offline/{offline,node-globals}.ts!',
    'src/web/map/offline/service-worker.ts!',
    'src/web/{console,map}/main.tsx!',
    'src/web/map/box/search-box.tsx!',
    'src/web/map/map/public-style.ts!',
    // What people run.
    'bench/*.ts',
    'bench/peers/*.ts',
    'sample/*.mjs',
    'scripts/*.mjs',
    'test/**/*.test.ts',
  ],
  project: ['src/**/*.{ts,tsx}!', '{test,bench,sample,scripts}/**/*.{ts,tsx,mjs}'],
  // A function that its own file uses may be exported for its test. One that only tests use may not.
  ignoreExportsUsedInFile: process.argv.includes('--production'),
  ignoreIssues: {
    // The profiles with default settings: tests build nearly all their roads with them.
    'src/routing/profiles/{driving,profiles}.ts': ['exports'],
    // Opened through open-database.ts; tests of files open it alone.
    'src/keys/sqlite/sqlite-key-store.ts': ['exports'],
  },
  // Files of these packages are read, not imported: build-viewers.mjs, test/console/web/chromium.ts, and the
  // pages of docs/map-style.md in test/map-page/style-examples.slow.test.ts.
  ignoreDependencies: [
    ...['@fastify/swagger-ui', 'redoc', 'axe-core'],
    ...['leaflet', '@maplibre/maplibre-gl-leaflet', 'ol', 'ol-mapbox-style'],
  ],
  // Commands of the system. Tests that need one which is not there are skipped, and say so.
  ignoreBinaries: ['.*'],
};

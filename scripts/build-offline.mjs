/**
 * Bundles `gazarch/offline` into `dist/offline`: `offline.js` for pages, workers and Node, and
 * `offline-worker.js`, the engine in a worker of a browser. Nothing in them imports anything.
 */
import { build } from 'esbuild';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { OFFLINE_TYPES } from './offline-types.mjs';
import { writeLicenses } from './write-licenses.mjs';

const root = resolve(import.meta.dirname, '..');

/** Options of esbuild for what runs an engine in a browser. */
export const engineBuild = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: ['chrome109', 'firefox115', 'safari16.4', 'node20'],
  inject: [join(root, 'src/offline/node-globals.ts')],
  tsconfigRaw: { compilerOptions: { target: 'ES2022' } },
  legalComments: 'none',
  logLevel: 'warning',
};

/** @param {string} folder @returns {Promise<import('esbuild').Metafile>} */
export async function buildOffline(folder) {
  const { metafile } = await build({
    ...engineBuild,
    entryPoints: ['offline', 'offline-worker'].map((name) => join(root, `src/offline/${name}.ts`)),
    outdir: folder,
    metafile: true,
  });
  return metafile;
}

if (process.argv[1] === import.meta.filename) {
  const folder = join(root, 'dist/offline');
  // The single modules are in the bundles; `kept` and `export` are rooms of the program.
  for (const name of ['offline.js', 'offline.js.map', 'offline-worker.js', 'offline-worker.js.map'])
    rmSync(join(folder, name), { force: true });
  mkdirSync(folder, { recursive: true });
  const metafile = await buildOffline(folder);
  writeLicenses(root, metafile, join(folder, 'LICENSES.txt'));
  writeFileSync(join(folder, 'offline.d.ts'), OFFLINE_TYPES);
}

/**
 * Bundles the command line and the worker process into some dozens of files in `dist/program`, and has what
 * `build-modules.mjs` wrote for them point there. To find, open and link 650 files took half a second of
 * every start; to load these takes a third of it. Each is bundled alone: what both have is there twice, but a
 * worker opens 11 files instead of 80. The files of pages stay where the other scripts put them.
 */
import { build } from 'esbuild';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { writeLicenses } from './write-licenses.mjs';

const root = resolve(import.meta.dirname, '..');
const source = join(root, 'src');
const target = join(root, 'dist/program');

/** Libraries of hundreds of small files. All others are loaded from where they are installed. */
const INSIDE = new Set(['kysely', '@sinclair/typebox']);

/** What is bundled: a file in `dist/program`, and the module that leads to it. */
const ENTRIES = {
  program: 'cli/program',
  'worker-main': 'cli/serve/worker-main',
  // In threads; the others load a few files, or are rarely needed.
  'routing-worker': 'importer/build/routing-worker',
  'roads-worker': 'sources/embedded/roads/roads-worker',
  // A process, while somebody waits for a closure.
  'roads-process': 'sources/embedded/roads/roads-process',
  'own-places-worker': 'sources/embedded/geocoder/own-places-worker',
};

/** Code finds threads and pages from where its own file would be in `dist`. */
const placesOfFiles = {
  name: 'places-of-files',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const place = relative(source, path).split(sep).join('/').replace(/\.ts$/, '.js');
      const url = `new URL('../${place}', import.meta.url).href`;
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};

/** These have bundles of their own; see build-console.mjs and build-mcp.mjs. */
const bundlesOutside = {
  name: 'bundles-outside',
  setup({ onResolve }) {
    onResolve({ filter: /\/(console\/(run-console|open-services)|mcp\/run-mcp)\.js$/ }, ({ path }) => ({
      path: `../${path.split('/').slice(-2).join('/')}`,
      external: true,
    }));
  },
};

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
rmSync(target, { recursive: true, force: true });
const inputs = {};
for (const [out, path] of Object.entries(ENTRIES)) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [{ out, in: `src/${path}.ts` }],
    outdir: target,
    bundle: true,
    splitting: true,
    // Beside the entries: all code stands equally deep, which `placesOfFiles` relies on.
    chunkNames: `${out}-[hash]`,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: Object.keys(dependencies).filter((name) => !INSIDE.has(name)),
    plugins: [placesOfFiles, bundlesOutside],
    legalComments: 'inline',
    // What is there twice shall not take more room in the package.
    minifyWhitespace: true,
    metafile: true,
    logLevel: 'warning',
  });
  Object.assign(inputs, metafile.inputs);
  const up = '../'.repeat(path.split('/').length - 1);
  writeFileSync(join(root, `dist/${path}.js`), `export * from '${up}program/${out}.js';\n`);
}
writeLicenses(root, { inputs }, join(target, 'LICENSES.txt'));

/**
 * Builds the page of the map: `src/web/map` into a folder with `index.html`, `app/` and `search-box.js`.
 * Files in `app/` have a hash of their content in the name, so they may be cached for ever. The map library
 * is inside: a user needs these few files and not its package, which weighs 30 MB. The page has no inline
 * script and no inline style.
 */
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { engineBuild } from './build-offline.mjs';
import { writeLicenses } from './write-licenses.mjs';
import { gzipSync } from 'node:zlib';
import { buildSprites } from './build-sprites.mjs';

const root = resolve(import.meta.dirname, '..');
const source = join(root, 'src/web/map');
const library = join(root, 'node_modules/maplibre-gl');
const TARGET = ['chrome123', 'firefox120', 'safari17.5'];

/**
 * @param {string} folder is emptied first
 * @returns {Promise<{ bytes: Record<string, { plain: number, gzip: number }> }>} sizes by file in `app/`
 */
export async function buildMapPage(folder) {
  const app = join(folder, 'app');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });
  const common = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    target: TARGET,
    tsconfig: join(root, 'src/web/tsconfig.json'),
    legalComments: 'none',
    logLevel: 'warning',
  };
  const { metafile } = await build({
    ...common,
    entryPoints: {
      page: join(source, 'main.tsx'),
      look: join(source, 'look/look.css'),
      icon: join(root, 'src/web/shared/icon.svg'),
      worker: join(library, 'dist/maplibre-gl-worker.mjs'),
    },
    outdir: app,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    format: 'esm',
    loader: { '.svg': 'copy' },
    metafile: true,
  });
  await build({
    ...common,
    entryPoints: [join(source, 'box/search-box.tsx')],
    outfile: join(folder, 'search-box.js'),
    format: 'iife',
  });
  const engine = await build({
    ...engineBuild,
    entryPoints: { 'offline-worker': join(root, 'src/offline/offline-worker.ts') },
    outdir: app,
    entryNames: '[name]-[hash]',
    metafile: true,
  });
  const built = (ending) =>
    basename(Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(ending))[0]);
  const icon = readdirSync(app).find((name) => name.startsWith('icon-'));
  const page = readFileSync(join(source, '../shared/page.html'), 'utf8')
    .replace('{{head}}', readFileSync(join(source, 'head.html'), 'utf8'))
    .replace('{{script}}', `/map/app/${built('main.tsx')}`)
    .replace('{{preload}}', preloads(metafile.outputs))
    .replace('{{offline-worker}}', `/map/app/${basename(Object.keys(engine.metafile.outputs)[0])}`)
    .replaceAll('{{worker}}', `/map/app/${built('maplibre-gl-worker.mjs')}`)
    .replace('{{style}}', `/map/app/${built('look.css')}`)
    .replace('{{icon}}', `/map/app/${icon}`);
  writeFileSync(join(folder, 'index.html'), page);
  const serviceWorker = await buildServiceWorker(folder, common);
  copyFileSync(join(library, 'LICENSE.txt'), join(app, 'maplibre-gl.LICENSE.txt'));
  const inputs = { ...metafile.inputs, ...engine.metafile.inputs, ...serviceWorker.inputs };
  writeLicenses(root, { inputs }, join(app, 'LICENSES.txt'));
  buildSprites(join(folder, 'sprites'));
  await writeStyles(join(folder, 'styles'), common);
  return { bytes: sizes(app) };
}

/** The layers of the map for the maps of others: the same code as in the page, run once for each look. */
async function writeStyles(folder, common) {
  mkdirSync(folder);
  const { outputFiles } = await build({
    ...common,
    entryPoints: [join(source, 'map/public-style.ts')],
    ...{ format: 'esm', write: false },
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const { publicLayers, PALETTES } = await import(`data:text/javascript;base64,${code}`);
  for (const palette of PALETTES)
    for (const language of ['mn', 'en'])
      writeFileSync(
        join(folder, `${palette.name}-${language}.json`),
        JSON.stringify({ layers: publicLayers(palette, language) }),
      );
}

/** It knows the files of the page by name, so another page has another worker, and browsers see that. */
async function buildServiceWorker(folder, common) {
  const files = readdirSync(join(folder, 'app')).filter((name) => !name.endsWith('.txt'));
  const hash = createHash('sha256').update(readFileSync(join(folder, 'index.html')));
  const { metafile } = await build({
    ...common,
    metafile: true,
    entryPoints: [join(source, 'offline/service-worker.ts')],
    outfile: join(folder, 'service-worker.js'),
    format: 'iife',
    define: {
      PAGE_FILES: JSON.stringify(files.map((name) => `/map/app/${name}`)),
      PAGE_VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
    },
  });
  return metafile;
}

/** The map library comes beside the page, not behind it. What works on files waits for the first of them. */
function preloads(outputs) {
  const found = new Set();
  const add = (path) => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: own, kind } of outputs[path].imports) if (kind === 'import-statement') add(own);
  };
  const outputOf = (source) =>
    Object.keys(outputs).find((path) => outputs[path].entryPoint?.endsWith(source));
  add(outputOf('draw-map.ts'));
  add(outputOf('main.tsx'));
  found.delete(outputOf('main.tsx'));
  return [...found].map((path) => `<link rel="modulepreload" href="/map/app/${basename(path)}" />`).join('');
}

function sizes(app) {
  return Object.fromEntries(
    readdirSync(app).map((name) => {
      const plain = readFileSync(join(app, name));
      return [name, { plain: plain.length, gzip: gzipSync(plain, { level: 9 }).length }];
    }),
  );
}

if (process.argv[1] === import.meta.filename) await buildMapPage(join(root, 'dist/map-page'));

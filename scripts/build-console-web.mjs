/**
 * Builds the pages of the developer console: `src/web/console` into a folder with `index.html` and `assets/`.
 * Files in `assets/` have a hash of their content in the name, so they may be cached for ever. Each of them
 * stands there compressed, too (`.br`, `.gz`). The page has no inline script and no inline style.
 */
import { build } from 'esbuild';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { writeLicenses } from './write-licenses.mjs';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const root = resolve(import.meta.dirname, '..');
const source = join(root, 'src/web/console');
/** Of the page with a map, and of no other. */
const library = join(root, 'node_modules/maplibre-gl/dist');

/** Smaller files gain nothing: they fit into one packet anyway. */
const COMPRESS_FROM_BYTES = 1000;

/**
 * @param {string} folder is emptied first
 * @returns {Promise<void>}
 */
export async function buildConsoleWeb(folder) {
  const assets = join(folder, 'assets');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(assets, { recursive: true });
  const result = await build({
    absWorkingDir: root,
    entryPoints: {
      console: join(source, 'main.tsx'),
      look: join(source, 'look/look.css'),
      icon: join(root, 'src/web/shared/icon.svg'),
      'draw-worker': join(library, 'maplibre-gl-worker.mjs'),
      'draw-map': join(library, 'maplibre-gl.css'),
    },
    outdir: assets,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    loader: { '.svg': 'copy' },
    tsconfig: join(root, 'src/web/tsconfig.json'),
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  const entries = Object.entries(result.metafile.outputs).filter(([, { entryPoint }]) => entryPoint);
  const built = (file) => basename(entries.find(([, { entryPoint }]) => entryPoint.endsWith(file))[0]);
  const icon = readdirSync(assets).find((name) => name.startsWith('icon-'));
  const page = readFileSync(join(source, '../shared/page.html'), 'utf8')
    .replace('{{head}}', readFileSync(join(source, 'head.html'), 'utf8'))
    .replace('{{map-worker}}', built('maplibre-gl-worker.mjs'))
    .replace('{{map-look}}', built('maplibre-gl.css'))
    .replace('{{script}}', `/assets/${built('main.tsx')}`)
    .replace('{{preload}}', preloads(result.metafile.outputs))
    .replace('{{style}}', `/assets/${built('look.css')}`)
    .replace('{{icon}}', `/assets/${icon}`);
  writeFileSync(join(folder, 'index.html'), page);
  writeLicenses(root, result.metafile, join(folder, 'LICENSES.txt'));
  await compressAll(assets);
}

/** What the script imports is asked for along with it, not after it. */
function preloads(outputs) {
  const script = Object.values(outputs).find(({ entryPoint }) => entryPoint?.endsWith('main.tsx'));
  return script.imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => `<link rel="modulepreload" href="/assets/${basename(path)}" />`)
    .join('');
}

/** In threads, so that all cores work: it is the longest part of a build. */
async function compressAll(assets) {
  const compress = async (name) => {
    const plain = readFileSync(join(assets, name));
    if (plain.length < COMPRESS_FROM_BYTES) return;
    const [zipped, smaller] = [promisify(gzip)(plain, { level: 9 }), promisify(brotliCompress)(plain)];
    writeFileSync(join(assets, `${name}.gz`), await zipped);
    writeFileSync(join(assets, `${name}.br`), await smaller);
  };
  await Promise.all(readdirSync(assets).map(compress));
}

if (process.argv[1] === import.meta.filename) await buildConsoleWeb(join(root, 'dist/console/web'));

/**
 * Bundles the server of the developer console into `dist/console`, in place of the single modules. The
 * libraries that it is made of (accounts, HTTP, mail) are inside, so a user installs nothing for it. What the
 * rest of the program depends on anyway stays outside.
 */
import { build } from 'esbuild';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeLicenses } from './write-licenses.mjs';

const root = resolve(import.meta.dirname, '..');
const target = join(root, 'dist/console');

/** Libraries in CommonJS ask for Node's own modules by `require`. */
const REQUIRE = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);`;

for (const name of readdirSync(target))
  if (name !== 'web') rmSync(join(target, name), { recursive: true, force: true });

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/console/run-console.ts', 'src/console/open-services.ts'],
  outdir: target,
  bundle: true,
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: Object.keys(dependencies),
  banner: { js: REQUIRE },
  minifySyntax: true,
  minifyWhitespace: true,
  minifyIdentifiers: true,
  keepNames: true,
  legalComments: 'inline',
  metafile: true,
  logLevel: 'warning',
});
writeLicenses(root, metafile, join(target, 'LICENSES.txt'));

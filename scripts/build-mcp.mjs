/**
 * Bundles the tools for assistants into `dist/mcp`, in place of the single modules, with the library of
 * their protocol inside. Only `gazarch mcp` loads it.
 */
import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeLicenses } from './write-licenses.mjs';

const root = resolve(import.meta.dirname, '..');
const target = join(root, 'dist/mcp');

rmSync(target, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/mcp/run-mcp.ts'],
  outdir: target,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  minifyIdentifiers: true,
  keepNames: true,
  legalComments: 'inline',
  metafile: true,
  logLevel: 'warning',
});
writeLicenses(root, metafile, join(target, 'LICENSES.txt'));

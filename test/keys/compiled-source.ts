import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** What child processes of tests import. What these import comes along. */
const ENTRIES = ['keys', 'database', 'usage', 'cli/commands/keys/keys-command.ts'];

/**
 * Translates files for plain Node, without type checks. So a test with several processes never runs
 * a stale build. The folder is below node_modules, so that imports of packages resolve.
 * @returns the folder; it is removed after the tests of the file
 */
export function compileSource(): string {
  const parent = join(root, 'node_modules', '.cache');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'gazarch-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  buildSync({
    absWorkingDir: root,
    entryPoints: [...withImports(ENTRIES.flatMap(filesOf))].map((source) => `src/${source}`),
    outbase: 'src',
    outdir: folder,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    logLevel: 'warning',
  });
  return folder;
}

/** These files and all of ours that they import, at once or later. */
function withImports(entries: readonly string[]): Set<string> {
  const found = new Set(entries);
  for (const source of found) {
    const text = readFileSync(join(root, 'src', source), 'utf8');
    for (const [, path] of text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)\.js'/g))
      found.add(join(dirname(source), `${path}.ts`));
  }
  return found;
}

function filesOf(source: string): string[] {
  return source.endsWith('.ts')
    ? [source]
    : readdirSync(join(root, 'src', source), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(source, name));
}

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** What a child process of a test needs, and what these files import. */
const SOURCES = [
  'errors.ts',
  'keys',
  'cli/settings.ts',
  'cli/output.ts',
  'cli/keys-command.ts',
  'cli/expiry-date.ts',
  'geocoding/reverse-limits.ts',
];

/**
 * Translates these files for plain node, without a look at types, so that a test of several processes never runs a
 * stale build. Below node_modules, so that imports of packages resolve. @returns the folder, removed after the file's tests
 */
export function compileSource(): string {
  const parent = join(root, 'node_modules', '.cache');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'gazarch-test-'));
  // Also for a child process of another user.
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const source of SOURCES.flatMap(filesOf)) {
    const text = readFileSync(join(root, 'src', source), 'utf8');
    const compilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    };
    const path = join(folder, source.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, ts.transpileModule(text, { compilerOptions, fileName: source }).outputText);
  }
  return folder;
}

function filesOf(source: string): string[] {
  return source.endsWith('.ts')
    ? [source]
    : readdirSync(join(root, 'src', source)).map((name) => join(source, name));
}

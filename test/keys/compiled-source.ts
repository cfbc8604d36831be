import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** The files that a child process of a test needs, with all that they import. */
const SOURCES = [
  'errors.ts',
  'masked-url.ts',
  'database',
  'keys',
  'usage',
  'cli/terminal/settings.ts',
  'cli/terminal/output.ts',
  'cli/terminal/expiry-date.ts',
  'cli/terminal/key-database-remedy.ts',
  'cli/terminal/open-key-store.ts',
  'cli/commands/keys-command.ts',
  'cli/commands/keys-copy.ts',
  'cli/commands/keys-create.ts',
  'cli/commands/key-database.ts',
  'cli/commands/key-text.ts',
  'geocoding/reverse/reverse-limits.ts',
  'http/core/settings.ts',
];

/**
 * Translates these files for plain Node, without type checks. So a test with several processes never runs
 * a stale build. The folder is below node_modules, so that imports of packages resolve.
 * @returns the folder; it is removed after the tests of the file
 */
export function compileSource(): string {
  const parent = join(root, 'node_modules', '.cache');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'gazarch-test-'));
  // A child process of another user must read it, too.
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
    : readdirSync(join(root, 'src', source), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(source, name));
}

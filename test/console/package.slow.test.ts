import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { sourceFile, targetsOf } from '../tidy/imports.js';

/** What a user installs for the console, and what the API loads of it. `npm test` builds it first. */

const root = resolve(import.meta.dirname, '../..');
const built = join(root, 'dist/console');

const files = readdirSync(built, { recursive: true, encoding: 'utf8' })
  .map((name) => join(built, name))
  .filter((path) => statSync(path).isFile());

/** What built files import from elsewhere, as the bundler reads them. */
async function importsOf(paths: string[]): Promise<Set<string>> {
  const { metafile } = await build({
    ...{ entryPoints: paths, bundle: true, write: false, metafile: true, logLevel: 'silent' },
    ...{ packages: 'external', platform: 'node', format: 'esm', outdir: join(root, 'data') },
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  // Libraries in CommonJS ask while they run.
  const asked = paths.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/__require\d*\("([^"]+)"\)/g),
  ]);
  return new Set([
    ...imports.filter(({ external }) => external).map(({ path }) => path),
    ...asked.map(([, name]) => name),
  ]);
}

describe('the console in the package', () => {
  it('has less than 10 MB', () => {
    const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
    expect(bytes).toBeGreaterThan(500_000);
    expect(bytes).toBeLessThan(10_000_000);
  });

  it('needs no package that the rest does not need', async () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const kept of ['better-auth', 'fastify', 'nodemailer', 'esbuild', 'zod'])
      expect(Object.keys(dependencies)).not.toContain(kept);
    const imports = await importsOf(files.filter((path) => path.endsWith('.js') && !path.includes('/web/')));
    expect(imports.size).toBeGreaterThan(2);
    const names = [...imports]
      .filter((name) => !name.startsWith('node:') && !isBuiltin(name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    expect(names.filter((name) => !(name in dependencies))).toEqual([]);
  });

  it('is loaded by no process of the API', () => {
    const src = join(root, 'src');
    const ways = new Map<string, string>();
    const visit = (path: string, from: string): void => {
      if (ways.has(path)) return;
      ways.set(path, from);
      const text = readFileSync(join(src, path), 'utf8').replace(/import type[^;]*;/g, '');
      for (const target of targetsOf(sourceFile(path, text))) visit(target, path);
    };
    for (const entry of [
      'cli/serve/worker-main.ts',
      'cli/serve/serve-alone.ts',
      'cli/serve/serve-workers.ts',
      'cli/serve/run-service.ts',
    ])
      visit(entry, '');
    expect(ways.size).toBeGreaterThan(100);
    expect([...ways.keys()].filter((path) => path.startsWith('console/'))).toEqual([]);
    // This one starts it, and is itself only loaded with --console.
    expect([...ways.keys()]).toContain('cli/serve/console/console-process.ts');
  });
});

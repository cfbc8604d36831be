import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Errors of ours are known by their mark (`InputError.is(error)`), for each bundle has its own copy of their
 * classes, and `instanceof` says no to an error of another copy.
 */

const src = resolve(import.meta.dirname, '../../src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }));

/** Names of the classes of errors that these files declare. */
function errorClasses(texts: readonly string[]): Set<string> {
  const found = new Set(['Error']);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const text of texts)
      for (const [, name, base] of text.matchAll(/class (\w+)(?:<[^>]*>)? extends (\w+)/g))
        if (found.has(base)) found.add(name);
  }
  found.delete('Error');
  return found;
}

/** Each `instanceof` with a class of errors of ours, as a sentence. */
function broken(sources: readonly { path: string; text: string }[]): string[] {
  const ours = errorClasses(sources.map(({ text }) => text));
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\binstanceof\s+(\w+)/g)]
      .filter(([, name]) => ours.has(name))
      .map(([, name]) => `${path} asks instanceof ${name}: write ${name}.is(error)`),
  );
}

it('no file asks an error of ours by instanceof', () => {
  expect(errorClasses(files.map(({ text }) => text)).size).toBeGreaterThan(10);
  expect(broken(files)).toEqual([]);
});

it('notices one that does', () => {
  const text = 'class A extends B {}\nif (e instanceof A || e instanceof B || e instanceof Error) f();\n';
  const planted = [
    { path: 'x.ts', text },
    { path: 'y.ts', text: 'class B extends Error {}' },
  ];
  expect(broken(planted)).toEqual([
    'x.ts asks instanceof A: write A.is(error)',
    'x.ts asks instanceof B: write B.is(error)',
  ]);
});

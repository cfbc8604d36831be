import { ESLint } from 'eslint';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { missingNames } from '../../scripts/check-names.mjs';

/** Rules of CONTRIBUTING that a tool holds, each broken once. Nothing is written to disk. */

const root = resolve(import.meta.dirname, '../..');

async function errorsOf(path: string, text: string): Promise<(string | null)[]> {
  const only = ['max-params', 'max-lines', 'max-lines-per-function'];
  const eslint = new ESLint({
    cwd: root,
    ruleFilter: ({ ruleId }) => only.includes(ruleId),
    // These rules need no types, which take a minute to find.
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  });
  const [{ messages }] = await eslint.lintText(text, { filePath: resolve(root, path) });
  return messages.filter(({ severity }) => severity === 2).map(({ ruleId }) => ruleId);
}

const lines = (count: number): string => '  run();\n'.repeat(count);

it.each([
  ['five parameters', 'export const f = (a, b, c, d, e) => a + b + c + d + e;\n', 'max-params'],
  ['a function of 71 lines', `export function f() {\n${lines(69)}}\n`, 'max-lines-per-function'],
  ['a file of 401 lines', `run();\n`.repeat(401), 'max-lines'],
])('%s is an error in src', async (_, text, rule) => {
  expect(await errorsOf('src/errors.ts', text)).toEqual([rule]);
});

it.each([
  ['four parameters', 'export const f = (a, b, c, d) => a + b + c + d;\n'],
  ['a function of 70 lines', `export function f() {\n${lines(68)}}\n`],
  ['a file of 400 lines', `run();\n`.repeat(400)],
])('%s is none', async (_, text) => {
  expect(await errorsOf('src/errors.ts', text)).toEqual([]);
});

it('a test may have 500 lines, and functions of any length', async () => {
  const file = 'test/tidy/columns.test.ts';
  expect(await errorsOf(file, `describe('it', () => {\n${lines(498)}});\n`)).toEqual([]);
  expect(await errorsOf(file, `run();\n`.repeat(501))).toEqual(['max-lines']);
});

it('a comment or a page may name files that exist, and no others', () => {
  const files = ['src/geo/ring.ts', 'docs/scale.md'];
  const text = '// As ring.ts, geo/ring.ts and ./ring.ts say, not rings.ts.\nrun("absent.ts");\n';
  expect(missingNames('src/geo/x.ts', text, files)).toEqual(['src/geo/x.ts:1: there is no rings.ts']);
  const page = 'See [this](scale.md), [that](scales.md) and `src/geo/ring.ts`.\n';
  expect(missingNames('docs/x.md', page, files)).toEqual(['docs/x.md:1: there is no scales.md']);
});

import { ESLint } from 'eslint';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { missingNames } from '../../scripts/check-names.mjs';
import { commentFindings, proseFindings } from '../../scripts/check-prose.mjs';

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

const rulesOf = (file: string, text: string): string[] =>
  proseFindings(file, text).map((finding) => finding.replace(/^([^:]*:\d+): (.{12}).*$/, '$1 $2'));

it.each([
  ['a block', '/** What is refused counts in no window. */\nrun();\n', 1],
  ['lines', 'run();\n// It starts. Which key\n// is meant is unknown.\n', 2],
  ['a second sentence', '/**\n * Keys.\n * Of a long name the first part is kept.\n */\n', 3],
  ['a tag', '/**\n * Finds it.\n * @returns it. Who asks waits.\n */\n', 3],
  ['a style sheet', '/* Whose width is fixed. */\n.a {}\n', 1],
])('%s that begins with a relative is found among comments', (_, text, line) => {
  expect(commentFindings('src/x.ts', text)).toEqual([
    expect.stringContaining(`src/x.ts:${line}: a comment begins with its subject`),
  ]);
});

it('a comment may begin with all else, and ask', () => {
  const text =
    '/** What is a key? A text, of which only a hash is kept. */\n// Off: nobody is asked.\nrun("What");\n';
  expect(commentFindings('src/x.ts', text)).toEqual([]);
});

it.each([
  ['41 words', `${'one two '.repeat(20)}end.`, 'at most 40 w'],
  ['a relative clause', 'What is refused counts in no window.', 'no relative '],
  ['another', 'Which keys work is in the list.', 'no relative '],
  ['"Of" at the start', 'Of a long text the first part is kept.', 'do not begin'],
  ['history', 'It is no longer refused.', 'say what is '],
  ['history at the end', 'Keys are as they are now.', 'say what is '],
  ['decoration', 'You simply start it.', 'no decoratio'],
  ['a word we do not use', 'The request is rejected.', 'words of doc'],
  ['a word twice', 'It reads the the file.', 'a word or a '],
])('%s on a page is found', (_, sentence, rule) => {
  expect(rulesOf('docs/x.md', `# X\n\nIt starts. ${sentence}\n`)).toEqual([`docs/x.md:3 ${rule}`]);
  expect(rulesOf('docs/x.md', `| a |\n| --- |\n| ${sentence} |\n`)).toEqual([`docs/x.md:3 ${rule}`]);
});

it('a page may say all else', () => {
  const page = [
    `${'two one '.repeat(19)}the end. What is a key?`,
    `${'`code` '.repeat(60)}end. The name is no longer than 80 letters.`,
    '```sh\nWhat is here  here is code.\n```',
    '# What is a heading',
  ];
  expect(rulesOf('docs/x.md', page.join('\n\n'))).toEqual([]);
});

it('messages of the code are held by the same rules, comments and keys are not', () => {
  const code =
    "// What is a comment\nfail('What is wrong: ' + `${name} here`);\nrun('What', 'of-the-key');\n";
  expect(rulesOf('src/cli/x.ts', code)).toEqual(['src/cli/x.ts:2 no relative ']);
});

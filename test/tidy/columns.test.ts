import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** Prettier wraps code and Markdown, but neither comments nor strings. */

const COLUMNS = 110;
const root = resolve(import.meta.dirname, '../..');
const FOLDERS = ['src', 'test', 'bench', 'docs', 'sample', 'scripts', 'deploy', '.github'];
/** A table cannot be wrapped. */
const TABLE_ROW = /^\s*\|/;

function textFiles(): string[] {
  const deep = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return [...deep, ...readdirSync(root)].filter((name) => /\.(ts|tsx|mjs|js|md|yml)$/.test(name));
}

function longLines(name: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, i) => ([...line].length > COLUMNS && !TABLE_ROW.test(line) ? [`${name}:${i + 1}`] : []));
}

it('notices a long line, and leaves a table alone', () => {
  const long = 'ө'.repeat(COLUMNS + 1);
  expect(longLines('x.md', `short\n${long}\n| ${long} |\n${'ө'.repeat(COLUMNS)}`)).toEqual(['x.md:2']);
});

it(`has no line of code or prose above ${COLUMNS} columns`, () => {
  const files = textFiles();
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((name) => longLines(name, readFileSync(join(root, name), 'utf8')))).toEqual([]);
});

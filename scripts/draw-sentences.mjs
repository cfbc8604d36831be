/**
 * Draws sentences from pages, messages and comments, for somebody to judge who did not write them:
 * `node scripts/draw-sentences.mjs 200 64`, a number and a seed. Nothing else is random.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { commentSentences, messageSentences, pageSentences } from './sentences.mjs';

const root = resolve(import.meta.dirname, '..');
const [count = '200', seed = '1'] = process.argv.slice(2);
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const read = (file) => readFileSync(join(root, file), 'utf8');

const PAGES = /^(?:README|CONTRIBUTING|ARCHITECTURE|docs\/[\w-]+)\.md$/;
const CODE = /^src\/(?!web\/.*\/text\/).*\.tsx?$/;

const kinds = [
  files.filter((file) => PAGES.test(file)).map((file) => [file, pageSentences(read(file))]),
  files.filter((file) => CODE.test(file)).map((file) => [file, messageSentences(file, read(file))]),
  files.filter((file) => CODE.test(file)).map((file) => [file, commentSentences(read(file))]),
];
const shares = [0.4, 0.2, 0.4];

/** Sorted by a hash of seed and sentence: a change elsewhere leaves the draw of all others as it is. */
const lot = (text) => createHash('sha256').update(`${seed}\n${text}`).digest('hex');

for (const [i, kind] of kinds.entries()) {
  const all = kind.flatMap(([file, sentences]) =>
    sentences.map(({ line, text }) => ({ at: `${file}:${line}`, text: text.replace(/\s+/g, ' ') })),
  );
  const long = all.filter(({ text }) => text.split(' ').length >= 5);
  const drawn = long
    .sort((a, b) => (lot(a.text) < lot(b.text) ? -1 : 1))
    .slice(0, Math.round(Number(count) * shares[i]));
  for (const { at, text } of drawn) process.stdout.write(`${at}\t${text}\n`);
}

/**
 * Says where comments and Markdown name a file that does not exist; part of `npm run lint`. What counts is
 * a name with an ending of ours. It may be a path from the root, from the file's own folder, or the end of a
 * path.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';

const PATH = String.raw`(?:\.{1,2}\/)*[\w.-]+(?:\/[\w.-]+)*`;
const ENDING = String.raw`\.(?:tsx?|mjs|md|sh|css|html|tsv|yml)`;
/** Patterns (`x/*.ts`, `…-body.ts`), URLs and packages are left out. */
const NAME = new RegExp(String.raw`(?<![\w./*…{}<>:@-])${PATH}${ENDING}(?![\w/-])`, 'g');

/** Files outside the repository: a built page, files of Prometheus and PMTiles, and generated types. */
const KNOWN = new Set(['index.html', 'prometheus.yml', 'spec/v3/spec.md', 'gazarch-api.d.ts']);

/** @returns {string[]} each as `file:line: name` */
export function missingNames(file, text, files) {
  const ends = new Set(files.flatMap(endsOf));
  const prose = file.endsWith('.md') ? text : commentsOf(text);
  return prose.split('\n').flatMap((line, i) =>
    [...line.matchAll(NAME)]
      .map(([name]) => name)
      .filter((name) => !KNOWN.has(name) && !ends.has(join(name)) && !ends.has(join(dirname(file), name)))
      .map((name) => `${file}:${i + 1}: there is no ${name}`),
  );
}

/** `src/geo/ring.ts`, `geo/ring.ts` and `ring.ts`. */
function endsOf(path) {
  const parts = path.split('/');
  return parts.map((_, i) => parts.slice(i).join('/'));
}

/** The text with everything but comments made empty, line by line. */
function commentsOf(text) {
  const comments = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{(,])\/\/.*$/gm;
  let kept = '';
  let at = 0;
  for (const match of text.matchAll(comments)) {
    kept += text.slice(at, match.index).replace(/[^\n]/g, '') + match[0];
    at = match.index + match[0].length;
  }
  return kept;
}

function check() {
  const root = resolve(import.meta.dirname, '..');
  const list = (args) =>
    execFileSync('git', ['ls-files', ...args], { cwd: root, encoding: 'utf8' }).split('\n');
  const files = [...list([]), ...list(['--others', '--exclude-standard'])].filter(
    (file) => file !== '' && existsSync(join(root, file)),
  );
  const missing = files
    .filter((file) => /\.(ts|tsx|mjs|js|md)$/.test(file) && file !== 'CHANGELOG.md')
    .flatMap((file) => missingNames(file, readFileSync(join(root, file), 'utf8'), files));
  for (const line of missing) process.stderr.write(`${line}\n`);
  if (missing.length > 0) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) check();

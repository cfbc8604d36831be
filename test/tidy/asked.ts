import { basename, dirname } from 'node:path';
import { roomOf } from './imports.js';
import type { Reach } from './reach.js';

/** Which tests a change can break. All paths start at the root of the project. */

/** The smallest proof that the whole still works, and the tests of the project's files: always asked. */
const ALWAYS = /^test\/(?:tidy\/|e2e\/product\.slow\.test\.ts$)/;
/** Who changes these can break everything: versions, the build, and how tests are run. */
const EVERYTHING =
  /^(?:package(?:-lock)?\.json|tsconfig.*|vitest.*\.ts|scripts\/.*|\.ci\/.*|test\/run-folder\.ts)$/;

/** @returns null where a change can break everything */
export function testsToAsk(changed: readonly string[], reaches: ReadonlyMap<string, Reach>): string[] | null {
  if (changed.length === 0 || changed.some((path) => EVERYTHING.test(path))) return null;
  return [...reaches].flatMap(([test, reach]) =>
    ALWAYS.test(test) || changed.some((path) => notices(reach, path)) ? [test] : [],
  );
}

function notices(reach: Reach, path: string): boolean {
  if (reach.files.has(path)) return true;
  const isCode = /\.(?:ts|tsx)$/.test(path);
  if (path.startsWith('src/')) {
    const room = roomOf(path.slice('src/'.length));
    if (room === '' || reach.rooms === null || reach.rooms.has(room)) return reach.rooms?.size !== 0;
    // A style or a picture of a folder is loaded by the code beside it.
    return !isCode && [...reach.files].some((file) => dirname(file) === dirname(path));
  }
  if (path.startsWith('test/') && isCode) return false;
  // Pages, maps, tables and units are named in the text, or found in a folder that is.
  const [top] = path.split('/');
  const words = path.includes('/') ? [basename(path), `${top}/`, `'${top}'`] : [path];
  return words.some((word) => reach.text.includes(word));
}

/** What was left out, as a sentence with the folders and their numbers of files. */
export function leftOut(all: readonly string[], asked: readonly string[], changes: number): string {
  const isAsked = new Set(asked);
  const folders = new Map<string, number>();
  for (const test of all.filter((path) => !isAsked.has(path))) {
    const folder = test.split('/').slice(0, 2).join('/');
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const listed = [...folders].map(([folder, count]) => `${folder} ${count}`).join(', ');
  return (
    `Asked: ${asked.length} of ${all.length} test files, all that ${changes} changed files can break.\n` +
    (listed === '' ? '' : `Left out: ${listed}.\n`) +
    'npm run test:all asks all.'
  );
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { sourceFile } from './imports.js';
import { roomsOfProgram } from './subjects.js';

/**
 * What a test can notice: the files that it loads, and the rooms of the program that it starts. So `npm test`
 * can leave out the tests that a change cannot break. All paths start at the root of the project.
 */
export interface Reach {
  /** Files that the test loads or names, itself among them. */
  files: ReadonlySet<string>;
  /** Rooms of `src/` that the test asks through a program that it starts, or null for all of them. */
  rooms: ReadonlySet<string> | null;
  /** The text of the files that lie in `test/`. */
  text: string;
}

/** Quoted paths beside a file: imports, workers, maps and tables that it reads. */
const NEAR = /['"`](\.{1,2}\/[\w./-]+)['"`]/g;
/** Code of this kind starts what `npm run build` made, or loads it. */
const BUILT = /\bdist\/|\bdist['"`]/;
/** @param root of the project, an absolute path */
export class Reaches {
  readonly #root: string;
  readonly #files = new Map<string, { near: string[]; text: string }>();

  constructor(root: string) {
    this.#root = root;
  }

  /** @param test a path such as `test/geo/bearing.test.ts` */
  of(test: string): Reach {
    const files = this.#closure(test);
    const own = [...files].filter((path) => path.startsWith('test/'));
    const text = own.map((path) => this.#read(path).text).join('\n');
    return { files, text, rooms: BUILT.test(text) ? roomsOfProgram(test) : new Set() };
  }

  #closure(test: string): Set<string> {
    const found = new Set([test]);
    for (const path of found) for (const near of this.#read(path).near) found.add(near);
    return found;
  }

  /** A file with the existing files that it names, each as a path from the root. */
  #read(path: string): { near: string[]; text: string } {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const isCode = /\.(ts|tsx|mjs|js)$/.test(path);
    const text = isCode ? readFileSync(join(this.#root, path), 'utf8') : '';
    const named = [...sourceFile(path, text).text.matchAll(NEAR)].map(([, near]) =>
      normalize(join(dirname(path), near)),
    );
    const near = named.flatMap((name) => this.#existing(name));
    const read = { near, text };
    this.#files.set(path, read);
    return read;
  }

  /** What is imported as `.js` is a `.ts` or a `.tsx`. */
  #existing(name: string): string[] {
    const bare = name.replace(/\.js$/, '');
    return [name, `${bare}.ts`, `${bare}.tsx`]
      .filter((path) => /\.\w+$/.test(path) && !path.startsWith('..') && existsSync(join(this.#root, path)))
      .slice(0, 1);
  }
}

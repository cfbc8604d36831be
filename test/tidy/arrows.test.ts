import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGES, PURE_ROOMS, ROOMS, WINGS } from './house.js';
import {
  brokenArrows,
  circles,
  fullFolders,
  roomOf,
  sourceFile,
  targetsOf,
  type SourceFile,
} from './imports.js';

const src = resolve(import.meta.dirname, '../../src');
const everything = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => sourceFile(name, readFileSync(join(src, name), 'utf8')));
const programs = Object.keys(PAGES);
const isPages = ({ path }: SourceFile): boolean => programs.some((folder) => path.startsWith(`${folder}/`));
/** What runs in Node. Pages are a program of their own, and have rules of their own. */
const files = everything.filter((file) => !isPages(file));

describe('tidy', () => {
  it('finds the rooms, wings and imports it is to check', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(files.flatMap((file) => file.imports).length).toBeGreaterThan(500);
    const rooms = new Set(files.map((file) => roomOf(file.path)).filter((room) => room !== ''));
    expect(rooms).toEqual(new Set(Object.keys(ROOMS)));
    const folders = new Set(
      files
        .map(({ path }) => path.split('/').slice(0, -1))
        .filter((parts) => parts.length > 1)
        .map((parts) => parts.join('/')),
    );
    const drawn = Object.entries(WINGS).flatMap(([room, order]) =>
      order
        .flat()
        .filter((wing) => wing !== '.')
        .map((wing) => `${room}/${wing}`),
    );
    expect([...folders].sort()).toEqual(drawn.sort());
  });

  it('notices an import of a room that is not allowed', () => {
    const bad = sourceFile(
      'geo/x.ts',
      `import { a } from '../routing/graph.js';
       import { b } from '../errors.js';
       import { c } from './y.js';`,
    );
    expect(brokenArrows(bad)).toEqual(['geo/x.ts imports from routing']);
  });

  it('notices an import of a wing above, or of one beside', () => {
    const above = sourceFile(
      'geocoding/places/x.ts',
      `import { a } from '../forward/y.js';\nimport { b } from '../geocoding-index.js';`,
    );
    expect(brokenArrows(above)).toEqual([
      'geocoding/places/x.ts imports from geocoding/forward',
      'geocoding/places/x.ts imports from geocoding/.',
    ]);
    const beside = sourceFile(
      'http/route/x.ts',
      `import { a } from '../geocode/y.js';\nimport { b } from '../core/z.js';`,
    );
    expect(brokenArrows(beside)).toEqual(['http/route/x.ts imports from http/geocode']);
  });

  it('notices files that import each other in a circle', () => {
    const planted = [
      sourceFile('geo/a.ts', `import { b } from './b.js';`),
      sourceFile('geo/b.ts', `import type { C } from './c.js';`),
      sourceFile('geo/c.ts', `export { a } from './a.js';`),
      sourceFile('geo/d.ts', `import { a } from './a.js';`),
    ];
    expect(circles(planted)).toEqual([['geo/a.ts', 'geo/b.ts', 'geo/c.ts', 'geo/a.ts']]);
  });

  it('keeps every import on the arrows of ARCHITECTURE.md', () => {
    expect(files.flatMap(brokenArrows)).toEqual([]);
  });

  it('has no two files that import each other in a circle', () => {
    expect(circles(everything)).toEqual([]);
  });

  it.each(Object.entries(PAGES))(
    'keeps the pages of %s to themselves, and nobody knows them',
    (folder, known) => {
      const pages = everything.filter(({ path }) => path.startsWith(`${folder}/`));
      expect(pages.length).toBeGreaterThan(1);
      const allowed = [`${folder}/`, ...known];
      const strange = pages.flatMap((file) =>
        targetsOf(file)
          .filter((target) => !allowed.some((start) => target.startsWith(start)))
          .map((target) => `${file.path} imports ${target}`),
      );
      expect(strange).toEqual([]);
      const ofNode = pages.filter(({ imports }) => imports.some((name) => name.startsWith('node:')));
      expect(ofNode.map(({ path }) => path)).toEqual([]);
      expect(files.filter((file) => targetsOf(file).some((target) => target.startsWith(folder)))).toEqual([]);
    },
  );

  it('keeps the pure rooms free of node: and of packages that need it', () => {
    const pure = files.filter((file) => PURE_ROOMS.includes(roomOf(file.path)));
    const broken = pure.flatMap((file) =>
      file.imports
        .filter((specifier) => !specifier.startsWith('.') && specifier !== 'flatbush')
        .map((specifier) => `${file.path} imports ${specifier}`),
    );
    expect(broken).toEqual([]);
    expect(pure.filter((file) => /\b(process|Buffer)\s*\./.test(file.text)).map((file) => file.path)).toEqual(
      [],
    );
  });

  it('lets one file alone call the C library', () => {
    const own = 'dataset/map-file.ts';
    const broken = files.filter(({ path, text }) => path !== own && /['"]koffi['"]/.test(text));
    expect(broken.map(({ path }) => path)).toEqual([]);
  });

  it('lets only cli read the environment and exit', () => {
    const broken = files.filter(
      (file) => roomOf(file.path) !== 'cli' && /process\.(env|exit|exitCode|argv)\b/.test(file.text),
    );
    expect(broken.map((file) => file.path)).toEqual([]);
  });

  it('notices a folder of more than 20 files', () => {
    const planted = Array.from({ length: 21 }, (_, at) => `geo/shapes/file-${at}.ts`);
    expect(fullFolders([...planted, 'geo/point.ts'])).toEqual(['geo/shapes has 21 files']);
    expect(fullFolders(planted.slice(1))).toEqual([]);
  });

  it('has at most 20 files in a folder', () => {
    expect(fullFolders(everything.map(({ path }) => path))).toEqual([]);
  });

  it('keeps ARCHITECTURE.md short: names say most', () => {
    const text = readFileSync(join(src, '../ARCHITECTURE.md'), 'utf8');
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(1_700);
    const list = text.slice(text.indexOf('## What a name cannot say'));
    expect(list.match(/^- /gm)?.length).toBeLessThanOrEqual(30);
  });

  it('has no barrels, no default exports and kebab-case names', () => {
    const broken = everything.filter(
      (file) =>
        /(^|\/)index\.tsx?$/.test(file.path) ||
        /export default/.test(file.text) ||
        !/^[a-z0-9-/]+(\.d)?\.tsx?$/.test(file.path),
    );
    expect(broken.map((file) => file.path)).toEqual([]);
  });
});

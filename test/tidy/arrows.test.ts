import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The arrows of ARCHITECTURE.md: a room may import from these rooms, and from nothing else of ours. */
const ARROWS: Record<string, readonly string[]> = {
  geo: [],
  arrays: [],
  text: [],
  keys: [],
  limits: [],
  dataset: [],
  osm: ['geo', 'arrays'],
  geocoding: ['geo', 'arrays', 'text'],
  routing: ['geo', 'arrays'],
  importer: ['osm', 'geocoding', 'routing', 'dataset', 'geo', 'arrays'],
  sources: ['geocoding', 'routing', 'dataset', 'geo'],
  http: ['sources', 'keys', 'limits'],
  cli: ['geo', 'arrays', 'text', 'keys', 'limits', 'dataset', 'osm', 'geocoding', 'routing', 'importer', 'sources', 'http'],
};

/** Rooms that do no I/O, so that they can run in a browser one day. */
const PURE_ROOMS = ['geo', 'arrays', 'text', 'geocoding', 'routing'];

const src = resolve(dirname(fileURLToPath(import.meta.url)), '../../src');
const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

interface SourceFile {
  path: string;
  room: string;
  text: string;
  imports: string[];
}

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => (match[1] ?? match[2]));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');
}

const files: SourceFile[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => {
    const text = withoutComments(readFileSync(join(src, name), 'utf8'));
    return { path: name, room: name.includes('/') ? name.split('/')[0] : '', text, imports: importsOf(text) };
  });

/** Every import of `file` that breaks an arrow, as a sentence. */
function brokenArrows(file: SourceFile): string[] {
  const allowed = ARROWS[file.room] ?? [];
  return file.imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(src, resolve(src, dirname(file.path), specifier)))
    .filter((target) => target !== 'errors.js')
    .map((target) => target.split('/')[0])
    .filter((room) => room !== file.room && !allowed.includes(room))
    .map((room) => `${file.path} imports from ${room}`);
}

describe('tidy', () => {
  it('finds the rooms and imports it is to check', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap((f) => f.imports).length).toBeGreaterThan(40);
    expect(new Set(files.map((f) => f.room).filter((room) => room !== ''))).toEqual(new Set(Object.keys(ARROWS)));
  });

  it('notices an import against the arrows', () => {
    const bad = { path: 'geo/x.ts', room: 'geo', text: '', imports: ['../routing/graph.js', '../errors.js', './y.js'] };
    expect(brokenArrows(bad)).toEqual(['geo/x.ts imports from routing']);
  });

  it('keeps every import on the arrows of ARCHITECTURE.md', () => {
    expect(files.flatMap(brokenArrows)).toEqual([]);
  });

  it('keeps geo, arrays, text, geocoding and routing free of node: and of packages that need it', () => {
    const broken = files
      .filter((f) => PURE_ROOMS.includes(f.room))
      .flatMap((f) => f.imports.filter((i) => !i.startsWith('.') && i !== 'flatbush').map((i) => `${f.path} imports ${i}`));
    expect(broken).toEqual([]);
    const globals = files.filter((f) => PURE_ROOMS.includes(f.room) && /\b(process|Buffer)\s*\./.test(f.text)).map((f) => f.path);
    expect(globals).toEqual([]);
  });

  it('lets only cli read the environment and exit', () => {
    const broken = files
      .filter((f) => f.room !== 'cli' && /process\.(env|exit|exitCode|argv)\b/.test(f.text))
      .map((f) => f.path);
    expect(broken).toEqual([]);
  });

  it('has no barrels, no default exports and kebab-case names', () => {
    const broken = files.filter(
      (f) => /(^|\/)index\.ts$/.test(f.path) || /export default/.test(f.text) || !/^[a-z0-9-/]+(\.d)?\.ts$/.test(f.path),
    );
    expect(broken.map((f) => f.path)).toEqual([]);
  });
});

import { dirname, relative, resolve } from 'node:path';
import { ROOM_ITSELF, ROOMS, WINGS } from './house.js';

/** A file of `src/` with what it imports. */
export interface SourceFile {
  /** From `src/`. */
  path: string;
  /** Without comments. */
  text: string;
  /** As written. */
  imports: string[];
}

const STATIC_IMPORT = /(?:^|\n)\s*(?:import|export)\s+(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/g;
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

export function sourceFile(path: string, source: string): SourceFile {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');
  const imports = [...text.matchAll(STATIC_IMPORT), ...text.matchAll(DYNAMIC_IMPORT)];
  return { path, text, imports: imports.map((match) => match[1]) };
}

/** The files of ours that a file imports, as paths from `src/`. */
export function targetsOf({ path, imports }: SourceFile): string[] {
  return imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative('/src', resolve('/src', dirname(path), specifier)).replace(/\.js$/, '.ts'));
}

export function roomOf(path: string): string {
  return path.includes('/') ? path.split('/')[0] : '';
}

function wingOf(path: string): string {
  const folders = path.split('/').slice(1, -1);
  return folders.length > 0 ? folders.join('/') : ROOM_ITSELF;
}

/** Every import that the house does not allow, as a sentence. */
export function brokenArrows(file: SourceFile): string[] {
  const room = roomOf(file.path);
  return targetsOf(file).flatMap((target) => {
    const targetRoom = roomOf(target);
    if (targetRoom === '' || room === '')
      return targetRoom === '' ? [] : [`${file.path} imports from ${targetRoom}`];
    if (targetRoom !== room)
      return ROOMS[room]?.includes(targetRoom) ? [] : [`${file.path} imports from ${targetRoom}`];
    return isAllowedWing(room, wingOf(file.path), wingOf(target))
      ? []
      : [`${file.path} imports from ${room}/${wingOf(target)}`];
  });
}

function isAllowedWing(room: string, from: string, to: string): boolean {
  if (from === to) return true;
  const order = WINGS[room] ?? [];
  const place = (wing: string): number => order.findIndex((wings) => wings.includes(wing));
  return place(to) >= 0 && place(to) < place(from);
}

/** Circles of files that import each other, each as its files in order. */
export function circles(files: readonly SourceFile[]): string[][] {
  // What is imported as `.js` may be a `.tsx`.
  const targets = new Map(files.map((file) => [file.path.replace(/\.tsx$/, '.ts'), targetsOf(file)]));
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path);
    if (at >= 0) found.push([...way.slice(at), path]);
    if (at >= 0 || done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return found;
}

/** A folder with more files than that has lost its subject: it wants wings. */
const MOST_FILES_IN_A_FOLDER = 20;

/** Every folder with too many files of its own, as a sentence. */
export function fullFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MOST_FILES_IN_A_FOLDER)
    .map(([folder, count]) => `${folder} has ${count} files`);
}

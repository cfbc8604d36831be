import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFile } from './imports.js';

/**
 * A position and a box have one type each, in geo/position.ts. Other pairs and fours of numbers say by their
 * labels what they are: `[from: number, to: number]`, `[lon7: number, lat7: number]`.
 */

const src = resolve(import.meta.dirname, '../../src');

const LABELS = '(?:(?:lon|lng|longitude|lat|latitude|west|south|east|north): )?';
const TUPLE = new RegExp(
  String.raw`\[\s*${LABELS}number(?:,\s*${LABELS}number){1}(?:(?:,\s*${LABELS}number){2})?,?\s*\]`,
);

/** Lines with a pair or a four that is a position or a box, or does not say what it is. */
function second(path: string, text: string): string[] {
  return sourceFile(path, text)
    .text.split('\n')
    .filter((line) => TUPLE.test(line))
    .map((line) => `${path}: ${line.trim()}`);
}

it('no file has a second type of a position or a box', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const found = files.flatMap((path) =>
    path === 'geo/position.ts' ? [] : second(path, readFileSync(join(src, path), 'utf8')),
  );
  expect(found).toEqual([]);
});

it('notices one, with labels and without', () => {
  const bad = [
    'type Point = readonly [number, number];',
    'let a: [lon: number, lat: number][];',
    'type Box = [west: number, south: number, east: number, north: number];',
    'let b: readonly [number, number, number, number];',
  ];
  const fine = [
    'let c: [from: number, to: number];',
    'let d: [lon7: number, lat7: number];',
    'let e: [number];',
  ];
  expect(second('x.ts', [...bad, ...fine].join('\n'))).toEqual(bad.map((line) => `x.ts: ${line}`));
});

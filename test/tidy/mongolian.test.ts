import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as car from '../../src/routing/profiles/driving-tables.js';
import { PROMINENCE_PARTS } from '../../src/geocoding/places/prominence.js';
import { classWord, prominenceWord, speedReason, surfaceWord } from '../../src/web/map/text/road-words.js';

/** The Mongolian texts name one thing by one word: those of docs/glossary.mn.md. */

const root = resolve(import.meta.dirname, '../..');
const GLOSSARY = 'docs/glossary.mn.md';

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function namesIn(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => pattern.test(name))
    .map((name) => `${folder}/${name}`);
}

const PAGES = ['README.mn.md', ...namesIn('docs', /\.mn\.md$/)].filter((name) => name !== GLOSSARY);
const CODE = [
  ...['src/web/map/text/mn.ts', 'src/web/map/text/types.ts', 'src/web/map/text/road-words.ts'],
  ...['src/web/map/box/texts.ts', 'src/web/map/plan/texts.ts', 'src/console/mail/mail-texts.ts'],
  ...['src/http/description/docs-texts.ts', 'src/http/route/step-sentences.ts'],
  ...namesIn('src/web/console/text', /(?:^|-)mn\.ts$/),
];

/** Case and breaks of lines do not matter. */
function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}

interface Term {
  english: string;
  mongolian: string;
  not: string[];
}

function terms(): Term[] {
  const rows = textOf(GLOSSARY)
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return rows.slice(2).map((row) => {
    const [english, mongolian, not] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { english, mongolian, not: not === '' ? [] : not.split(', ') };
  });
}

/** Words that the glossary forbids, with the lines. */
function forbidden(file: string, text: string, list: readonly Term[]): string[] {
  const words = list.flatMap(({ not }) => not);
  return words.filter((word) => plain(text).includes(plain(word))).map((word) => `${file}: ${word}`);
}

/** A case ending behind a value depends on its last letter or digit, which nobody knows. */
function endingsOfValues(file: string, text: string): string[] {
  return [...text.matchAll(/\$\{[^}]*\}[»"]?-(?!р[\s`'.,:)])\p{Script=Cyrillic}+/gu)].map(
    ([found]) => `${file}: ${found}`,
  );
}

describe('the Mongolian texts', () => {
  it('are all here', () => {
    expect(terms().length).toBeGreaterThan(40);
    expect(PAGES.length).toBeGreaterThan(1);
    expect(CODE.length).toBeGreaterThan(12);
  });

  it('have no word that the glossary forbids', () => {
    const list = terms();
    expect(forbidden('x', 'Түлхүүрийг  цуцалсан\nхэвээр', list)).toEqual(['x: түлхүүрийг цуцал']);
    expect([...PAGES, ...CODE].flatMap((file) => forbidden(file, textOf(file), list))).toEqual([]);
  });

  it('use every word of the glossary', () => {
    const all = plain([...PAGES, ...CODE].map(textOf).join('\n'));
    const unused = terms().filter(({ mongolian }) => !all.includes(plain(mongolian)));
    expect(unused.map(({ mongolian }) => mongolian)).toEqual([]);
  });

  it('put no case ending behind a number or a name', () => {
    expect(endingsOfValues('x', '`${limit}-аас ${left}` `«${name}»-ийн` `${n}-р зогсоол`')).toEqual([
      'x: ${limit}-аас',
      'x: ${name}»-ийн',
    ]);
    expect(CODE.flatMap((file) => endingsOfValues(file, textOf(file)))).toEqual([]);
  });
});

describe('reasons of speeds', () => {
  const latin = (text: string): boolean => /\p{Script=Latin}/u.test(text);

  it('are Mongolian for all roads and surfaces that the engine knows', () => {
    const classes = [...car.CLASS_KMH.keys(), ...car.OPENED_BY_OWN_TAG_KMH.keys()];
    expect(classes.filter((kind) => latin(classWord(kind)))).toEqual([]);
    expect([...car.SURFACES.keys(), 'gravel;mud'].filter((surface) => latin(surfaceWord(surface)))).toEqual(
      [],
    );
    expect(PROMINENCE_PARTS.filter((part) => latin(prominenceWord(part)))).toEqual([]);
    const reasons = [
      ...[...car.SMOOTHNESS_CAPS_KMH].map(([value, kmh]) => `smoothness ${value} cap ${kmh}`),
      ...[...car.SERVICE_CAPS_KMH].map(([value, kmh]) => `service ${value} cap ${kmh}`),
      ...[...car.TRACK_KMH].map(
        ([grade, kmh]) => `class track ${grade} ${kmh}, tracktype ${grade} cap ${kmh}`,
      ),
      ...['surface unknown cap 60, unpaved residential cap 20', 'ice road cap 20, winter road cap 30'],
      ...['ford cap 8, 4wd only cap 20', 'track in a town cap 20, narrow x 0.75', 'alternating x 0.5'],
      ...['maxspeed 60 x 0.8', 'maxspeed:forward 60 x 0.8', 'maxspeed:motorcar:backward 40 x 0.8', 'ferry 8'],
      ...['walkway 5, against the oneway for walkers', 'class footway 5, ford cap 2'],
    ];
    expect(reasons.filter((why) => latin(speedReason(why)))).toEqual([]);
  });

  it('keep what is not known, and the numbers', () => {
    expect(speedReason('class secondary_link 25, surface gravel;mud cap 10, city x 0.5')).toBe(
      'хоёрдугаар зэргийн зам, холбох хэсэг 25, хучилт хайрга, шавар: ≤ 10, том хотод × 0.5',
    );
    expect(speedReason('something new 3')).toBe('something new 3');
    expect(speedReason('')).toBe('');
  });
});

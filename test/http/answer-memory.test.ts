import { expect, it } from 'vitest';
import { AnswerMemory } from '../../src/http/geocode/answer-memory.js';
import type { TargetBytes } from '../../src/wire/reply.js';
import { searchHead, searchText } from '../../src/http/geocode/places-body.js';
import { Slab } from '../../src/wire/slab.js';
import type { FoundPlace } from '../../src/sources/geocoder.js';
import { SQUARE } from '../e2e/fakes.js';
import { seededRandom } from '../seeded-random.js';

const slab = new Slab();
const PLACES = Array.from({ length: 60 }, (_, i): FoundPlace =>
  Object.freeze({
    ...SQUARE,
    id: `osm:node:${i}`,
    name: `Газар ${'ө'.repeat(i % 7)}${i}`,
    address: i % 3 === 0 ? null : '"Хаяг"',
  }),
);

/** Somewhere in other bytes, as in a request. */
function target(text: string): TargetBytes {
  return { bytes: Buffer.from(`GET ${text} HTTP/1.1`), from: 4, to: 4 + Buffer.byteLength(text) };
}

class Memory {
  readonly memory: AnswerMemory;
  edition: number | null = 1;

  constructor(limits?: { answers: number; bytes: number }) {
    this.memory = new AnswerMemory(limits);
  }

  /** The text of what is remembered. */
  find(text: string): string | null {
    return this.memory.find(this.edition, target(text))?.body(slab).bytes().toString() ?? null;
  }

  remember(text: string, places: readonly FoundPlace[], query = text): string | null {
    return (
      this.memory
        .remember(this.edition, target(text), { head: searchHead(query), places })
        ?.body(slab)
        .bytes()
        .toString() ?? null
    );
  }
}

it('gives what was answered, to the very same target only', () => {
  const memory = new Memory();
  expect(memory.find('/a')).toBe(null);
  const wanted = searchText('Өө "𝄞"', PLACES.slice(0, 3));
  expect(memory.remember('/a', PLACES.slice(0, 3), 'Өө "𝄞"')).toBe(wanted);
  expect(memory.remember('/none', [], 'xq')).toBe('{"query":"xq","results":[],"count":0}');
  expect(memory.remember('/all', PLACES.slice(0, 20), 'all')).toBe(searchText('all', PLACES.slice(0, 20)));
  for (let again = 0; again < 2; again++) {
    expect(memory.find('/a')).toBe(wanted);
    expect(memory.find('/none')).toBe('{"query":"xq","results":[],"count":0}');
    for (const other of ['/b', '/', '', '/aa', '/A']) expect(memory.find(other)).toBe(null);
  }
});

it('remembers nothing of data that are gone, nor where there is no edition', () => {
  const memory = new Memory();
  memory.remember('/a', PLACES.slice(0, 1));
  for (const [edition, wanted] of [
    [null, null],
    [2, null],
    [1, searchText('/a', PLACES.slice(0, 1))],
  ] as const) {
    memory.edition = edition;
    expect(memory.find('/a')).toBe(wanted);
  }
  memory.edition = 2;
  memory.remember('/a', PLACES.slice(1, 2));
  expect(memory.find('/a')).toBe(searchText('/a', PLACES.slice(1, 2)));
  // A late answer from older data changes nothing.
  memory.edition = 1;
  expect(memory.remember('/a', PLACES.slice(0, 1))).toBe(null);
  expect(memory.find('/a')).toBe(null);
  memory.edition = 2;
  expect(memory.find('/a')).toBe(searchText('/a', PLACES.slice(1, 2)));
  memory.edition = null;
  expect(memory.remember('/b', PLACES.slice(0, 1))).toBe(null);
});

it('does not remember places that may change, nor targets that nobody types', () => {
  const memory = new Memory();
  expect(memory.remember('/a', [PLACES[0], { ...PLACES[1] }])).toBe(null);
  expect(memory.find('/a')).toBe(null);
  expect(memory.remember(`/${'b'.repeat(600)}`, PLACES.slice(0, 1))).toBe(null);
  expect(memory.remember(`/${'b'.repeat(599)}`, PLACES.slice(0, 1))).not.toBe(null);
  expect(memory.memory.size).toBe(1);
});

it('gives the right answer or none, whatever it has forgotten, and holds no more than its limits', () => {
  const random = seededRandom(5);
  for (const limits of [
    { answers: 50, bytes: 2 ** 20 },
    { answers: 1_000, bytes: 12_000 },
    { answers: 8, bytes: 4_000 },
  ]) {
    const memory = new Memory(limits);
    let remembered = 0;
    for (let i = 0; i < 6_000; i++) {
      // Few of them often, in bytes of all kinds, of many lengths.
      const number = Math.floor(random() ** 3 * 400);
      const text = `/v1/geocode?q=${String.fromCharCode(1 + (number % 255)).repeat(number % 40)}${number}`;
      const places = Array.from(
        { length: number % 6 },
        (_, at) => PLACES[(number * 7 + at * 11) % PLACES.length],
      );
      const wanted = searchText(`q${number}`, places);
      const found = memory.find(text);
      if (found === null) expect(memory.remember(text, places, `q${number}`), text).toBe(wanted);
      else {
        remembered++;
        expect(found, text).toBe(wanted);
      }
      expect(memory.memory.size).toBeLessThanOrEqual(2 * limits.answers);
    }
    expect(remembered).toBeGreaterThan(500);
  }
});

it('keeps what is asked again and again, and forgets what is not', () => {
  const memory = new Memory({ answers: 50, bytes: 2 ** 20 });
  memory.remember('/popular', PLACES.slice(0, 2));
  memory.remember('/once', PLACES.slice(2, 3));
  for (let i = 0; i < 5_000; i++) {
    memory.remember(`/${i}`, [PLACES[i % PLACES.length]]);
    if (i % 10 === 0) expect(memory.find('/popular')).toBe(searchText('/popular', PLACES.slice(0, 2)));
  }
  expect(memory.find('/once')).toBe(null);
});

it('gives an answer that somebody holds, whatever is forgotten meanwhile', () => {
  const memory = new Memory({ answers: 20, bytes: 2 ** 14 });
  memory.remember('/held', PLACES.slice(0, 3));
  const held = memory.memory.find(1, target('/held'))!;
  for (let i = 0; i < 200; i++) memory.remember(`/${i}`, [PLACES[i % PLACES.length]]);
  expect(memory.find('/held')).toBe(null);
  expect(held.body(slab).bytes().toString()).toBe(searchText('/held', PLACES.slice(0, 3)));
});

it('does without what does not fit at all', () => {
  const memory = new Memory({ answers: 10, bytes: 400 });
  const long = Object.freeze({ ...SQUARE, name: 'x'.repeat(500) });
  expect(memory.remember('/long', [long])).toBe(null);
  expect(memory.find('/long')).toBe(null);
});

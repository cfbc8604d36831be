import { describe, expect, it } from 'vitest';
import type { HeadPieces } from '../../src/wire/response-head.js';
import { Slab } from '../../src/wire/slab.js';
import { seededRandom } from '../seeded-random.js';

const SEED = 7;

const headOf = (length: number): HeadPieces => ({ kept: Buffer.from('hhh'), own: 'h'.repeat(length - 3) });

describe('a slab', () => {
  it('gives out texts that do not disturb each other, however long', () => {
    const random = seededRandom(SEED);
    const slab = new Slab();
    const texts = Array.from({ length: 2000 }, (_, i) =>
      `${i} Өргөө `.repeat(Math.floor(random() * (i % 100 === 0 ? 50_000 : 100))),
    );
    const bytes = texts.map((text) => slab.textBody(text));
    for (const [i, text] of texts.entries())
      if (bytes[i].bytes().toString('utf8') !== text) expect.fail(`text ${i}`);
  });

  it('has room for a head before each body, and says so when a head is longer', () => {
    const slab = new Slab();
    const bodies = ['one', 'two', 'three'].map((text) => slab.textBody(text));
    const wholes = bodies.map((body) => body.withHead(headOf(1024))!.toString());
    expect(wholes).toEqual(['one', 'two', 'three'].map((text) => 'h'.repeat(1024) + text));
    expect(bodies.map((body) => body.bytes().toString())).toEqual(['one', 'two', 'three']);
    expect(bodies[0].withHead(headOf(1025))).toBe(null);
  });

  it('takes back the last body only', () => {
    const slab = new Slab();
    const [first, second] = [slab.textBody('first'), slab.textBody('second')];
    slab.giveBack(first);
    expect(slab.textBody('third').start).toBeGreaterThan(second.end);
    const last = slab.textBody('last');
    slab.giveBack(last);
    slab.giveBack(last);
    expect(slab.textBody('again').start).toBe(last.start);
    expect([first, second].map((body) => body.bytes().toString())).toEqual(['first', 'second']);
  });

  it('keeps only what is taken', () => {
    const slab = new Slab();
    slab.reserve(10).write('discarded', slab.start);
    expect(slab.textBody('kept').bytes().toString()).toBe('kept');
  });
});

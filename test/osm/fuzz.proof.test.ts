import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { readOsm } from '../../src/osm/read.js';
import { seededRandom } from '../seeded-random.js';
import { temporaryFile } from './collect.js';
import { blob, block, header, pbf, type TestGroup } from './pbf-writer.js';

/** Cases of each kind below. A person may ask for more. */
const CASES = Number(process.env['GAZARCH_FUZZ_CASES'] ?? 250);
const PLACE = /: (byte \d+|about byte \d+|line \d+, column \d+): |: this is |: the file is empty$/;

/** One of everything. It is small, so that a random change often hits a length or a count. */
function groups(random: () => number): TestGroup[] {
  const id = (): number => Math.floor((random() - 0.3) * 2 ** (random() * 45));
  const tags = (): { tags?: Record<string, string> } =>
    random() < 0.5 ? {} : { tags: { highway: 'residential', 'name:mn': 'Энхтайваны өргөн чөлөө' } };
  const some = <T>(make: () => T): T[] => Array.from({ length: 1 + Math.floor(random() * 12) }, make);
  const node = (): { id: number; lon7: number; lat7: number } => ({
    id: id(),
    lon7: Math.floor(random() * 1.8e9),
    lat7: Math.floor(random() * 9e8),
    ...tags(),
  });
  return [
    { nodes: some(node) },
    { nodes: some(node), plain: true },
    { ways: some(() => ({ id: id(), refs: some(id), ...tags() })) },
    {
      relations: some(() => ({
        id: id(),
        members: some(() => ({ type: 'way' as const, ref: id(), role: 'outer' })),
        ...tags(),
      })),
    },
  ];
}

function xml(random: () => number): string {
  const number = (): string => (random() * 80).toFixed(7);
  const inside = Array.from(
    { length: 20 },
    (_, i) =>
      `
  <node id="${i}" lat="${number()}" lon="${number()}"><tag k="name" v="Сүхбаатар &amp; ${i}"/></node>
  <way id="${i}"><nd ref="${i}"/><nd ref="${i + 1}"/></way>` +
      `<relation id="${i}"><member type="way" ref="${i}" role="outer"/></relation>`,
  );
  return `<?xml version='1.0' encoding='UTF-8'?>\n<osm version="0.6">${inside.join('')}\n</osm>\n`;
}

function truncated(content: Uint8Array, random: () => number): Uint8Array {
  return content.subarray(0, Math.floor(random() * content.length));
}

function flipped(content: Uint8Array, random: () => number): Uint8Array {
  const copy = Uint8Array.from(content);
  for (let i = Math.floor(random() * 6); i >= 0; i--)
    copy[Math.floor(random() * copy.length)] ^= 1 << Math.floor(random() * 8);
  return copy;
}

function randomBytes(length: number, random: () => number): Uint8Array {
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}

/** Takes a stretch out, moves it to another place, or repeats it. */
function rearranged(content: Uint8Array, random: () => number): Uint8Array {
  const [a, b, c] = [random(), random(), random()]
    .map((share) => Math.floor(share * content.length))
    .sort((x, y) => x - y);
  const pieces = [
    [0, a],
    random() < 0.5 ? [b, c] : [0, 0],
    [a, b],
    random() < 0.5 ? [b, c] : [0, 0],
    [c, content.length],
  ];
  return Buffer.concat(pieces.map(([from, to]) => content.subarray(from, to)));
}

/**
 * Reads a broken file. It must end in one InputError that names file and place, or in elements that
 * make sense. Anything else fails.
 */
async function readBroken(content: Uint8Array, label: string): Promise<'read' | 'refused'> {
  const path = temporaryFile(content);
  const nonsense: string[] = [];
  const check = (good: boolean, what: string): void => {
    if (!good) nonsense.push(what);
  };
  try {
    await readOsm(path, {
      node: (id, lon7, lat7) => {
        check(
          Number.isSafeInteger(id) &&
            Number.isInteger(lon7) &&
            Math.abs(lon7) <= 1.8e9 &&
            Number.isInteger(lat7) &&
            Math.abs(lat7) <= 9e8,
          `node ${id} ${lon7} ${lat7}`,
        );
      },
      way: (id, refs) => {
        check(Number.isSafeInteger(id) && refs.every(Number.isSafeInteger), `way ${id} ${refs.join()}`);
      },
      relation: (id, members) => {
        check(
          Number.isSafeInteger(id) &&
            members.every((m) => Number.isSafeInteger(m.ref) && typeof m.role === 'string'),
          `relation ${id}`,
        );
      },
    });
  } catch (error) {
    if (!(error instanceof InputError)) throw new Error(`${label}: ${String(error)}`, { cause: error });
    expect(
      error.message.startsWith(`${path}: `) &&
        PLACE.test(error.message) &&
        !error.message.includes('\n') &&
        error.message.length < 600,
      `${label}: ${error.message}`,
    ).toBe(true);
    return 'refused';
  }
  expect(nonsense, label).toEqual([]);
  return 'read';
}

async function forSeeds(
  make: (random: () => number) => Uint8Array,
): Promise<{ read: number; refused: number }> {
  const counts = { read: 0, refused: 0 };
  for (let seed = 1; seed <= CASES; seed++)
    counts[await readBroken(make(seededRandom(seed)), `seed ${seed}`)]++;
  return counts;
}

describe('broken PBF files', () => {
  const file = (random: () => number): Uint8Array =>
    pbf([groups(random), groups(random)], { packing: random() < 0.7 ? 'raw' : 'zlib' });

  it.each([
    ['truncated', truncated],
    ['with flipped bits', flipped],
    ['rearranged', rearranged],
  ])('%s, end in one clear error or make sense', async (_what, breakIt) => {
    const { refused } = await forSeeds((random) => breakIt(file(random), random));
    expect(refused).toBeGreaterThan(CASES / 4);
  });

  it('of random bytes are refused', async () => {
    expect(await forSeeds((random) => randomBytes(Math.floor(random() * 3000), random))).toEqual({
      read: 0,
      refused: CASES,
    });
    expect(
      (
        await forSeeds((random) =>
          Buffer.concat([blob('OSMHeader', header()), blob('OSMData', [...randomBytes(200, random)])]),
        )
      ).refused,
    ).toBeGreaterThan(CASES / 2);
  });

  it('with flipped bits inside well-packed blocks end in one clear error or make sense', async () => {
    const { read, refused } = await forSeeds((random) => {
      const content = flipped(Uint8Array.from(block(groups(random))), random);
      return Buffer.concat([blob('OSMHeader', header()), blob('OSMData', [...content], 'zlib')]);
    });
    expect(read).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(20);
  });
});

describe('broken XML files', () => {
  it.each([
    ['truncated', truncated],
    ['with flipped bits', flipped],
    ['rearranged', rearranged],
  ])('%s, plain and packed, end in one clear error or make sense', async (_what, breakIt) => {
    const plain = await forSeeds((random) => breakIt(Buffer.from(xml(random)), random));
    expect(plain.refused).toBeGreaterThan(CASES / 4);
    const inside = await forSeeds((random) =>
      gzipSync(breakIt(Buffer.from(xml(random)), random), { level: 1 }),
    );
    expect(inside.refused).toBeGreaterThan(CASES / 4);
    const packed = await forSeeds((random) => breakIt(gzipSync(xml(random), { level: 1 }), random));
    expect(packed.refused).toBeGreaterThan(CASES / 2);
  });
});

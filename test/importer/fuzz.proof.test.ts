import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { servedPath } from '../../src/dataset/dataset-folder.js';
import { InputError } from '../../src/errors.js';
import { runImport } from '../../src/importer/run-import.js';
import { verifyDataset } from '../../src/importer/write/verify-dataset.js';
import { pbf, type TestNode, type TestRelation, type TestWay } from '../osm/pbf-writer.js';
import { seededRandom } from '../seeded-random.js';

/** Whole imports of broken files. Each ends in one clear error and no dataset, or in a sound dataset. */

/** Cases of each kind. */
const CASES = Number(process.env['GAZARCH_FUZZ_CASES'] ?? 100);

const folder = mkdtempSync(join(tmpdir(), 'gazarch-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A town with streets, houses, shops, a district around them, a turn restriction and a bus stop. */
function town(): { nodes: TestNode[]; ways: TestWay[]; relations: TestRelation[] } {
  const nodes: TestNode[] = [];
  const ways: TestWay[] = [];
  const SIDE = 6;
  const place = (x: number, y: number): Pick<TestNode, 'lon7' | 'lat7'> => ({
    lon7: 1_069_000_000 + x * 10_000,
    lat7: 479_000_000 + y * 8_000,
  });
  const corner = (x: number, y: number): number => 1 + x + y * SIDE;
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) nodes.push({ id: corner(x, y), ...place(x, y) });
  for (let i = 0; i < SIDE; i++) {
    const along = Array.from({ length: SIDE }, (_, j) => j);
    ways.push({
      id: 100 + i,
      refs: along.map((x) => corner(x, i)),
      tags: { highway: 'residential', name: `${i + 1}-р гудамж`, ...(i === 2 ? { oneway: 'yes' } : {}) },
    });
    ways.push({
      id: 200 + i,
      refs: along.map((y) => corner(i, y)),
      tags: { highway: i === 3 ? 'track' : 'tertiary', name: 'Энхтайваны өргөн чөлөө', maxspeed: '40' },
    });
  }
  for (let i = 0; i < 8; i++) {
    nodes.push({
      id: 1000 + i,
      ...place((i % SIDE) + 0.3, i / 2 + 0.3),
      tags: { 'addr:housenumber': `${i + 1}`, 'addr:street': 'Энхтайваны өргөн чөлөө' },
    });
    nodes.push({
      id: 1100 + i,
      ...place((i % SIDE) + 0.6, i / 2 + 0.6),
      tags: { amenity: 'cafe', name: `Кафе ${i}` },
    });
  }
  const frame = [
    [-2, -2],
    [8, -2],
    [8, 8],
    [-2, 8],
  ].map(([x, y], i) => ({ id: 2000 + i, ...place(x, y) }));
  nodes.push(...frame);
  ways.push({ id: 300, refs: [2000, 2001, 2002], tags: {} }, { id: 301, refs: [2002, 2003, 2000], tags: {} });
  const border = { type: 'boundary', boundary: 'administrative', admin_level: '6', name: 'Сүхбаатар дүүрэг' };
  const relations: TestRelation[] = [
    {
      id: 400,
      members: [300, 301].map((ref) => ({ type: 'way' as const, ref, role: 'outer' })),
      tags: border,
    },
    {
      id: 401,
      members: [
        { type: 'way', ref: 101, role: 'from' },
        { type: 'node', ref: corner(2, 1), role: 'via' },
        { type: 'way', ref: 202, role: 'to' },
      ],
      tags: { type: 'restriction', restriction: 'no_left_turn' },
    },
  ];
  return { nodes, ways, relations };
}

const { nodes, ways, relations } = town();
/** Not packed, so that a changed bit changes the map and not only a checksum. */
const WHOLE = pbf([[{ nodes }], [{ ways }], [{ relations }]], { packing: 'raw' });

/** @param own a folder that no other test writes in, not even one that was given up and still runs */
async function importBroken(own: string, content: Uint8Array, label: string): Promise<'sound' | 'refused'> {
  const path = join(own, 'map.osm.pbf');
  const out = join(own, 'out');
  rmSync(out, { recursive: true, force: true });
  writeFileSync(path, content);
  try {
    await runImport(
      { sources: [path], out, mapping: null, force: false, generator: 'test' },
      { onProgress: () => undefined },
    );
  } catch (error) {
    if (!(error instanceof InputError)) throw new Error(`${label}: ${String(error)}`, { cause: error });
    expect(error.message, label).toContain(path);
    expect(readdirSync(out), label).toEqual(['dataset.lock']);
    return 'refused';
  }
  expect(() => verifyDataset(servedPath(out)), label).not.toThrow();
  return 'sound';
}

async function forSeeds(
  make: (random: () => number) => Uint8Array,
): Promise<{ sound: number; refused: number }> {
  const own = mkdtempSync(join(folder, 'cases-'));
  const counts = { sound: 0, refused: 0 };
  for (let seed = 1; seed <= CASES; seed++)
    counts[await importBroken(own, make(seededRandom(seed)), `seed ${seed}`)]++;
  return counts;
}

describe('an import', () => {
  it('of the whole town is sound', async () => {
    expect(await importBroken(folder, WHOLE, 'whole')).toBe('sound');
  });

  it('of truncated files is refused, or sound where the cut is between blocks', async () => {
    const { refused } = await forSeeds((random) => WHOLE.subarray(0, Math.floor(random() * WHOLE.length)));
    expect(refused).toBeGreaterThan(CASES / 2);
  });

  it('of files with flipped bits is refused or sound', async () => {
    const { sound } = await forSeeds((random) => {
      const copy = Uint8Array.from(WHOLE);
      for (let i = Math.floor(random() * 4); i >= 0; i--)
        copy[Math.floor(random() * copy.length)] ^= 1 << Math.floor(random() * 8);
      return copy;
    });
    expect(sound).toBeGreaterThan(CASES / 10);
  });

  it('of random bytes is refused', async () => {
    const random = (next: () => number): Uint8Array =>
      Uint8Array.from({ length: Math.floor(next() * 5000) }, () => Math.floor(next() * 256));
    expect(await forSeeds(random)).toEqual({ sound: 0, refused: CASES });
  });
});

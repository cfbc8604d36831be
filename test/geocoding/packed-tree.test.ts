import { describe, expect, it } from 'vitest';
import { packBoxes, PackedTree } from '../../src/geocoding/areas/packed-tree.js';
import { seededRandom } from '../seeded-random.js';

/** Boxes of very different sizes, many of them equal. A large `reach` covers the whole range of 32 bits. */
function randomBoxes(random: () => number, count: number, reach: number): Int32Array {
  const side = (): [number, number] => {
    const [a, b] = [(random() - 0.5) * reach, random() < 0.3 ? 0 : (random() - 0.5) * reach * random() ** 6];
    const ends = [a, a + b].map((value) =>
      Math.max(-2_147_483_647, Math.min(2_147_483_647, Math.round(value))),
    );
    return [Math.min(...ends), Math.max(...ends)];
  };
  return Int32Array.from(
    Array.from({ length: count }, () => {
      const [[west, east], [south, north]] = [side(), side()];
      return [west, south, east, north];
    }).flat(),
  );
}

function foundIn(
  tree: PackedTree,
  order: Uint32Array,
  box: readonly [number, number, number, number],
): number[] {
  const count = tree.search(...box);
  return [...tree.found.subarray(0, count)].map((item) => order[item]).sort((a, b) => a - b);
}

describe('PackedTree', () => {
  it('finds exactly the boxes that meet a box, in worlds of every size', () => {
    for (const count of [0, 1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 200, 1_000]) {
      for (const reach of [20, 3_000, 1e7, 4_294_967_294]) {
        const random = seededRandom(count + reach);
        const given = randomBoxes(random, count, reach);
        const { boxes, order } = packBoxes(given);
        const tree = new PackedTree(boxes, count, 'test');
        tree.verify('test');
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
        for (let i = 0; i < 60; i++) {
          const [x, y, dx, dy] = [
            (random() - 0.5) * reach * 1.7,
            (random() - 0.5) * reach * 1.7,
            random() ** 4 * reach,
            random() ** 4 * reach,
          ];
          // Some on a border or a corner of a box, some between two units.
          const corner = 4 * Math.floor(random() * count);
          const [west, south] = count > 0 && i % 3 === 0 ? [given[corner + 2], given[corner + 3]] : [x, y];
          const box = [
            west,
            south,
            i % 2 === 0 ? west : west + dx,
            i % 2 === 0 ? south : south + dy,
          ] as const;
          const expected = Array.from({ length: count }, (_, n) => n).filter(
            (n) =>
              given[4 * n] <= box[2] &&
              given[4 * n + 2] >= box[0] &&
              given[4 * n + 1] <= box[3] &&
              given[4 * n + 3] >= box[1],
          );
          expect(foundIn(tree, order, box), `${count} boxes, ${box.join(' ')}`).toEqual(expected);
        }
        expect(foundIn(tree, order, [-1e10, -2_147_483_648, 1e10, 2_147_483_647])).toHaveLength(count);
      }
    }
  });

  it('puts neighbours together: a search in a lattice looks at few boxes', () => {
    const lattice = Int32Array.from(
      Array.from({ length: 4096 }, (_, i) => [i % 64, Math.floor(i / 64), i % 64, Math.floor(i / 64)]).flat(),
    );
    const { order } = packBoxes(lattice);
    const [first, last] = [order.indexOf(0), order.indexOf(65)];
    expect(Math.abs(first - last)).toBeLessThan(4);
  });

  it('refuses boxes of another number of items', () => {
    expect(() => new PackedTree(new Int32Array(8), 2, 'reverse.x_')).toThrow(
      'reverse.x_: 2 boxes for 2 items',
    );
  });
});

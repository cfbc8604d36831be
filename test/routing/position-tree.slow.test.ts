import { describe, expect, it } from 'vitest';
import { buildPositionTree } from '../../src/routing/graph/build-position-tree.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import {
  BOX_ROUNDING,
  BOX_STEPS,
  CHUNK_PAIRS,
  enterBox,
  enterTree,
  LEAF_NUMBERS,
  leafPlace,
  levelStarts,
  NO_BOX,
  NODE_SIZE,
} from '../../src/routing/frozen/position-tree.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { seededRandom } from '../seeded-random.js';
import { randomNetwork } from './random-network.js';

const HALF_TURN7 = 1_800_000_000;

/**
 * Lines of up to 30 positions, most of them in one town. Some are long and anywhere in the world, up to
 * the limits of lon7 and lat7. Some have all positions at one place.
 */
function randomLines(count: number, seed: number): { positions: Int32Array; firstPosition: Uint32Array } {
  const random = seededRandom(seed);
  const positions: number[] = [];
  const firstPosition = [0];
  for (let line = 0; line < count; line++) {
    const isFar = random() < 0.1;
    let [x, y] = isFar
      ? [(random() * 2 - 1) * HALF_TURN7, (random() - 0.5) * HALF_TURN7]
      : [1e9 + random() * 1e6, 4.8e8 + random() * 1e6];
    const step = isFar ? 1e6 : random() < 0.2 ? 0 : 3000;
    for (let k = 2 + Math.floor(random() * 29); k > 0; k--) {
      positions.push(Math.round(x), Math.round(y));
      x = Math.max(-HALF_TURN7, Math.min(HALF_TURN7, x + (random() - 0.5) * step));
      y = Math.max(-HALF_TURN7 / 2, Math.min(HALF_TURN7 / 2, y + (random() - 0.5) * step));
    }
    firstPosition.push(positions.length / 2);
  }
  return { positions: Int32Array.from(positions), firstPosition: Uint32Array.from(firstPosition) };
}

describe('the tree of positions', () => {
  it.each([0, 1, 5, 60, 700, 4000])(
    'has every pair of %d lines once, in all boxes above it, and no box is much larger than needed',
    (count) => {
      const { positions, firstPosition } = randomLines(count, count + 1);
      const tree = buildPositionTree(positions, firstPosition);
      const leafCount = tree.leaves.length / LEAF_NUMBERS;
      const starts = levelStarts(leafCount);
      const top = starts.length - 1;
      expect(tree.boxes.length).toBe(starts[top]);
      const frames = new Float64Array(4 * (top + 1));
      enterTree(tree, frames, top);
      const seen = new Uint8Array(positions.length / 2);
      /** The exact box of everything below a node. */
      const walk = (level: number, node: number): number[] => {
        const around = [Infinity, Infinity, -Infinity, -Infinity];
        const [left, bottom, stepX, stepY] = frames.slice(4 * level, 4 * level + 4);
        for (let child = node * NODE_SIZE; child < (node + 1) * NODE_SIZE; child++) {
          const box = level === 1 ? tree.leaves[leafPlace(child)] : tree.boxes[starts[level - 1] + child];
          if (box === NO_BOX) continue;
          let exact: number[];
          if (level === 1)
            exact = chunkBox(
              tree.leaves[leafPlace(child) + NODE_SIZE],
              tree.leaves[leafPlace(child) + 2 * NODE_SIZE],
            );
          else {
            enterBox(frames, level, box);
            exact = walk(level - 1, child);
          }
          const rounded = [
            left + (box & 255) * stepX,
            bottom + ((box >>> 8) & 255) * stepY,
            left + ((box >>> 16) & 255) * stepX,
            bottom + (box >>> 24) * stepY,
          ];
          const beyond = [
            exact[0] - rounded[0],
            exact[1] - rounded[1],
            rounded[2] - exact[2],
            rounded[3] - exact[3],
          ];
          beyond.forEach((by, side) => {
            expect(by).toBeGreaterThanOrEqual(-BOX_ROUNDING);
            expect(by).toBeLessThan((side % 2 === 0 ? stepX : stepY) * 1.001 + BOX_ROUNDING);
            around[side] =
              side < 2 ? Math.min(around[side], exact[side]) : Math.max(around[side], exact[side]);
          });
        }
        return around;
      };
      const chunkBox = (chunk: number, line: number): number[] => {
        const first = Math.floor(chunk / (CHUNK_PAIRS + 1));
        const last = first + (chunk % (CHUNK_PAIRS + 1));
        expect(first >= firstPosition[line] && last < firstPosition[line + 1]).toBe(true);
        for (let g = first; g < last; g++) seen[g]++;
        const of = (side: number): number[] =>
          Array.from({ length: last - first + 1 }, (_, k) => positions[2 * (first + k) + side]);
        return [Math.min(...of(0)), Math.min(...of(1)), Math.max(...of(0)), Math.max(...of(1))];
      };
      if (count > 0) expect(walk(top, 0)).toEqual([...tree.extent]);
      for (let line = 0; line < count; line++) {
        const last = firstPosition[line + 1] - 1;
        for (let g = firstPosition[line]; g <= last; g++) expect(seen[g]).toBe(g < last ? 1 : 0);
      }
      expect(
        frames
          .slice(4 * top + 2)
          .every((step, side) => step === (tree.extent[side + 2] - tree.extent[side]) / BOX_STEPS),
      ).toBe(true);
    },
  );
});

describe('verifying the tree', () => {
  const { sections } = buildRouting(randomNetwork(3), PROFILES.driving);
  const broken = (name: string, change: (numbers: Int32Array) => void): (() => void) => {
    const numbers = (sections[name] as Int32Array).slice();
    change(numbers);
    return () => RoutingIndex.from({ ...sections, [name]: numbers }).verify();
  };

  it('finds a box that is too small, on any level', () => {
    expect(
      broken('tree.leaves', (leaves) => {
        leaves[3] = 0x80808080 | 0;
      }),
    ).toThrow('is not in the box of its chunk');
    expect(
      broken('tree.boxes', (boxes) => {
        boxes[0] = 0x80808080 | 0;
      }),
    ).toThrow('is not in the box of its chunk');
    expect(
      broken('tree.extent', (extent) => {
        extent[0] += 1000;
      }),
    ).toThrow('is not in the box of its chunk');
  });

  it('finds a box that ends before it begins', () => {
    expect(
      broken('tree.boxes', (boxes) => {
        boxes[0] = 0x000000fe;
      }),
    ).toThrow('ends before it begins');
  });

  it('finds that chunks are missing', () => {
    expect(
      broken('tree.leaves', (leaves) => {
        leaves[NODE_SIZE - 1] = NO_BOX;
      }),
    ).toThrow('in pairs');
    expect(
      broken('tree.boxes', (boxes) => {
        boxes[1] = NO_BOX;
      }),
    ).toThrow('in pairs');
  });
});

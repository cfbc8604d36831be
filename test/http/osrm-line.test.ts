import { expect, it } from 'vitest';
import { LineCutter } from '../../src/http/compat/osrm/osrm-line.js';
import { seededRandom } from '../seeded-random.js';

const SEED = 44;
const POSITIONS = 400;

/** A walk on a grid, which passes many positions more than once. In 1e-6 degrees. */
function walk(random: () => number): Int32Array {
  const line = new Int32Array(2 * POSITIONS);
  line.set([106_900_000, 47_900_000]);
  for (let i = 1; i < POSITIONS; i++) {
    const [dx, dy] = [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ][Math.floor(4 * random())];
    line.set([line[2 * i - 2] + 900 * dx, line[2 * i - 1] + 900 * dy], 2 * i);
  }
  return line;
}

it('cuts a line where a scan of all of it cuts', () => {
  const random = seededRandom(SEED);
  for (let round = 0; round < 50; round++) {
    const line = walk(random);
    const cutter = new LineCutter(line);
    for (let at = 0; at < POSITIONS;) {
      at = Math.min(POSITIONS - 1, at + Math.floor(30 * random()));
      const along_m = cutter.metres[at] + 40 * (random() - 0.5);
      const [lon, lat] = [line[2 * at], line[2 * at + 1]];
      const from = cutter.at;
      const same = Array.from({ length: POSITIONS }, (_, i) => i).filter(
        (i) => i >= from && line[2 * i] === lon && line[2 * i + 1] === lat,
      );
      const off = (i: number): number => Math.abs(cutter.metres[i] - along_m);
      const wanted = same.reduce((best, i) => (off(i) < off(best) ? i : best));
      expect(cutter.to(lon / 1e6, lat / 1e6, along_m), `seed ${SEED}, round ${round}`).toBe(wanted);
      if (at === POSITIONS - 1) break;
    }
  }
});

it('cuts at the nearest position by metres, where the point is none of the line', () => {
  const line = walk(seededRandom(SEED));
  const cutter = new LineCutter(line);
  expect(cutter.to(0, 0, cutter.metres[100] + 1)).toBe(100);
});

import { expect, it } from 'vitest';
import { encodePolyline6 } from '../../src/http/route/polyline.js';
import { decodePolyline6 } from '../../src/sources/engines/polyline.js';
import { seededRandom } from '../seeded-random.js';

const SEED = 38;

it('writes lines that are read as the same positions with six decimals', () => {
  const random = seededRandom(SEED);
  for (let i = 0; i < 500; i++) {
    const length = 2 * (1 + Math.floor(random() * 300));
    const spread = 10 ** Math.floor(random() * 9);
    const line = Int32Array.from({ length }, (_, k) =>
      Math.round((k % 2 === 0 ? 1_069_000_000 : 479_000_000) + (random() - 0.5) * spread),
    );
    const text = JSON.parse(`"${Buffer.from(encodePolyline6(line)).toString('latin1')}"`) as string;
    const expected = Array.from(line, (value) => 10 * Math.round(value / 10));
    expect([...decodePolyline6(text)], `seed ${SEED}, line ${i}`).toEqual(expected);
  }
});

it('goes around the globe, with backslashes escaped', () => {
  const line = Int32Array.of(-1_800_000_000, -900_000_000, 1_800_000_000, 900_000_000, 0, 0);
  const text = JSON.parse(`"${Buffer.from(encodePolyline6(line)).toString('latin1')}"`) as string;
  expect([...decodePolyline6(text)]).toEqual([...line]);
});

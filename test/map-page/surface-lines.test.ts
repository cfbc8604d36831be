import { expect, it } from 'vitest';
import { surfaceLines } from '../../src/web/map/map/surface-lines.js';
import { seededRandom } from '../seeded-random.js';

const lengthOf = (line: readonly number[][]): number =>
  line.slice(1).reduce((sum, [lon, lat], i) => {
    const narrow = Math.cos((lat * Math.PI) / 180);
    return sum + Math.hypot((lon - line[i][0]) * narrow, lat - line[i][1]);
  }, 0);

it('cuts a line where its surface changes: the pieces are the line, each as long as it should be', () => {
  const random = seededRandom(56);
  for (let round = 0; round < 100; round++) {
    const line = Array.from({ length: 2 + Math.floor(random() * 20) }, (): [number, number] => [
      100 + random(),
      47 + random() / 10,
    ]);
    const stretches = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, i) => ({
      surface: (['asphalt', 'gravel'] as const)[i % 2],
      distance_meters: 1 + random() * 1000,
      duration_seconds: 1,
    }));
    const all_m = stretches.reduce((sum, { distance_meters }) => sum + distance_meters, 0);
    const pieces = surfaceLines(line, stretches, { way: 0 });
    const lines = pieces.map(({ geometry }) => (geometry as { coordinates: number[][] }).coordinates);
    expect(pieces.map(({ properties }) => properties!['surface'] as string)).toEqual(
      stretches.map(({ surface }) => surface),
    );
    expect([lines[0][0], lines.at(-1)!.at(-1)]).toEqual([line[0], line.at(-1)]);
    lines.forEach((piece, i) => {
      if (i > 0) expect(piece[0]).toEqual(lines[i - 1].at(-1));
      const share = stretches[i].distance_meters / all_m;
      expect(Math.abs(lengthOf(piece) / lengthOf(line) - share), `round ${round}`).toBeLessThan(1e-3);
    });
  }
});

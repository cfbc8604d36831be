import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { areaM2 } from '../../src/geo/measure.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { reachPolygons } from '../../src/sources/embedded/areas/reach-polygons.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { collectNetwork } from '../collect.js';
import { seededRandom } from '../seeded-random.js';

const folder = mkdtempSync(join(tmpdir(), 'gazarch-antimeridian-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIMITS = { snapLimit_m: 300 };
const SIDE = 7;
const STEP = 0.004;

/** A lattice of streets whose middle lies at a longitude; no node lies there. */
async function lattice(middle: number) {
  const lonOf = (column: number): number => {
    const lon = middle + (column - SIDE / 2 + 0.5 + 0.2) * STEP;
    return Number((lon > 180 ? lon - 360 : lon).toFixed(7));
  };
  const latOf = (row: number): number => 66.7 + row * STEP + 0.0001;
  const cells = Array.from({ length: SIDE * SIDE }, (_, i) => [i % SIDE, Math.floor(i / SIDE)]);
  const nodes = cells.map(([x, y], i) => `<node id="${i + 1}" lon="${lonOf(x)}" lat="${latOf(y)}"/>`);
  const ways = Array.from({ length: 2 * SIDE }, (_, w) => {
    const ids = Array.from({ length: SIDE }, (__, i) => (w < SIDE ? w * SIDE + i : i * SIDE + w - SIDE) + 1);
    const refs = ids.map((id) => `<nd ref="${id}"/>`).join('');
    return `<way id="${w + 1}">${refs}<tag k="highway" v="residential"/><tag k="name" v="${w}"/></way>`;
  });
  const path = join(folder, `${middle}.osm`);
  writeFileSync(path, `<osm version="0.6">${nodes.join('')}${ways.join('')}</osm>`);
  return { network: await collectNetwork(path), lonOf, latOf };
}

function finished<T>(work: Generator<void, T>): T {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

it.each(TRAVEL_MODES)('routes and areas over 180 degrees are those of any other place, %s', async (mode) => {
  const towns = await Promise.all([10, 180].map(lattice));
  const indexes = towns.map(({ network }) =>
    RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections),
  );
  for (const index of indexes) index.verify();
  const random = seededRandom(58);
  for (let pair = 0; pair < 60; pair++) {
    // On a street from west to east.
    const [from, to] = [0, 1].map(() => [(SIDE - 1) * random(), Math.floor(SIDE * random())]);
    const [here, there] = towns.map(({ lonOf, latOf }, i) => {
      const [origin, destination] = [from, to].map(([x, y]): [number, number] => [lonOf(x), latOf(y)]);
      const found = indexes[i].route({ origin, destination }, LIMITS);
      if (found.kind !== 'route') throw new Error(found.kind);
      expect(found.origin.distance_m).toBeLessThan(0.05);
      expect(found.destination.distance_m).toBeLessThan(0.05);
      return found;
    });
    expect(Math.abs(here.distance_m - there.distance_m), `pair ${pair}`).toBeLessThan(0.2);
    expect(Math.abs(here.duration_s - there.duration_s), `pair ${pair}`).toBeLessThan(0.05);
  }
  const areas = towns.map(({ lonOf, latOf }, i) => {
    const wanted = { limits: [600], unit: 'm', direction: 'from' } as const;
    const found = finished(indexes[i].reach([lonOf(3.1), latOf(3)], wanted, LIMITS));
    if ('kind' in found) throw new Error(found.kind);
    return finished(reachPolygons(found.reached, 100))[0].area;
  });
  const [here_m2, there_m2] = areas.map(areaM2);
  expect(here_m2).toBeGreaterThan(100_000);
  expect(Math.abs(there_m2 / here_m2 - 1)).toBeLessThan(0.02);
  const lons = areas[1]
    .flatMap((polygon) => polygon.flatMap((ring) => Array.from(ring)))
    .filter((_, i) => i % 2 === 0);
  expect([Math.min(...lons), Math.max(...lons)]).toEqual([-1_800_000_000, 1_800_000_000]);
});

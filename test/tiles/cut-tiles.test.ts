import { expect, it } from 'vitest';
import type { Geometry } from '../../src/geo/feature.js';
import { cutTiles } from '../../src/tiles/cut-tiles.js';
import type { MapShape } from '../../src/tiles/map-shape.js';
import { seededRandom } from '../seeded-random.js';
import { readTile, type ReadFeature } from './read-tile.js';

/** Tiles against the shapes that they were cut from, by brute force over all tiles. */

const random = seededRandom(7);
const [WEST, SOUTH, SIDE] = [1_067_000_000, 478_000_000, 6_000_000];
const somewhere = (): [number, number] => [
  WEST + Math.floor(random() * SIDE),
  SOUTH + Math.floor(random() * SIDE),
];

function shape(layer: MapShape['layer'], id: number, minZoom: number, geometry: Geometry): MapShape {
  return { layer, minZoom, properties: { id }, geometry };
}

const points = Array.from({ length: 60 }, (_, id) => {
  const [lon7, lat7] = somewhere();
  return shape('place', id, 3 + (id % 11), { kind: 'point', lon7, lat7 });
});
/** Short enough that a straight line on the globe's grid is one on the map, too. */
const near = ([lon7, lat7]: readonly [number, number]): [number, number] => [
  lon7 + Math.floor(random() * 400_000),
  lat7 + Math.floor(random() * 400_000),
];
const lineOf = (id: number, minZoom: number): MapShape => {
  const from = somewhere();
  const line = Int32Array.from([...from, ...near(from), ...near(from)]);
  return shape('road', id, minZoom, { kind: 'line', lines: [line] });
};
/** These differ in nothing but where they are. */
const ALIKE = 300;
const lines = [
  ...Array.from({ length: 20 }, (_, i) => lineOf(100 + i, 3 + (i % 11))),
  ...Array.from({ length: 20 }, () => lineOf(ALIKE, 5)),
];
const [cx, cy] = [WEST + SIDE / 2, SOUTH + SIDE / 2];
const lake = shape('water', 200, 3, {
  kind: 'area',
  polygons: [
    [Int32Array.from([cx, cy, cx + 900_000, cy, cx + 900_000, cy + 900_000, cx, cy + 900_000, cx, cy])],
  ],
});
const speck = shape('water', 201, 3, {
  kind: 'area',
  polygons: [[Int32Array.from([cx, cy, cx + 20, cy, cx + 20, cy + 20, cx, cy])]],
});

const tiles = new Map<string, ReadFeature[]>();
const shares: number[] = [];
for (const { z, x, y, bytes } of cutTiles([...points, ...lines, lake, speck], (share) =>
  shares.push(share),
)) {
  const at = `${z}/${x}/${y}`;
  expect(tiles.has(at), at).toBe(false);
  tiles.set(at, readTile(bytes, z, x, y));
}
/** In 1e-7 degrees: what one unit of a tile is across. Lines may be simplified by three of them. */
const unit = (z: number): number => 3.6e9 / 2 ** z / 4096;

it('has tiles of every zoom from 3 to 13, and nothing empty', () => {
  const zooms = new Set([...tiles.keys()].map((at) => Number(at.split('/')[0])));
  expect([...zooms].sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  for (const [at, features] of tiles) expect(features.length, at).toBeGreaterThan(0);
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

it('has each point in the tile around it, from its zoom on and not before', () => {
  for (const { properties, minZoom, geometry } of points) {
    const { lon7, lat7 } = geometry as { lon7: number; lat7: number };
    for (let z = 3; z <= 13; z++) {
      const found = tiles.get(tileAt(lon7, lat7, z))?.find((f) => f.properties['id'] === properties['id']);
      expect(found !== undefined, `point ${properties['id']} at zoom ${z}`).toBe(z >= minZoom);
      if (found === undefined) continue;
      const [lon, lat] = found.lines[0][0];
      expect(Math.max(Math.abs(lon - lon7), Math.abs(lat - lat7))).toBeLessThanOrEqual(unit(z));
    }
  }
});

it('has each line wherever it goes', () => {
  for (const { properties, minZoom, geometry } of lines) {
    const [line] = (geometry as { lines: Int32Array[] }).lines;
    for (let step = 0; step < 100; step++) {
      const [leg, t] = [step % 2, random()];
      const at = (i: number): number => line[2 * leg + i] + t * (line[2 * leg + 2 + i] - line[2 * leg + i]);
      for (const z of [minZoom, 13]) {
        const own = tiles
          .get(tileAt(at(0), at(1), z))
          ?.filter((f) => f.properties['id'] === properties['id']);
        const nearest = Math.min(
          ...(own ?? []).flatMap((f) => f.lines.map((part) => distance(part, at(0), at(1)))),
        );
        expect(nearest, `line ${properties['id']} at zoom ${z}`).toBeLessThanOrEqual(4 * unit(z));
      }
    }
  }
});

it('has alike lines of a tile as one feature', () => {
  const alike = [...tiles.values()].map((features) => features.filter((f) => f.properties['id'] === ALIKE));
  expect(Math.max(...alike.map((features) => features.length))).toBe(1);
  expect(Math.max(...alike.flat().map((f) => f.lines.length))).toBeGreaterThanOrEqual(20);
});

it('has the lake in every tile that it covers, and what is too small only where it can be seen', () => {
  const ids = (at: string): unknown[] => (tiles.get(at) ?? []).map((f) => f.properties['id']);
  for (let z = 8; z <= 13; z++) expect(ids(tileAt(cx + 450_000, cy + 450_000, z)), String(z)).toContain(200);
  const zoomsOfSpeck = [...tiles.keys()].filter((at) => ids(at).includes(201)).map((at) => at.split('/')[0]);
  expect(zoomsOfSpeck.every((zoom) => Number(zoom) >= 10)).toBe(true);
});

function tileAt(lon7: number, lat7: number, z: number): string {
  const angle = (lat7 / 1e7) * (Math.PI / 180);
  const row = ((1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2) * 2 ** z;
  return `${z}/${Math.floor(((lon7 / 1e7 + 180) / 360) * 2 ** z)}/${Math.floor(row)}`;
}

/** Distance of a point to a line, in a plane of degrees: small tiles are flat enough. */
function distance(line: readonly [number, number][], x: number, y: number): number {
  let best = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [[ax, ay], [bx, by]] = [line[i - 1], line[i]];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const t =
      length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    best = Math.min(best, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
  }
  return best;
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import { runCli } from '../cli/run-cli.js';
import { makeKey, Service } from './workers-service.js';

/**
 * The radii of reverse lookups, from the flags of `gazarch serve` through its workers to an answer over
 * HTTP. In metres, x to the east and y to the north:
 *
 *                    Баян (0, 5000)
 *
 *                                             +-- park --+ 300
 *                              shop (300, 40) +----------+ 40
 *     (0, 0) ---- door 5 (100, 20) ----------------------------- street ---- (1000, 0)
 *             +--- house 8 ---+               +-- univ. -+ -40
 *             +--- 8а inside -+               +----------+ -300
 */
const CORNER = { lon: 106.9, lat: 47.9 };

function positionOf(x: number, y: number): { lat: string; lon: string } {
  const lat = CORNER.lat + y / metersPerDegreeLat(CORNER.lat);
  return { lat: lat.toFixed(7), lon: (CORNER.lon + x / metersPerDegreeLon(lat)).toFixed(7) };
}

let written = 0;

function node(x: number, y: number, tags: Record<string, string> = {}): { id: number; xml: string } {
  const { lat, lon } = positionOf(x, y);
  const id = ++written;
  return { id, xml: `<node id="${id}" lat="${lat}" lon="${lon}" version="1">${tagsXml(tags)}</node>` };
}

interface Way {
  nodes: string;
  xml: string;
}

function way(tags: Record<string, string>, corners: [number, number][], isClosed = false): Way {
  const nodes = corners.map(([x, y]) => node(x, y));
  const refs = [...nodes, ...(isClosed ? [nodes[0]] : [])].map(({ id }) => `<nd ref="${id}"/>`).join('');
  return {
    nodes: nodes.map(({ xml }) => xml).join(''),
    xml: `<way id="${++written}" version="1">${refs}${tagsXml(tags)}</way>`,
  };
}

function box(
  tags: Record<string, string>,
  [west, south]: [number, number],
  [east, north]: [number, number],
): Way {
  return way(
    tags,
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
    true,
  );
}

function tagsXml(tags: Record<string, string>): string {
  return Object.entries(tags)
    .map(([key, value]) => `<tag k="${key}" v="${value}"/>`)
    .join('');
}

function world(): string {
  const door = (number: string): Record<string, string> => ({
    'addr:street': 'Их тойруу',
    'addr:housenumber': number,
  });
  const points = [
    node(0, 5000, { place: 'village', name: 'Баян' }),
    node(100, 20, door('5')),
    node(300, 40, { shop: 'books', name: 'Номын дэлгүүр' }),
    node(100, -100, door('8а')),
  ];
  const ways = [
    way({ highway: 'residential', name: 'Их тойруу' }, [
      [0, 0],
      [1000, 0],
    ]),
    box({ leisure: 'park', name: 'Хүүхдийн парк' }, [500, 40], [900, 300]),
    box({ amenity: 'university', name: 'МУИС' }, [500, -300], [900, -40]),
    box({ building: 'yes', ...door('8') }, [80, -120], [120, -80]),
  ];
  const xml = [
    ...points.map(({ xml }) => xml),
    ...ways.map(({ nodes }) => nodes),
    ...ways.map(({ xml }) => xml),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?><osm version="0.6">${xml.join('')}</osm>`;
}

const CHANGED = {
  '--reverse-address-m': 10,
  '--reverse-place-m': 10,
  '--reverse-street-m': 70,
  '--reverse-street-at-ground-m': 65,
  '--reverse-any-m': 150,
  '--reverse-settlement-m': 5000,
  '--reverse-doorstep-m': 0,
};

let folder: string;
let asBuilt: Service;
let changed: Service;
let key: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-radii-'));
  const [source, dataset, database] = ['world.osm', 'dataset', 'keys.sqlite'].map((name) =>
    join(folder, name),
  );
  writeFileSync(source, world());
  const { status, stderr } = await runCli(['import', source, '--dataset', dataset]);
  expect(status, stderr).toBe(0);
  key = await makeKey(database, 100_000);
  asBuilt = await Service.start({ dataset, database, workers: 1 });
  changed = await Service.start({
    dataset,
    database,
    workers: 2,
    flags: Object.entries(CHANGED).flatMap(([flag, value]) => [flag, String(value)]),
  });
});
afterAll(async () => {
  await Promise.all([asBuilt.stop(), changed.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

async function nameAt(service: Service, x: number, y: number): Promise<string> {
  const { lat, lon } = positionOf(x, y);
  const { status, text } = await service.ask(`/v1/geocode?lat=${lat}&lon=${lon}`, key);
  expect(status, text).toBe(200);
  const { results } = JSON.parse(text) as {
    results: { name: string; type: string; distance_meters: number }[];
  };
  return results.length === 0
    ? 'nothing'
    : `${results[0].type} ${results[0].name}, ${Math.round(results[0].distance_meters)} m`;
}

describe('reverse radii as settings of a deployment', () => {
  it.each([
    ['--reverse-address-m', 100, -8, 'address Их тойруу 5, 28 m', 'street Их тойруу, 8 m'],
    ['--reverse-place-m', 300, -8, 'place Номын дэлгүүр, 48 m', 'street Их тойруу, 8 m'],
    ['--reverse-street-m', 700, -80, 'street Их тойруу, 80 m', 'place МУИС, 0 m'],
    ['--reverse-street-at-ground-m', 700, 60, 'place Хүүхдийн парк, 0 m', 'street Их тойруу, 60 m'],
    ['--reverse-any-m', 0, 600, 'place Хүүхдийн парк, 583 m', 'place Баян, 4400 m'],
    ['--reverse-settlement-m', 0, -4000, 'place Баян, 9000 m', 'nothing'],
    ['--reverse-doorstep-m', 101, -100, 'address Их тойруу 8а, 1 m', 'address Их тойруу 8, 0 m'],
  ])('%s decides at %d, %d', async (_flag, x, y, before, after) => {
    expect(await nameAt(asBuilt, x, y)).toBe(before);
    // Every worker uses the changed radii.
    for (let i = 0; i < 6; i++) expect(await nameAt(changed, x, y)).toBe(after);
  });

  it('ends the start with a clear error when one is wrong', async () => {
    const { status, stderr } = await runCli([
      'serve',
      '--dataset',
      join(folder, 'dataset'),
      '--reverse-any-m',
      '1km',
    ]);
    expect(status).not.toBe(0);
    expect(stderr).toContain('--reverse-any-m is "1km"; it must be a whole number from 0 to 10000');
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Feature } from '../../src/geo/feature.js';
import { buildFeatures } from '../../src/importer/build/build-features.js';
import { buildNetwork } from '../../src/importer/build/build-network.js';
import { collectOsm, type CollectedOsm } from '../../src/importer/collect/collect-osm.js';
import { readGeojsonLayer } from '../../src/importer/collect/geojson.js';
import { Skipped } from '../../src/importer/collect/skipped.js';

/** Objects that would cost far more than others. They are left out, with a reason; the rest is imported. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-bounded-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Imported extends CollectedOsm {
  skipped: Skipped;
  reasons: () => Record<string, number>;
}

async function collected(inside: string): Promise<Imported> {
  const path = join(folder, 'map.osm');
  writeFileSync(path, `<osm version="0.6">${inside}</osm>`);
  const skipped = new Skipped();
  const found = await collectOsm([path], { skipped });
  return {
    ...found,
    skipped,
    reasons: () => Object.fromEntries(skipped.list().map(({ reason, count }) => [reason, count])),
  };
}

function node(id: number, lon: number, lat: number, tags: Record<string, string> = {}): string {
  return `<node id="${id}" lon="${lon.toFixed(7)}" lat="${lat.toFixed(7)}">${tagged(tags)}</node>`;
}

function way(id: number, refs: readonly number[], tags: Record<string, string> = {}): string {
  return `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${tagged(tags)}</way>`;
}

function relation(id: number, ways: readonly number[], tags: Record<string, string>): string {
  const members = ways.map((ref) => `<member type="way" ref="${ref}" role="outer"/>`);
  return `<relation id="${id}">${members.join('')}${tagged(tags)}</relation>`;
}

function tagged(tags: Record<string, string>): string {
  return Object.entries(tags)
    .map(([k, v]) => `<tag k="${k}" v="${v}"/>`)
    .join('');
}

const district = { type: 'boundary', boundary: 'administrative', admin_level: '6', name: 'Сүхбаатар дүүрэг' };

/** A round outline of `count` nodes with the ids 1 to `count`, and its way, 1. */
function round(count: number, tags: Record<string, string> = {}): string {
  const ids = Array.from({ length: count }, (_, i) => i + 1);
  const at = (id: number): number => (id / count) * 2 * Math.PI;
  const nodes = ids.map((id) => node(id, 106 + Math.cos(at(id)) / 10, 47 + Math.sin(at(id)) / 10));
  return nodes.join('') + way(1, [...ids, 1], tags);
}

/** An outline like a comb, each tooth as high as the whole. */
function comb(corners: number, tags: Record<string, string>): string {
  const ids = Array.from({ length: corners }, (_, i) => i + 1);
  const nodes = ids.map((id) => node(id, 106 + id / 1e6, id % 2 === 0 ? 47 : 47.1));
  const back = node(corners + 1, 106 + corners / 1e6, 46.999) + node(corners + 2, 106, 46.999);
  return nodes.join('') + back + way(1, [...ids, corners + 1, corners + 2, 1], tags);
}

describe('an outline', () => {
  const reason = 'outline that a line of latitude crosses more than 1000 times';

  it.each([
    ['closed way', comb(1500, district)],
    ['relation', comb(1500, {}) + relation(1, [1], district)],
  ])('like a comb is left out: %s', async (_what, inside) => {
    const { kept, skipped, reasons } = await collected(inside);
    expect(buildFeatures(kept, skipped)).toEqual([]);
    expect(reasons()).toEqual({ [reason]: 1 });
  });

  it('with many corners and few crossings is kept', async () => {
    const { kept, skipped, reasons } = await collected(round(20_000, district));
    expect(buildFeatures(kept, skipped)).toHaveLength(1);
    expect(reasons()).toEqual({});
  });

  it('of a relation that names one way again and again looks its nodes up once', async () => {
    const { kept, skipped } = await collected(
      round(100) + relation(1, new Array<number>(2000).fill(1), district),
    );
    const lookups = vi.spyOn(kept.nodes, 'placeOf');
    expect(buildFeatures(kept, skipped)).toHaveLength(1);
    expect(lookups.mock.calls.length).toBeLessThan(500);
  });

  it('of a way that bounds hundreds of others is left out', async () => {
    const relations = Array.from({ length: 300 }, (_, i) => relation(i + 1, [1], district)).join('');
    const { kept, skipped, reasons } = await collected(round(1000) + relations);
    // 20 times the 1,001 nodes of the way, and 100,000 that are free.
    expect(buildFeatures(kept, skipped)).toHaveLength(119);
    expect(reasons()).toEqual({ 'area whose ways already bound 20 other areas': 181 });
  });
});

describe('roads', () => {
  it('of a square that names one way again and again are walked once', async () => {
    const square = { type: 'multipolygon', highway: 'pedestrian' };
    const { kept, skipped } = await collected(
      round(10) + relation(1, new Array<number>(500).fill(1), square),
    );
    expect(buildNetwork(kept, skipped).wayId).toHaveLength(1);
  });

  it('meet at a node, up to a hundred of them', async () => {
    const spokes = Array.from(
      { length: 150 },
      (_, i) => node(i + 1, 106 + i / 1e4, 47) + way(i + 1, [1000, i + 1], { highway: 'residential' }),
    );
    const { kept, skipped, reasons } = await collected(node(1000, 106, 46.99) + spokes.join(''));
    expect(buildNetwork(kept, skipped).wayId).toHaveLength(100);
    expect(reasons()).toEqual({ 'road at a node where 100 other roads meet': 50 });
  });

  it('pass the same node fifty times, not more', async () => {
    const refs = (times: number): number[] => Array.from({ length: 2 * times + 1 }, (_, i) => 1 + (i % 2));
    const nodes = node(1, 106, 47) + node(2, 106.1, 47);
    const often = await collected(nodes + way(1, refs(60), { highway: 'residential' }));
    expect(buildNetwork(often.kept, often.skipped).wayId).toHaveLength(0);
    expect(often.reasons()).toEqual({ 'road at a node where 100 other roads meet': 1 });
    const seldom = await collected(nodes + way(1, refs(40), { highway: 'residential' }));
    expect(buildNetwork(seldom.kept, seldom.skipped).wayId).toHaveLength(1);
  });

  it('lose a turn restriction of more than fifty members', async () => {
    const restriction = { type: 'restriction', restriction: 'no_left_turn' };
    const members = new Array<number>(51).fill(1);
    const { kept, reasons } = await collected(
      round(4) + relation(1, members, restriction) + relation(2, members.slice(1), restriction),
    );
    expect(kept.restrictions.map(({ id }) => id)).toEqual([2]);
    expect(reasons()).toEqual({ 'turn restriction with more than 50 members': 1 });
  });
});

describe('a value of more than a thousand characters', () => {
  const long = 'а'.repeat(1001);

  it('is left out of OSM; the object keeps its other tags', async () => {
    const { kept, reasons } = await collected(
      node(1, 106, 47, { name: long, 'name:en': 'Market', amenity: 'marketplace' }),
    );
    expect(kept.points.map(({ tags }) => ({ ...tags }))).toEqual([
      { 'name:en': 'Market', amenity: 'marketplace' },
    ]);
    expect(reasons()).toEqual({ 'value of more than 1000 characters': 1 });
  });

  it('of exactly a thousand stays', async () => {
    const { kept, reasons } = await collected(node(1, 106, 47, { name: long.slice(1) }));
    expect(kept.points).toHaveLength(1);
    expect(reasons()).toEqual({});
  });
});

describe('GeoJSON', () => {
  function read(text: string | Uint8Array): { features: Feature[]; reasons: Record<string, number> } {
    const path = join(folder, 'layer.geojson');
    writeFileSync(path, text);
    const skipped = new Skipped();
    const features = readGeojsonLayer(path, null, skipped).features;
    return {
      features,
      reasons: Object.fromEntries(skipped.list().map(({ reason, count }) => [reason, count])),
    };
  }

  it('nested without end is refused before it is parsed', () => {
    expect(() => read(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toThrow(
      /layer\.geojson: it is nested deeper than 64 levels/,
    );
    const harmless = JSON.stringify({
      type: 'FeatureCollection',
      features: [],
      note: `"\\${'['.repeat(100)}`,
    });
    expect(read(harmless).features).toEqual([]);
  });

  it('of more values than memory can hold is refused before it is parsed', () => {
    const text = Buffer.alloc(60_000_010, '1,');
    text.write('{"a":[');
    expect(() => read(text)).toThrow(/layer\.geojson: it has more than 30000000 values/);
  });

  it('loses a long value and a comb, and keeps the rest', () => {
    const teeth = Array.from({ length: 1500 }, (_, i) => [106 + i / 1e5, 47 + (i % 2)]);
    const area = { type: 'Polygon', coordinates: [[[106, 46.999], ...teeth, [107, 46.999], [106, 46.999]]] };
    const point = { type: 'Point', coordinates: [106, 47] };
    const feature = (geometry: unknown, properties: unknown): unknown => ({
      type: 'Feature',
      properties,
      geometry,
    });
    const { features, reasons } = read(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          feature(area, { name: 'Сам' }),
          feature(point, { name: 'Зах', name_en: 'x'.repeat(1001) }),
          feature(point, { name: 'x'.repeat(1001) }),
        ],
      }),
    );
    expect(features.map(({ tags }) => tags)).toEqual([{ name: 'Зах', 'gazarch:type': 'place' }]);
    expect(features.every(({ id }) => id.length < 1100)).toBe(true);
    expect(reasons).toEqual({
      'GeoJSON: outline that a line of latitude crosses more than 1000 times': 1,
      'GeoJSON: no name': 1,
      'value of more than 1000 characters': 2,
    });
  });

  it('loses a line of more positions than any real one', () => {
    const position = '[106.5,47.5]';
    const positions = new Array<string>(1_000_001).fill(position).join();
    const line = `{"type":"LineString","coordinates":[${positions}]}`;
    const { features, reasons } = read(`{"type":"Feature","properties":{"name":"Зам"},"geometry":${line}}`);
    expect(features).toEqual([]);
    expect(reasons).toEqual({ 'GeoJSON: shape of more than 1000000 positions': 1 });
  });
});

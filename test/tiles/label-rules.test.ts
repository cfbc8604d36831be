import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readShapes } from '../../src/importer/collect/read-shapes.js';
import { areaLabels, labelOf, pointRule } from '../../src/tiles/label-rules.js';
import type { MapShape } from '../../src/tiles/map-shape.js';
import { SURFACES } from '../../src/routing/profiles/driving-tables.js';
import { lineRule } from '../../src/tiles/shape-rules.js';
import { ICON_KINDS } from '../../src/web/map/map/icon-kinds.js';
import { ICONS } from '../../scripts/map-icons.mjs';

/** What stands on the map at a point, and what a page is told of roads. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-labels-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('icons', () => {
  it('are drawn for all kinds that the tiles have, and for no other', () => {
    expect([...ICON_KINDS, 'place'].sort()).toEqual(Object.keys(ICONS).sort());
  });
});

describe('surfaces of roads', () => {
  it.each([...SURFACES])('%s is unpaved on the map as in routes', (surface, { paved }) => {
    for (const said of [surface, `asphalt;${surface}`, `${surface} / bricks`]) {
      const rule = lineRule({ highway: 'tertiary', surface: said });
      expect(rule?.properties['unpaved'], said).toBe(paved ? undefined : 1);
    }
  });
});

describe('labels', () => {
  it('are for points of interest with a name, and for some kinds without one', () => {
    expect(pointRule({ amenity: 'cafe', name: 'Цэцэг' }, null)).toEqual({
      layer: 'poi',
      minZoom: 13,
      properties: { kind: 'cafe', rank: 14, name: 'Цэцэг', name_en: 'Tsetseg' },
    });
    expect(pointRule({ amenity: 'cafe' }, null)).toBe(null);
    expect(pointRule({ natural: 'spring' }, null)?.properties).toEqual({ kind: 'spring', rank: 12 });
    expect(pointRule({ mountain_pass: 'yes', ele: '2453.7' }, null)?.properties).toEqual({
      ...{ kind: 'pass', rank: 10, ele: 2453 },
    });
    expect(pointRule({ natural: 'peak', name: 'Уул', ele: 'high' }, null)?.properties).not.toHaveProperty(
      'ele',
    );
  });

  it('of aimag centres are there where a phone shows the whole country, behind that of the capital', () => {
    const centre = pointRule({ place: 'town', name: 'Ховд' }, '4');
    const capital = pointRule({ place: 'city', name: 'Улаанбаатар' }, '2');
    expect([centre?.minZoom, centre?.properties['rank']]).toEqual([3, 4]);
    expect([capital?.minZoom, capital?.properties['rank']]).toEqual([3, 3]);
    expect(pointRule({ place: 'town', name: 'Хархорин' }, '6')?.minZoom).toBe(7);
  });

  it('are house numbers, but no remarks', () => {
    const number = (text: string): unknown => pointRule({ 'addr:housenumber': text }, null);
    expect(number(' 12/3 ')).toEqual({ layer: 'address', minZoom: 13, properties: { number: '12/3' } });
    expect(number('behind the shop')).toBe(null);
    expect(
      areaLabels({ building: 'yes', 'addr:housenumber': '7', amenity: 'school', name: 'А' }, false),
    ).toHaveLength(2);
  });

  it('of lakes come the sooner the larger they are', () => {
    const [rule] = areaLabels({ natural: 'water', name: 'Нуур' }, false);
    const zoomAt = (km2: number): number => labelOf(rule, () => km2 * 1e6).minZoom;
    const zooms = [3000, 100, 1, 0.01].map(zoomAt);
    expect(zooms).toEqual([...zooms].sort((a, b) => a - b));
    expect(zooms[0]).toBeLessThan(8);
    expect(zooms[3]).toBe(13);
    expect(labelOf(rule, () => 0).properties['rank']).toBe(15);
  });

  it('are in Latin letters for English, tagged or written so', () => {
    const english = (tags: Record<string, string>): unknown =>
      pointRule({ place: 'town', ...tags }, null)?.properties['name_en'];
    expect(english({ name: 'Дархан', 'name:en': 'Darkhan city' })).toBe('Darkhan city');
    expect(english({ name: 'Дархан' })).toBe('Darkhan');
    expect(english({ name: 'Erdenet' })).toBe(undefined);
  });

  it('of aimag, soum and khoroo are for relations only', () => {
    const tags = { boundary: 'administrative', admin_level: '4', name: 'Архангай' };
    expect(areaLabels(tags, true)).toEqual([
      { layer: 'area_name', minZoom: 5, properties: { level: 4, name: 'Архангай', name_en: 'Arkhangai' } },
    ]);
    expect(areaLabels(tags, false)).toEqual([]);
    expect(areaLabels({ ...tags, admin_level: '9' }, true)).toEqual([]);
  });
});

describe('roads', () => {
  const road = (tags: Record<string, string>): unknown =>
    lineRule({ highway: 'primary', ...tags })?.properties;

  it('say in which direction they go', () => {
    expect(road({ oneway: 'yes' })).toMatchObject({ oneway: 1 });
    expect(road({ oneway: '-1' })).toMatchObject({ oneway: -1 });
    expect(road({ junction: 'roundabout' })).toMatchObject({ oneway: 1 });
    expect(road({ junction: 'roundabout', oneway: 'no' })).not.toHaveProperty('oneway');
    expect(road({})).not.toHaveProperty('oneway');
  });

  it('have one number of the country and one of the Asian highway', () => {
    expect(road({ ref: 'A05 01;АН3' })).toMatchObject({ ref: 'A0501', ah: 'АН3' });
    expect(road({ ref: 'AH3' })).not.toHaveProperty('ref');
    expect(road({ ref: 'a very long remark' })).not.toHaveProperty('ref');
  });

  it('have a grade where they are tracks', () => {
    expect(lineRule({ highway: 'track', tracktype: 'grade4' })?.properties).toMatchObject({ grade: 4 });
    expect(lineRule({ highway: 'track', tracktype: 'grade9' })?.properties).not.toHaveProperty('grade');
    expect(road({ tracktype: 'grade1' })).not.toHaveProperty('grade');
  });
});

it('a label of an area stands once, inside, whichever way the file has the area', async () => {
  const path = join(folder, 'x.osm');
  const square = (first: number, lon: number, side: number): string =>
    [
      [0, 0],
      [side, 0],
      [side, side],
      [0, side],
    ]
      .map(([x, y], i) => `<node id="${first + i}" lat="${47 + y}" lon="${lon + x}"/>`)
      .join('');
  const nds = (first: number): string => [0, 1, 2, 3, 0].map((i) => `<nd ref="${first + i}"/>`).join('');
  const tags = (all: Record<string, string>): string =>
    Object.entries(all)
      .map(([k, v]) => `<tag k="${k}" v="${v}"/>`)
      .join('');
  writeFileSync(
    path,
    `<osm version="0.6">${square(1, 106, 0.5)}${square(11, 107, 0.001)}${square(21, 108, 1)}` +
      `<way id="1">${nds(1)}${tags({ natural: 'water', name: 'Нуур' })}</way>` +
      `<way id="2">${nds(11)}${tags({ building: 'yes', 'addr:housenumber': '5' })}</way>` +
      `<way id="3">${nds(21)}</way>` +
      `<relation id="4"><member type="way" ref="3" role="outer"/>` +
      tags({ type: 'boundary', boundary: 'administrative', admin_level: '6', name: 'Сум' }) +
      '</relation></osm>',
  );
  const shapes: MapShape[] = [...(await readShapes([path]))];
  const points = shapes.filter(({ geometry }) => geometry.kind === 'point');
  expect(points.map(({ layer }) => layer).sort()).toEqual(['address', 'area_name', 'water_name']);
  for (const { layer, geometry } of points) {
    if (geometry.kind !== 'point') throw new Error();
    const [west, side] = { water_name: [106, 0.5], address: [107, 0.001], area_name: [108, 1] }[
      layer as 'address'
    ];
    expect(geometry.lon7 / 1e7).toBeGreaterThan(west);
    expect(geometry.lon7 / 1e7).toBeLessThan(west + side);
    expect(geometry.lat7 / 1e7).toBeGreaterThan(47);
    expect(geometry.lat7 / 1e7).toBeLessThan(47 + side);
  }
  expect(shapes.filter(({ layer }) => layer === 'water').map(({ properties }) => properties)).toEqual([{}]);
});

import { beforeAll, describe, expect, it } from 'vitest';
import { readShapes } from '../../src/importer/collect/read-shapes.js';
import { readOsm } from '../../src/osm/read.js';
import { cutTiles } from '../../src/tiles/cut-tiles.js';
import { geodata, hasGeodata } from '../geodata.js';
import { readTile, type ReadFeature } from './read-tile.js';

/**
 * Who looks at a country looks for its towns. Each centre of an aimag and of a soum, as the file itself names
 * them, is looked up in the tile where it lies. Zooms are cut from low to high, so the rest is left out.
 */

const AIMAG = { level: '4', zoom: 6, least: 20 };
const SOUM = { level: '6', zoom: 9, least: 300 };

describe.skipIf(!hasGeodata)('labels on the map of Mongolia', () => {
  const source = geodata('mongolia-mix.osm.pbf');
  const tiles = new Map<string, Uint8Array>();
  /** Nodes that an area names as its centre, by the level of the area. */
  const centres = new Map<number, string>();
  const towns = new Map<number, { name: string; at: [number, number] }>();

  beforeAll(async () => {
    await readOsm(source, {
      relation(_, members, tags) {
        const level = tags?.['boundary'] === 'administrative' ? tags['admin_level'] : undefined;
        for (const { type, ref, role } of members)
          if (level !== undefined && type === 'node' && role === 'admin_centre' && centres.get(ref) !== '4')
            centres.set(ref, level);
      },
      node(id, lon7, lat7, tags) {
        if (tags?.['place'] !== undefined && tags['name'] !== undefined)
          towns.set(id, { name: tags['name:mn'] ?? tags['name'], at: [lon7, lat7] });
      },
    });
    for (const { z, x, y, bytes } of cutTiles(await readShapes([source]))) {
      if (z > SOUM.zoom) break;
      tiles.set(`${z}/${x}/${y}`, bytes);
    }
  });

  it.each([AIMAG, SOUM])('name every centre of level $level at zoom $zoom', ({ level, zoom, least }) => {
    const wanted = [...centres].filter((centre) => centre[1] === level).map(([id]) => towns.get(id)!);
    expect(wanted.length).toBeGreaterThanOrEqual(least);
    expect(wanted.filter(({ name, at }) => !hasLabel(name, at, zoom)).map(({ name }) => name)).toEqual([]);
  });

  it('names no soum from so far that it would hide its aimag', () => {
    const labels = [...tiles]
      .filter(([key]) => key.startsWith('5/'))
      .flatMap(([key, bytes]) => read(key, bytes));
    const places = labels.filter(({ layer }) => layer === 'place');
    expect(places.length).toBeLessThan(2 * 22 + 10);
  });

  function hasLabel(name: string, at: [number, number], zoom: number): boolean {
    const key = [zoom, ...columnAndRow(at, zoom)].join('/');
    const bytes = tiles.get(key);
    // Two units of a tile, in 1e-7 degrees.
    const near = (2 * 3.6e9) / 4096 / 2 ** zoom;
    return (
      bytes !== undefined &&
      read(key, bytes).some(
        ({ layer, properties, lines }) =>
          layer === 'place' &&
          properties['name'] === name &&
          Math.hypot(lines[0][0][0] - at[0], lines[0][0][1] - at[1]) < near,
      )
    );
  }

  const known = new Map<string, ReadFeature[]>();
  function read(key: string, bytes: Uint8Array): ReadFeature[] {
    const [z, x, y] = key.split('/').map(Number);
    if (!known.has(key)) known.set(key, readTile(bytes, z, x, y));
    return known.get(key)!;
  }
});

function columnAndRow([lon7, lat7]: [number, number], z: number): [number, number] {
  const angle = (lat7 / 1e7) * (Math.PI / 180);
  const row = (1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2;
  return [Math.floor(((lon7 / 1e7 + 180) / 360) * 2 ** z), Math.floor(row * 2 ** z)];
}

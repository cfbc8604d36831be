import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectFeatures } from '../collect.js';
import { inRunFolder } from '../run-folder.js';

const folder = mkdtempSync(inRunFolder('overpass-'));

async function featuresOf(name: string, inside: string): Promise<Record<string, string>> {
  const path = join(folder, name);
  writeFileSync(path, `<osm version="0.6" generator="Overpass API">${inside}</osm>`);
  const features = await collectFeatures(path);
  return Object.fromEntries(
    features.map(({ id, geometry }) => [
      id,
      geometry.kind === 'point' ? `${geometry.lon7},${geometry.lat7}` : geometry.kind,
    ]),
  );
}

const corner = (ref: number, lon: number, lat: number): string =>
  `<nd ref="${ref}" lat="${lat}" lon="${lon}"/>`;
const ring = [
  corner(1, 106.9, 47.9),
  corner(2, 106.91, 47.9),
  corner(3, 106.91, 47.91),
  corner(1, 106.9, 47.9),
];
const school = `<way id="6">${ring.join('')}
  <tag k="amenity" v="school"/><tag k="name" v="Сургууль"/></way>`;

it('an answer of Overpass with `out geom` has its ways without nodes', async () => {
  const street = `<way id="5">${corner(1, 106.9, 47.9)}${corner(4, 106.92, 47.9)}
    <tag k="highway" v="residential"/><tag k="name" v="Геом гудамж"/></way>`;
  expect(await featuresOf('geom.osm', street + school)).toEqual({ 'osm:way:5': 'line', 'osm:way:6': 'area' });
});

it('a node of its own says more than a way that names it', async () => {
  const node =
    '<node id="1" lon="106.9" lat="47.9"><tag k="amenity" v="cafe"/><tag k="name" v="Кафе"/></node>';
  for (const [name, inside] of [
    ['before.osm', node + school],
    ['after.osm', school + node],
  ])
    expect(await featuresOf(name, inside)).toEqual({
      'osm:node:1': '1069000000,479000000',
      'osm:way:6': 'area',
    });
});

it('with `out center` what has no outline is a point', async () => {
  const tags = '<tag k="amenity" v="school"/><tag k="name" v="Төвтэй сургууль"/>';
  const way = `<way id="3"><center lat="47.95" lon="106.95"/><nd ref="12"/><nd ref="13"/>${tags}</way>`;
  const relation = `<relation id="4"><center lat="48" lon="107"/><member type="way" ref="9" role="outer"/>
    <tag k="type" v="multipolygon"/>${tags}</relation>`;
  expect(await featuresOf('center.osm', way + relation)).toEqual({
    'osm:way:3': '1069500000,479500000',
    'osm:relation:4': '1070000000,480000000',
  });
});

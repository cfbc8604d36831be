import { expect, it } from 'vitest';
import { readArea } from '../../src/closures/read-area.js';

const RING = [
  [106.9, 47.9],
  [106.91, 47.9],
  [106.9, 47.91],
  [106.9, 47.9],
];

it.each([
  ['a polygon', { type: 'Polygon', coordinates: [RING] }, 1],
  ['polygons', { type: 'MultiPolygon', coordinates: [[RING], [RING, RING]] }, 2],
  ['a feature', { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [RING] } }, 1],
  [
    'features with heights',
    {
      type: 'FeatureCollection',
      features: [1, 2].map(() => ({
        type: 'Feature',
        geometry: { type: 'Polygon', coordinates: [RING.map((position) => [...position, 1300])] },
      })),
    },
    2,
  ],
])('reads %s', (_, value, polygons) => {
  const area = readArea(JSON.stringify(value), 'a.geojson');
  expect(area).toHaveLength(polygons);
  for (const rings of area) for (const ring of rings) expect(ring).toEqual(RING);
});

it.each([
  ['{', 'is not JSON'],
  ['7', 'something other than polygons'],
  ['{"type":"Point","coordinates":[1,2]}', 'something other than polygons'],
  ['{"type":"FeatureCollection","features":[]}', 'has no polygon'],
  ['{"type":"Polygon","coordinates":[[[1,2],[3,4],[1,2]]]}', 'four positions'],
  ['{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],[7,8]]]}', 'the last must equal the first'],
  ['{"type":"Polygon","coordinates":[[[1,2],[3,194],[5,6],[1,2]]]}', '(longitude, latitude)'],
  [
    '{"type":"Polygon","coordinates":[[[47,106],[48,106],[48,107],[47,106]]]}',
    'GeoJSON puts the longitude first',
  ],
  ['{"type":"Polygon","coordinates":[[[48,89],[49,89],[49,89.5],[48,89]]]}', 'it is at the pole'],
  ['{"type":"Polygon","coordinates":[7]}', 'four positions'],
  ['{"type":"Polygon","coordinates":[[null,1,"2",[]]]}', 'four positions'],
  ['{"type":"Polygon","coordinates":[]}', 'something other than polygons'],
])('refuses %s', (text, message) => {
  expect(() => readArea(text, 'a.geojson')).toThrow(message);
});

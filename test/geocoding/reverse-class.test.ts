import { describe, expect, it } from 'vitest';
import type { Geometry } from '../../src/geo/feature.js';
import { classifyFeature } from '../../src/geocoding/places/classify.js';
import type { PlaceRow } from '../../src/geocoding/places/place.js';
import {
  ADDRESS,
  AREA,
  BROAD,
  classify,
  COUNTRY,
  GROUND,
  LANDSCAPE,
  PLACE,
  SETTLEMENT,
  sizeOf,
  STREET,
} from '../../src/geocoding/reverse/reverse-class.js';

const NAMES = Object.entries({ ADDRESS, PLACE, STREET, BROAD, LANDSCAPE, SETTLEMENT, AREA, COUNTRY, GROUND });

const POINT: Geometry = { kind: 'point', lon7: 1_069_000_000, lat7: 479_000_000 };

/** A square in Ulaanbaatar whose side has that length. */
function square(side_m: number): Geometry {
  const [x, y] = [1_069_000_000, 479_000_000];
  const [width, height] = [Math.round(side_m * 133.9), Math.round(side_m * 89.9)];
  return {
    kind: 'area',
    polygons: [[Int32Array.of(x, y, x + width, y, x + width, y + height, x, y + height, x, y)]],
  };
}

function line(length_m: number): Geometry {
  return {
    kind: 'line',
    lines: [
      Int32Array.of(1_069_000_000, 479_000_000, 1_069_000_000, 479_000_000 + Math.round(length_m * 89.9)),
    ],
  };
}

/**
 * The names of the bits for an object with the tags of `text` (`leisure=park name=x`). Type and kind are
 * those that the build gives it.
 */
function bitsOf(text: string, geometry: Geometry): string {
  const tags: Record<string, string> = Object.fromEntries(
    text.split(' ').map((pair) => pair.split('=') as [string, string]),
  );
  const kind = classifyFeature(tags, geometry, true);
  if (typeof kind === 'string') throw new Error(kind);
  const row: PlaceRow = {
    id: 'test:1',
    name: 'x',
    ...kind,
    prominence: 0,
    lon7: 0,
    lat7: 0,
    address: null,
    part: null,
    geometry,
    tags,
  };
  const bits = classify(row, sizeOf(geometry));
  return NAMES.filter(([, bit]) => bits & bit)
    .map(([name]) => name)
    .join(' ');
}

describe('what a row can answer', () => {
  it.each([
    ['place=square', square(300), 'PLACE BROAD GROUND'],
    ['place=square', square(200), 'PLACE'],
    ['highway=pedestrian place=square', square(300), 'PLACE BROAD GROUND'],
    ['leisure=park', square(300), 'PLACE BROAD GROUND'],
    ['leisure=park tourism=attraction', square(300), 'PLACE BROAD GROUND'],
    ['leisure=stadium', square(300), 'PLACE BROAD GROUND'],
    ['amenity=marketplace', square(300), 'PLACE BROAD GROUND'],
    ['landuse=cemetery', square(300), 'PLACE BROAD GROUND'],
    ['natural=water', square(300), 'PLACE BROAD GROUND'],
    ['natural=water water=lake', square(30_000), 'PLACE BROAD GROUND'],
    ['natural=water water=river', square(100), 'PLACE BROAD'],
    ['waterway=river', line(100), 'PLACE BROAD'],
    ['amenity=university', square(300), 'PLACE BROAD'],
    ['amenity=university', square(200), 'PLACE'],
    ['amenity=hospital', square(300), 'PLACE BROAD'],
    ['landuse=industrial', square(300), 'PLACE BROAD'],
    ['boundary=national_park', square(30_000), 'PLACE BROAD'],
    ['natural=desert', square(100_000), 'LANDSCAPE'],
    ['railway=rail', line(900), 'PLACE'],
    ['railway=rail', line(1100), 'PLACE BROAD'],
    ['highway=residential', line(5000), 'STREET'],
    ['highway=pedestrian area=yes', square(300), 'STREET'],
    ['shop=books addr:street=a addr:housenumber=1', square(20), 'ADDRESS PLACE'],
    ['place=town', square(3000), 'SETTLEMENT'],
    ['place=suburb', square(3000), 'SETTLEMENT'],
    ['place=isolated_dwelling', POINT, 'PLACE'],
    ['boundary=administrative admin_level=2', square(100_000), 'COUNTRY'],
    ['boundary=administrative admin_level=4', square(100_000), 'AREA'],
    ['boundary=administrative admin_level=6', square(30_000), 'AREA'],
    ['boundary=administrative admin_level=8', square(3000), 'SETTLEMENT AREA'],
  ])('%s', (tags, geometry, bits) => {
    expect(bitsOf(tags, geometry)).toBe(bits);
  });
});

import { describe, expect, it } from 'vitest';
import { isAreaRelation, isAreaWay, isRoad } from '../../src/osm/area-or-road.js';

/** Turns `highway=residential oneway=yes` into tags. */
function tags(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(' ')
      .filter((tag) => tag !== '')
      .map((tag) => tag.split('=') as [string, string]),
  );
}

describe('a closed way', () => {
  it.each([
    'building=yes',
    'landuse=residential',
    'amenity=school',
    'leisure=park',
    'natural=water',
    'place=suburb',
    'area=yes',
    'highway=pedestrian area=yes',
    'highway=services',
    'barrier=wall amenity=school',
    'shop=mall name=x',
    'waterway=riverbank',
    'railway=station',
    'aeroway=aerodrome',
    'boundary=national_park',
    'man_made=bridge',
    'tourism=museum',
    'historic=ruins',
    'public_transport=platform',
    'power=substation',
    'building:part=yes',
    'area:highway=primary',
  ])('is an area with %s', (text) => {
    expect(isAreaWay(tags(text))).toBe(true);
  });

  it.each([
    '',
    'name=x',
    'highway=residential',
    'highway=pedestrian',
    'junction=roundabout highway=primary',
    'barrier=fence',
    'natural=coastline',
    'natural=cliff',
    'leisure=track',
    'building=no',
    'building=yes area=no',
    'waterway=river',
    'railway=rail',
    'aeroway=taxiway',
    'man_made=pipeline',
    'man_made=pier',
    'power=line',
    'historic=citywalls',
    'constructor=x',
    'route=ferry',
  ])('is a line with "%s"', (text) => {
    expect(isAreaWay(tags(text))).toBe(false);
  });
});

describe('a road', () => {
  it.each([
    'highway=residential',
    'highway=steps',
    'highway=construction',
    'route=ferry',
    'man_made=pier',
    'railway=platform',
    'public_transport=platform',
    'route=shuttle_train',
  ])('is %s', (text) => {
    expect(isRoad(tags(text))).toBe(true);
  });

  it.each(['', 'highway=no', 'railway=rail', 'waterway=river', 'building=yes', 'route=bus', 'barrier=gate'])(
    'is not "%s"',
    (text) => {
      expect(isRoad(tags(text))).toBe(false);
    },
  );
});

describe('an area relation', () => {
  it('is a multipolygon or a boundary', () => {
    expect(
      ['type=multipolygon', 'type=boundary boundary=administrative', 'type=route', 'type=site', ''].map(
        (text) => isAreaRelation(tags(text)),
      ),
    ).toEqual([true, true, false, false, false]);
  });
});

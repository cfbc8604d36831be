import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readGeojsonLayer } from '../../src/importer/collect/geojson.js';
import { readOwnPlaces } from '../../src/importer/collect/read-own-places.js';
import { Skipped } from '../../src/importer/collect/skipped.js';
import { inRunFolder } from '../run-folder.js';

const folder = mkdtempSync(inRunFolder('waypoints-'));
const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const read = (name: string, content: string | Buffer) => {
  const { features, leftOut } = readOwnPlaces(file(name, content), null);
  return {
    places: features.map(({ id, tags, geometry: { kind } }) => ({ id, tags, kind })),
    leftOut: leftOut.map(({ where, reason }) => `${where}: ${reason}`),
  };
};

const gpx = (inside: string): string => `<?xml version="1.0"?>
  <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
  <metadata><name>Файл</name></metadata>${inside}</gpx>`;
const kml = (inside: string): string => `<?xml version="1.0" encoding="UTF-8"?>
  <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Файл</name><Folder><name>Салбарууд</name>
  ${inside}</Folder></Document></kml>`;

it('waypoints of GPX are own places, and its tracks are none', () => {
  const track = '<trk><name>Зам</name><trkseg><trkpt lat="47.9" lon="106.9"/></trkseg></trk>';
  const { places, leftOut } = read(
    'points.gpx',
    gpx(`<wpt lat="47.9187" lon="106.9176"><ele>1300</ele><name>Сараана &amp; хүү</name><sym>Flag</sym>
        <type>pharmacy</type><extensions><x:name xmlns:x="x">нөгөө</x:name></extensions></wpt>
      <wpt lat="47.92" lon="106.92"><name><![CDATA[Хаалга <1>]]></name><type>user</type></wpt>
      <wpt lat="106.92" lon="47.92"><name>Солигдсон</name></wpt><wpt lat="47.92" lon="106.92"/>${track}`),
  );
  expect(places).toEqual([
    {
      id: 'Сараана_&_хүү',
      tags: { name: 'Сараана & хүү', 'gazarch:type': 'pharmacy' },
      kind: 'point',
    },
    { id: 'Хаалга_<1>', tags: { name: 'Хаалга <1>', 'gazarch:type': 'place' }, kind: 'point' },
  ]);
  expect(leftOut).toEqual([
    'feature 3: longitude and latitude are swapped; GeoJSON puts the longitude first',
    'feature 4: no name',
  ]);
});

it('placemarks of KML are own places with the data that they have', () => {
  const { places, leftOut } = read(
    'marks.kml',
    kml(`<Placemark id="a"><name>Нэг</name><description>&lt;b&gt;</description>
        <Point><coordinates> 106.9, 47.9, 0 </coordinates></Point></Placemark>
      <Placemark><Style><name>загвар</name></Style><ExtendedData><Data name="Нэр"><value>Хоёр</value></Data>
        <Data name="category"><displayName>x</displayName><value>эмийн сан</value></Data></ExtendedData>
        <MultiGeometry><Point><coordinates>106.91,47.9</coordinates></Point></MultiGeometry></Placemark>
      <Placemark><name>Талбай</name><ExtendedData><SchemaData schemaUrl="#s">
        <SimpleData name="other_tags">"leisure"=>"park"</SimpleData></SchemaData></ExtendedData>
        <Polygon><outerBoundaryIs><LinearRing><coordinates>106.9,47.9 106.91,47.9 106.91,47.91 106.9,47.9
        </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
      <Placemark><name>Зам</name><LineString><coordinates>106.9,47.9 106.91,47.9</coordinates></LineString>
        </Placemark>
      <Placemark><name>Хоосон</name></Placemark>`),
  );
  expect(places).toEqual([
    { id: 'a', tags: { name: 'Нэг', 'gazarch:type': 'place' }, kind: 'point' },
    { id: 'Хоёр', tags: { name: 'Хоёр', 'gazarch:type': 'pharmacy' }, kind: 'point' },
    { id: 'Талбай', tags: { name: 'Талбай', leisure: 'park' }, kind: 'area' },
  ]);
  expect(leftOut).toEqual([
    expect.stringMatching(/^feature 4: /),
    'feature 5: geometry type missing is not supported',
  ]);
});

it('both are imported with a map, and may be in other character sets', () => {
  const text = gpx('<wpt lat="47.9" lon="106.9"><name>Нэг</name></wpt>');
  const cyrillic = Buffer.concat(
    [...text.replace('"1.0"?', '"1.0" encoding="windows-1251"?')].map((letter) =>
      Buffer.from([/[а-яА-Я]/.test(letter) ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0)]),
    ),
  );
  for (const [name, content] of [
    ['utf8.gpx', `\ufeff${text}`],
    ['utf16.gpx', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['cp1251.gpx', cyrillic],
    [
      'marks.KML',
      kml('<Placemark><name>Нэг</name><Point><coordinates>106.9,47.9</coordinates></Point></Placemark>'),
    ],
  ] as const) {
    const { features } = readGeojsonLayer(file(name, content), null, new Skipped());
    expect(features.map(({ tags }) => tags['name'])).toEqual(['Нэг']);
  }
});

it.each([
  ['other.kml', '<osm/>', 'the root element is <osm>, not <kml> or <gpx>'],
  ['broken.gpx', '<gpx><wpt', 'cannot read .*broken.gpx: Unclosed|Unexpected end'],
  ['odd.gpx', '<?xml version="1.0" encoding="klingon"?><gpx/>', 'klingon'],
  ['deep.kml', `<kml>${'<Folder>'.repeat(200)}`, 'nested deeper than 100'],
  ['empty.gpx', gpx(''), 'has no places'],
  ['marks.kmz', 'PK', 'own places are read from .geojson, .json, .kml, .gpx'],
])('%s is refused in one line', (name, content, message) => {
  expect(() => read(name, content)).toThrow(new RegExp(message));
  expect(() => read(name, content)).not.toThrow(/\n/);
});

import { describe, expect, it } from 'vitest';
import { readTraces } from '../../src/traces/read-trace.js';
import { timesOf, TraceFault } from '../../src/traces/recorded-trace.js';

const at = (longitude: number, latitude: number, time: string | null = null) => ({
  longitude,
  latitude,
  time_ms: time === null ? null : Date.parse(time),
});

describe('reads', () => {
  it('tracks and routes of GPX', () => {
    const text = `\ufeff<?xml version="1.0"?>
<!-- <trkpt lat="1" lon="1"/> -->
<gpx creator="x"><metadata><name>file</name><time>2020-01-01T00:00:00Z</time></metadata>
<wpt lat="10" lon="10"><name>home</name></wpt>
<trk><name>Дархан &amp; <![CDATA[<back>]]></name><trkseg>
<trkpt lat="47.9" lon="106.9"><ele>1300</ele><time>2026-11-28T08:00:00Z</time></trkpt>
<trkpt lon='106.91' lat='47.91'><time>2026-11-28T08:00:15.500Z</time>
<extensions><a:hr>80</a:hr></extensions></trkpt>
</trkseg><trkseg><trkpt lat="47.92" lon="106.92"/></trkseg></trk>
<rte><name>R</name><rtept lat="1" lon="2"/><rtept lat="3" lon="4"></rtept></rte></gpx>`;
    const name = 'Дархан & <back>';
    expect(readTraces(text)).toEqual([
      {
        name,
        points: [at(106.9, 47.9, '2026-11-28T08:00:00Z'), at(106.91, 47.91, '2026-11-28T08:00:15.500Z')],
      },
      { name, points: [at(106.92, 47.92)] },
      { name: 'R', points: [at(2, 1), at(4, 3)] },
    ]);
  });

  it('NMEA with and without dates', () => {
    const dated = [
      '$GPRMC,080000,A,4754.0000,N,10654.0000,E,10.0,90.0,281126,,,A*7D',
      '$GPGGA,080001,4754.0000,N,10654.0000,E,1,8,1,1300,M,,M,,',
      '$GPRMC,080005,V,,,,,,,281126,,,N',
      '$GNRMC,080010.50,A,4754.6000,S,10654.6000,W,10.0,90.0,281126,,,A',
    ];
    const [{ points }] = readTraces(dated.join('\r\n').replace('*7D', ''));
    expect(points).toEqual([
      at(106.9, 47.9, '2026-11-28T08:00:00Z'),
      at(-106.91, -47.91, '2026-11-28T08:00:10.500Z'),
    ]);
    const midnight = ['235955', '000005'].map(
      (clock) => `$GPGGA,${clock},4754.0000,N,10654.0000,E,1,8,1,1300,M,,M,,`,
    );
    expect(timesOf(readTraces(midnight.join('\n'))[0])).toEqual([0, 10]);
  });

  it('drops sentences of NMEA whose sum is wrong', () => {
    const line = '$GPRMC,080000,A,4754.0000,N,10654.0000,E,10.0,90.0,281126,,,A';
    const sum = [...line.slice(1)].reduce((own, sign) => own ^ sign.charCodeAt(0), 0);
    expect(readTraces(`${line}*${sum.toString(16)}`)[0].points).toHaveLength(1);
    expect(() => readTraces(`${line}*${(sum ^ 1).toString(16)}`)).toThrow(TraceFault);
  });

  it('lines and points of GeoJSON', () => {
    const line = {
      type: 'Feature',
      properties: { name: 'a', coordTimes: ['2026-11-28T08:00:00Z', '2026-11-28T08:00:10Z'] },
      geometry: {
        type: 'LineString',
        coordinates: [
          [106.9, 47.9, 1300],
          [106.91, 47.91],
        ],
      },
    };
    const point = (time: unknown) => ({
      type: 'Feature',
      properties: { time },
      geometry: { type: 'Point', coordinates: [1, 2] },
    });
    const all = {
      type: 'FeatureCollection',
      features: [line, point(1_700_000_000), point(1_700_000_005_000)],
    };
    expect(readTraces(JSON.stringify(all))).toEqual([
      {
        name: 'a',
        points: [at(106.9, 47.9, '2026-11-28T08:00:00Z'), at(106.91, 47.91, '2026-11-28T08:00:10Z')],
      },
      {
        name: null,
        points: [1_700_000_000_000, 1_700_000_005_000].map((time_ms) => ({
          longitude: 1,
          latitude: 2,
          time_ms,
        })),
      },
    ]);
  });

  it('a table with a row for each point, by vehicle', () => {
    const text =
      'time;id;Lat;Lon\n2026-11-28 08:00:00;7;47,9;106,9\n2026-11-28 08:00:05;8;47,8;106,8\n' +
      '\n2026-11-28 08:00:10;7;47,91;106,91\n';
    expect(readTraces(text)).toEqual([
      {
        name: '7',
        points: [at(106.9, 47.9, '2026-11-28T08:00:00Z'), at(106.91, 47.91, '2026-11-28T08:00:10Z')],
      },
      { name: '8', points: [at(106.8, 47.8, '2026-11-28T08:00:05Z')] },
    ]);
  });
});

it.each([
  ['<gpx></gpx>', /no track points/],
  ['<gpx><trk><trkseg><trkpt lat="91" lon="3"/></trkseg></trk></gpx>', /point 1 has invalid coordinates/],
  ['<gpx><trk><trkseg><trkpt lon="3"/></trkseg></trk></gpx>', /point 1 has invalid coordinates/],
  ['<gpx><trk><trkseg><trkpt lat="1" lon="3"/><trkpt lat="1"', /it is cut off/],
  [
    '<gpx><trkseg><trkpt lat="1" lon="3"><time>noon</time></trkpt></trkseg></gpx>',
    /point 1 has an unreadable time: "noon"/,
  ],
  ['{"type":', /not valid JSON/],
  ['{"type":"Polygon","coordinates":[]}', /no lines or points/],
  ['{"type":"LineString","coordinates":[[1,2],[1]]}', /point 2 has invalid coordinates/],
  ['$GPGSV,1,1,01,1', /no positions/],
  ['a,b\n1,2\n', /lacks latitude and longitude columns/],
  ['lat,lon\n47.9,x\n', /row 2 has invalid coordinates/],
  ['lat,lon\n', /no rows/],
  ['', /lacks latitude and longitude columns/],
])('says what is wrong with %s', (text, why) => {
  expect(() => readTraces(text)).toThrow(why);
});

it('names the point that is earlier than the one before', () => {
  const [trace] = readTraces('lat,lon,time\n1,1,10\n1,1,10\n1,1,9\n');
  expect(() => timesOf(trace)).toThrow('point 3 is earlier');
});

import { expect, it } from 'vitest';
import { routeBody } from '../../src/http/route/route-body.js';
import { JsonWriter } from '../../src/wire/json-writer.js';
import { Slab } from '../../src/wire/slab.js';
import type { FoundRoute } from '../../src/sources/router.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { seededRandom } from '../seeded-random.js';

function namesWritten(names: [string | null, string | null]): (string | null)[] {
  const [origin, destination] = names.map((name) => ({
    longitude: 106.9,
    latitude: 47.9,
    distance_m: 1.25,
    name,
  }));
  const found: FoundRoute = {
    kind: 'route',
    distance_m: 10,
    duration_s: 2,
    coordinates: Int32Array.of(1_069_000_000, 479_000_000, 1_069_000_010, 479_000_000),
    origin,
    destination,
  };
  const body = routeBody(
    new JsonWriter(new Slab()),
    { origin: [106.9, 47.9], destination: [106.9, 47.9], mode: 'driving' },
    found,
  );
  const { waypoints } = JSON.parse(body.bytes().toString('utf8')) as { waypoints: { name: string | null }[] };
  return waypoints.map(({ name }) => name);
}

it('writes the names of roads in whatever letters, and what has to be escaped', () => {
  for (const names of [
    ['Энхтайваны өргөн чөлөө', 'Peace Avenue'],
    [null, ''],
    ['"A" \\ B', 'a\nb\u0000'],
    ['北京街', '😀 Ө\u2028'],
    ['\u007f\u0080\u07ff\u0800', 'é'],
  ] as [string | null, string | null][]) {
    expect(namesWritten(names)).toEqual(names);
  }
  const random = seededRandom(11);
  const text = (): string =>
    Array.from({ length: Math.floor(random() * 12) }, () =>
      String.fromCharCode(Math.floor(random() * [0x80, 0x800, 0xd800][Math.floor(random() * 3)])),
    ).join('');
  for (let i = 0; i < 2000; i++) {
    const names: [string, string] = [text(), text()];
    expect(namesWritten(names)).toEqual(names);
  }
});

it('says the mode that was asked for, whichever it is', () => {
  const point = { longitude: 106.9, latitude: 47.9, distance_m: 0, name: null };
  for (const mode of TRAVEL_MODES) {
    const found: FoundRoute = {
      kind: 'route',
      distance_m: 1,
      duration_s: 1,
      coordinates: Int32Array.of(1, 2, 3, 4),
      origin: point,
      destination: point,
    };
    const body = routeBody(new JsonWriter(new Slab()), { origin: [1, 2], destination: [3, 4], mode }, found);
    expect(JSON.parse(body.bytes().toString())).toMatchObject({ mode });
  }
});

import { beforeAll, describe, expect, it } from 'vitest';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { countryFeatures, countrySections } from '../country.js';
import { hasGeodata } from '../geodata.js';
import { seededRandom } from '../seeded-random.js';
import { bare, GroundTruth, metres, plain, type Spot } from './probes/ground-truth.js';

/** GAZARCH_REVERSE_POINTS=2000 for the whole proof. */
const POINTS = Number(process.env['GAZARCH_REVERSE_POINTS'] ?? 150);

/** What a reverse lookup names, beside the source files looked at by brute force. */
describe.skipIf(!hasGeodata)('the areas of a reverse answer', () => {
  let index: GeocodingIndex;
  let truth: GroundTruth;

  beforeAll(async () => {
    const features = await countryFeatures();
    truth = new GroundTruth(features);
    index = GeocodingIndex.from(await countrySections());
  });

  it.each([
    ['the country', [88, 42, 119, 52]],
    ['Ulaanbaatar', [106.7, 47.84, 107.1, 48]],
  ] as const)(`are those of ${POINTS} points in %s`, (_, [west, south, east, north]) => {
    const random = seededRandom(61);
    const wrong: string[] = [];
    let compared = 0;
    while (compared < POINTS) {
      const spot = { lon: west + random() * (east - west), lat: south + random() * (north - south) };
      const around = truth.around(spot);
      if (around.length === 0) continue;
      compared++;
      const hit = index.reverse(spot.lon, spot.lat);
      const expected = expectedAreas(truth, spot, hit?.name ?? '', hit?.type ?? '');
      const named = (hit?.address ?? '').split(', ').slice(0, expected.length);
      if (hit === null || named.join(', ') !== expected.join(', '))
        wrong.push(
          `${spot.lat},${spot.lon}: ${hit?.name} (${hit?.type}), ${hit?.address}; ${expected.join(', ')}`,
        );
    }
    expect(wrong.slice(0, 10), `${wrong.length} of ${compared}`).toEqual([]);
  });

  it('name the street on whose centre line a point is, 97 of 100 times', () => {
    const random = seededRandom(62);
    const streets = truth.things.filter(
      (thing) => thing.tags['highway'] !== undefined && thing.positions.length > 2 && thing.name !== '',
    );
    let right = 0;
    for (let i = 0; i < POINTS; i++) {
      const street = streets[Math.floor(random() * streets.length)];
      const at = 2 * Math.floor((random() * (street.positions.length - 2)) / 2);
      const [x1, y1, x2, y2] = street.positions.slice(at, at + 4);
      const t = random();
      const hit = index.reverse(x1 + t * (x2 - x1), y1 + t * (y2 - y1));
      if (hit !== null && plain(hit.name).startsWith(plain(street.name))) right++;
    }
    process.stdout.write(`on centre lines: ${right} of ${POINTS} are that street or an address of it\n`);
    expect(right / POINTS).toBeGreaterThanOrEqual(0.97);
  });

  it('name the nearest street within 60 m of a shop without an address', () => {
    const random = seededRandom(65);
    const streets = truth.things.filter(
      ({ tags, name, positions }) =>
        tags['highway'] !== undefined && positions.length > 2 && name !== '' && !isBetweenTowns(name),
    );
    const boxed = streets.map(({ name, positions }) => ({ name, positions, box: boxOf(positions) }));
    const wrong: string[] = [];
    let compared = 0;
    let named = 0;
    while (compared < POINTS / 2) {
      const { id, lon7, lat7, components, layer } = index.place(Math.floor(random() * index.size));
      const shop = truth.byId.get(id);
      if (layer !== 'poi' || shop?.positions.length !== 2) continue;
      if (shop.tags['addr:street'] !== undefined || shop.tags['addr:place'] !== undefined) continue;
      compared++;
      const spot = { lon: lon7 / 1e7, lat: lat7 / 1e7 };
      const near = boxed
        .filter(({ box }) => isPast(box, spot))
        .map(({ name, positions }) => ({ name, away: metresToLine(positions, spot) }))
        .sort((a, b) => a.away - b.away);
      const away = near[0]?.away ?? Infinity;
      const { street } = components;
      if (street !== undefined) named++;
      // Half a metre for the two ways to measure. One street may be spelt in several ways.
      const best = near.filter(({ away: other }) => other <= away + 0.5).map(({ name }) => plain(name));
      const isRight =
        street === undefined
          ? away > 59.5
          : away < 60.5 &&
            (best.includes(plain(street)) || best.some((name) => sameStreet(name, plain(street))));
      if (!isRight) wrong.push(`${id}: ${street}, not ${near[0]?.name} ${away} m away`);
    }
    process.stdout.write(`shops: ${compared}, of which ${named} name a street, ${wrong.length} wrong\n`);
    expect(wrong.slice(0, 10)).toEqual([]);
  });
});

/** `Мандалговь - Даланзадгад` is a road between towns, and nobody's address. */
function isBetweenTowns(name: string): boolean {
  return /\p{L}{3}\s*[-–—]\s*\p{Lu}\p{L}{2}/u.test(name) && !/гудамж|өргөн чөлөө|тойруу/i.test(name);
}

type Box = readonly [west: number, south: number, east: number, north: number];

function boxOf(positions: readonly number[]): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 2) {
    west = Math.min(west, positions[i]);
    east = Math.max(east, positions[i]);
    south = Math.min(south, positions[i + 1]);
    north = Math.max(north, positions[i + 1]);
  }
  return [west, south, east, north];
}

/** Whether a line may come near a spot: a quick test before metresToLine(). */
function isPast([west, south, east, north]: Box, { lon, lat }: Spot): boolean {
  return lon > west - 0.002 && lon < east + 0.002 && lat > south - 0.001 && lat < north + 0.001;
}

function metresToLine(positions: readonly number[], { lon, lat }: Spot): number {
  const scale = Math.cos((lat * Math.PI) / 180);
  let nearest = Infinity;
  for (let i = 2; i < positions.length; i += 2) {
    const [ax, ay] = [(positions[i - 2] - lon) * scale, positions[i - 1] - lat];
    const [bx, by] = [(positions[i] - lon) * scale, positions[i + 1] - lat];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const t = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * (bx - ax) + ay * (by - ay)) / length));
    nearest = Math.min(nearest, Math.hypot(ax + t * (bx - ax), ay + t * (by - ay)) * 111_195);
  }
  return nearest;
}

/** Pieces that differ a little in spelling are one street, which has one of their names. */
function sameStreet(a: string, b: string): boolean {
  return a.slice(0, 4) === b.slice(0, 4);
}

/** How far a settlement reaches, by the rule of docs/decisions/0012-towns-and-ways-of-asking.md. Metres. */
function reachOf(tags: Readonly<Record<string, string>>): number {
  if (tags['capital'] === 'yes') return 0;
  if (tags['place'] === 'city' && Number(tags['population'] ?? 0) >= 50_000) return 8000;
  return { city: 5000, town: 5000, village: 3000 }[tags['place']] ?? 0;
}

/** Labels from wide to narrow, without the answer itself and what is smaller. */
function expectedAreas(truth: GroundTruth, spot: Spot, name: string, type: string): string[] {
  const levels: Readonly<Record<string, number>> = {
    country: 2,
    aimag: 4,
    soum: 6,
    district: 6,
    khoroo: 8,
  };
  const limit = name === 'Улаанбаатар' ? 4 : (levels[type] ?? 9);
  const areas = truth.around(spot).filter((area) => area.level > 2);
  const isItself = areas.some((area) => area.level === limit && name.endsWith(area.name));
  const named = isItself ? areas.filter((area) => area.level < limit) : areas;
  const labels = named.map((area) =>
    area.level === 4 && area.name !== 'Улаанбаатар' ? `${bareName(area.name)} аймаг` : area.name,
  );
  const [nearest] = truth.things
    .map((thing) => ({ thing, distance_m: reachOf(thing.tags) === 0 ? Infinity : metres(thing, spot) }))
    .filter(({ thing, distance_m }) => distance_m <= reachOf(thing.tags))
    .sort((a, b) => a.distance_m - b.distance_m);
  const isNamed =
    nearest !== undefined &&
    !(isItself && limit <= 6) &&
    nearest.thing.name !== name &&
    !areas.some((area) => bare(area.name) === bare(nearest.thing.name));
  if (isNamed) labels.splice(named.filter((area) => area.level <= 6).length, 0, nearest.thing.name);
  return labels.length > 0 ? labels : ['Монгол Улс'];
}

function bareName(name: string): string {
  return name.replace(/\s+аймаг$/i, '');
}

import type { Feature, Tags } from '../../../src/geo/feature.js';
import { seededRandom } from '../../seeded-random.js';

/** A town of our own: streets from west to east and from south to north, shops and schools along them. */

export const WEST = 106.9;
export const SOUTH = 47.9;
/** Degrees between two streets: about 330 m. */
export const STREET_LAT = 0.003;
export const STREET_LON = 0.0045;
export const STREETS = 5;

const NAMES = ['Номин', 'Саран', 'Наран', 'Тэнгэр', 'Алтай', 'Хангай', 'Туул', 'Орхон', 'Зэлмэ', 'Бөртэ'];
const MORE = ['Хас', 'Эрдэнэ', 'Мөнх', 'Цагаан', 'Улаан', 'Хөх', 'Ногоон', 'Шинэ', 'Их', 'Бага'];
const KINDS: readonly [Tags, string][] = [
  [{ shop: 'supermarket' }, 'дэлгүүр'],
  [{ amenity: 'school' }, 'сургууль'],
  [{ amenity: 'bank' }, 'банк'],
  [{ amenity: 'pharmacy' }, 'эмийн сан'],
  [{ amenity: 'restaurant' }, ''],
];

export function townFeatures(seed: number): Feature[] {
  const random = seededRandom(seed);
  const units = (degrees: number): number => Math.round(degrees * 1e7);
  const [east, north] = [WEST + STREETS * STREET_LON, SOUTH + STREETS * STREET_LAT];
  const features: Feature[] = [];
  for (let i = 0; i < STREETS; i++) {
    const lat = units(SOUTH + i * STREET_LAT);
    const lon = units(WEST + i * STREET_LON);
    const along = [Int32Array.of(units(WEST), lat, units(east), lat)];
    const across = [Int32Array.of(lon, units(SOUTH), lon, units(north))];
    const street = (id: string, name: string, lines: Int32Array[]): Feature => ({
      id: `osm:way:${id}`,
      tags: { highway: 'residential', name },
      geometry: { kind: 'line', lines },
    });
    features.push(
      street(`1${i}`, `${NAMES[i]} гудамж`, along),
      street(`2${i}`, `${NAMES[i + 5]} зам`, across),
    );
  }
  for (let i = 0; i < 200; i++) {
    const [tags, kind] = KINDS[i % KINDS.length];
    const name =
      `${MORE[i % 10]} ${NAMES[Math.floor(i / 10) % 10].toLowerCase()}${i < 100 ? '' : ` ${kind}`}`.trim();
    features.push({
      id: `osm:node:${1_000 + i}`,
      tags: { ...tags, name },
      geometry: {
        kind: 'point',
        lon7: units(WEST + random() * (east - WEST)),
        lat7: units(SOUTH + random() * (north - SOUTH)),
      },
    });
  }
  return features;
}

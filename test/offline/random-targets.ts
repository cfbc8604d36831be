import { partOf } from '../../src/dataset/read-dataset.js';
import type { SectionMap } from '../../src/dataset/format.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { seededRandom } from '../seeded-random.js';

interface Spot {
  name: string;
  lon: number;
  lat: number;
}

/** Makes targets of the interface about places of a dataset, and some that are refused. */
export class RandomTargets {
  readonly #spots: readonly Spot[];
  readonly #random: () => number;

  constructor(sections: SectionMap, seed: number) {
    const index = GeocodingIndex.from(partOf(sections, 'geocoding'));
    this.#random = seededRandom(seed);
    this.#spots = Array.from({ length: Math.min(index.size, 5_000) }, () => {
      const { name, lon7, lat7 } = index.place(this.#whole(index.size));
      return { name, lon: lon7 / 1e7, lat: lat7 / 1e7 };
    });
  }

  /** So many, each of a kind that is asked for more or less often. */
  list(count: number): string[] {
    return Array.from({ length: count }, () => this.#target());
  }

  #target(): string {
    const share = this.#random();
    if (share < 0.4) return this.#search();
    if (share < 0.65) return this.#reverse();
    if (share < 0.95) return this.#route();
    if (share < 0.98) return this.#matrix();
    if (share < 0.99) return this.#isochrone();
    return this.#one(NONSENSE);
  }

  #search(): string {
    const { name } = this.#one(this.#spots);
    const letters = [...name];
    const text = letters.slice(0, 1 + this.#whole(letters.length)).join('');
    return target('/v1/geocode', {
      q: this.#chance(0.1) ? `${text} ${this.#one(this.#spots).name}` : text,
      ...this.#some({
        limit: String(1 + this.#whole(21)),
        lang: this.#one(['en', 'ru', 'mn-Latn', 'mn']),
        near: this.#near(0.3),
        type: this.#one(['poi', 'street', 'restaurant,cafe', 'settlement', 'x']),
        bbox: this.#box(),
      }),
    });
  }

  #reverse(): string {
    const [lon, lat] = this.#near(this.#one([0.0005, 0.005, 0.5])).split(',');
    return target('/v1/geocode', {
      lat,
      lon,
      ...this.#some({ lang: this.#one(['en', 'ru', 'xx']), describe: 'true' }),
    });
  }

  #route(): string {
    const { lon, lat } = this.#one(this.#spots);
    const around = (): string => `${(lon + this.#off(0.3)).toFixed(6)},${(lat + this.#off(0.2)).toFixed(6)}`;
    const pair = `${lon.toFixed(6)},${lat.toFixed(6)}`;
    const more = {
      via: `${around()};${around()}`,
      geometry: this.#one(['ends', 'polyline6', 'full']),
      steps: 'true',
      notes: 'true',
      legs: 'true',
      lang: this.#one(['en', 'mn']),
      approaches: ';curb',
      bearings: `${this.#whole(360)},90;`,
      depart_at: this.#one(['2026-12-01T08:30', '2026-07-01T23:59']),
    };
    return target('/v1/route', {
      ...{ origin: this.#chance(0.5) ? pair : around(), destination: around() },
      ...(this.#chance(0.5) && { mode: this.#one(['walking', 'driving', 'walking', 'flying']) }),
      ...(this.#chance(0.4) && this.#some(more)),
      ...(this.#chance(0.02) && { alternatives: '2' }),
      ...(this.#chance(0.02) && { avoid: 'unpaved' }),
    });
  }

  #matrix(): string {
    const { lon, lat } = this.#one(this.#spots);
    const points = (): string =>
      Array.from(
        { length: 1 + this.#whole(5) },
        () => `${(lon + this.#off(0.1)).toFixed(5)},${(lat + this.#off(0.1)).toFixed(5)}`,
      ).join(';');
    return target('/v1/matrix', {
      origins: points(),
      ...this.#some({ destinations: points(), mode: 'walking', annotations: 'duration,distance' }),
    });
  }

  #isochrone(): string {
    const more = { direction: 'to', format: 'lines', mode: 'walking' };
    return target('/v1/isochrone', { point: this.#near(0.01), minutes: '2,5', ...this.#some(more) });
  }

  #near(degrees: number): string {
    const { lon, lat } = this.#one(this.#spots);
    return `${(lon + this.#off(degrees)).toFixed(6)},${(lat + this.#off(degrees)).toFixed(6)}`;
  }

  #box(): string {
    const { lon, lat } = this.#one(this.#spots);
    return [lon - 0.1, lat - 0.1, lon + 0.1, lat + 0.1].map((value) => value.toFixed(4)).join(',');
  }

  /** Each with a chance of its own. */
  #some(all: Record<string, string>): Record<string, string> {
    return Object.fromEntries(Object.entries(all).filter(() => this.#chance(0.2)));
  }

  #off(most: number): number {
    return (2 * this.#random() - 1) * most;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #whole(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#whole(list.length)];
  }
}

const NONSENSE = [
  '/v1/geocode',
  '/v1/geocode?q=a',
  '/v1/geocode?q=%ff',
  '/v1/geocode?q=ab&lat=47&lon=106',
  '/v1/geocode?q=47.9189,106.9176',
  '/v1/geocode?q=сүхбаатар&limit=2',
  '/v1/route?origin=106.9,47.9',
  '/v1/route?origin=47.9,106.9&destination=106.9,47.9',
  '/v1/matrix?origins=1,2,3',
  '/v1/isochrone?point=106.9,47.9&minutes=999',
] as const;

function target(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}

/** A body without the id of its request, which differs by nature. */
export function withoutId(body: string): string {
  return body.replace(/"request_id":"[^"]*"\}\}$/, '"request_id":""}}');
}

import { expect } from 'vitest';
import { distanceM } from '../../../src/geo/distance.js';
import type { HttpClient } from '../../e2e/ask.js';
import { REFUSED_GEOCODES } from '../../e2e/refused-requests.js';
import type { ContractTest } from './contract.js';

/** GET /v1/geocode on the places of Monaco: the specification, section 4.1, and what was decided later. */

export interface Place {
  id: string;
  name: string;
  address: string | null;
  latitude: number;
  longitude: number;
  type: string;
  distance_meters?: number;
}

interface GeocodeBody {
  query: string;
  results: Place[];
  count: number;
}

export async function geocode(client: HttpClient, query: string): Promise<GeocodeBody> {
  const { status, text, body } = await client.ask(`/v1/geocode?${query}`);
  expect(status, `${query}: ${text}`).toBe(200);
  const { results, count } = body as GeocodeBody;
  expect(count).toBe(results.length);
  for (const { latitude, longitude, id } of results) {
    expect([latitude, longitude]).toEqual([+latitude.toFixed(6), +longitude.toFixed(6)]);
    expect(id).toMatch(/^osm:(node|way|relation):\d+$/);
  }
  return body as GeocodeBody;
}

export async function search(client: HttpClient, text: string, limit?: number): Promise<Place[]> {
  const more = limit === undefined ? '' : `&limit=${limit}`;
  return (await geocode(client, `q=${encodeURIComponent(text)}${more}`)).results;
}

export async function nearest(
  client: HttpClient,
  latitude: number,
  longitude: number,
): Promise<Place | undefined> {
  return (await geocode(client, `lat=${latitude}&lon=${longitude}`)).results[0];
}

const MUSEUM = 'Musée Océanographique';

export const GEOCODER_CONTRACT = {
  'answers a search with the fields of the specification': async (client) => {
    const body = await geocode(client, `q=${encodeURIComponent(MUSEUM)}&limit=1`);
    expect([body.query, body.count]).toEqual([MUSEUM, 1]);
    const [{ name, type, latitude, longitude, address, ...rest }] = body.results;
    expect(name.toLowerCase()).toContain('océanographique');
    expect(type).toBe('museum');
    expect(distanceM(longitude, latitude, 7.4255, 43.7308)).toBeLessThan(150);
    expect(typeof address).toBe('string');
    expect(Object.keys(rest)).not.toContain('distance_meters');
  },
  'finds a street': async (client) => {
    const [street] = await search(client, 'Boulevard des Moulins');
    expect([street.name, street.type]).toEqual(['Boulevard des Moulins', 'street']);
  },
  'finds a name without its accents and in other letters': async (client) => {
    for (const text of ['musee oceanographique', 'MUSÉE OCÉANOGRAPHIQUE', ' Musée   océanographique '])
      expect((await search(client, text))[0]?.type, text).toBe('museum');
  },
  'finds a name that is typed half': async (client) => {
    const names = (await search(client, 'musée océ', 20)).map(({ name }) => name);
    expect(names).toContain(MUSEUM);
  },
  'puts the place of that name before those that only contain it': async (client) => {
    const [first] = await search(client, 'Monte-Carlo');
    expect([first.name, ['suburb', 'quarter']]).toEqual([
      'Monte-Carlo',
      expect.arrayContaining([first.type]),
    ]);
  },
  'gives at most so many results as are asked for, and 5 by default': async (client) => {
    const all = await search(client, 'avenue', 20);
    expect(all.length).toBeGreaterThan(5);
    expect(await search(client, 'avenue')).toHaveLength(5);
    expect(await search(client, 'avenue', 1)).toHaveLength(1);
  },
  'gives the same results, fewer of them': async (client) => {
    const all = await search(client, 'avenue', 20);
    expect(await search(client, 'avenue', 3)).toEqual(all.slice(0, 3));
    expect(await search(client, 'avenue')).toEqual(all.slice(0, 5));
  },
  'finds nothing for what has no match': async (client) => {
    expect(await geocode(client, 'q=xqzjwvk')).toEqual({ query: 'xqzjwvk', results: [], count: 0 });
  },
  'says the text back, in order': async (client) => {
    for (const [sent, query] of [
      ['++a%09++b++', 'a b'],
      ['%D0%B8%CC%86%D0%B8%CC%86', 'йй'],
      ['a%26b%3Dc', 'a&b=c'],
      ['"a%5Cb"'.replaceAll('"', '%22'), '"a\\b"'],
      ["o'b%25_%3B--", "o'b%_;--"],
      ['a%00b', 'a\0b'],
      ['%F0%9F%98%80a1', '😀a1'],
      [encodeURIComponent('ж'.repeat(200)), 'ж'.repeat(200)],
    ])
      expect((await geocode(client, `q=${sent}`)).query).toBe(query);
  },
  'answers a reverse lookup with the fields of the specification': async (client) => {
    // A node: at a point inside of an outline, Nominatim may name a street nearby.
    const body = await geocode(client, 'lat=43.73883&lon=7.42827');
    expect([body.query, body.count]).toEqual(['43.73883,7.42827', 1]);
    const [{ name, type, distance_meters: away_m, latitude, longitude }] = body.results;
    expect(name).toBe('Opéra de Monaco');
    expect(type).toBe('place');
    expect(away_m).toBeGreaterThanOrEqual(0);
    expect(away_m).toBeLessThanOrEqual(distanceM(7.42827, 43.73883, longitude, latitude) + 1);
  },
  'knows addresses, places and streets at a point': async (client) => {
    const types = new Set<string>();
    for (let i = 0; i < 60; i++) {
      const found = await nearest(client, 43.7292 + (i % 10) * 0.0015, 7.4152 + Math.floor(i / 10) * 0.002);
      if (found !== undefined) types.add(found.type);
    }
    expect([...types].sort()).toEqual(['address', 'place', 'street']);
  },
  'finds the same place forwards and backwards': async (client) => {
    const [there] = await search(client, MUSEUM, 1);
    const back = await nearest(client, there.latitude, there.longitude);
    expect([back?.id, back?.name, back?.address]).toEqual([there.id, there.name, there.address]);
    expect([back?.type, back?.distance_meters]).toEqual(['place', 0]);
  },
  'finds nothing in the ocean': async (client) => {
    expect(await geocode(client, 'lat=0&lon=0')).toEqual({ query: '0,0', results: [], count: 0 });
    for (const query of ['lat=90&lon=180', 'lat=-90&lon=-180'])
      expect((await geocode(client, query)).count).toBe(0);
  },
  'refuses what is invalid, and names it': async (client) => {
    for (const [query, field, reason] of REFUSED_GEOCODES) {
      const { status, code, details } = await client.refusal(`/v1/geocode?${query}`);
      expect([status, code, details], query).toMatchObject([400, 'INVALID_REQUEST', { field, reason }]);
    }
  },
} satisfies Record<string, ContractTest>;

export type GeocoderContractTest = keyof typeof GEOCODER_CONTRACT;

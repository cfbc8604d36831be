import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { distanceM } from '../../src/geo/distance.js';
import type { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import type { PlaceHit } from '../../src/geocoding/place-hit.js';

/** One row of people.tsv. */
export interface PeopleQuery {
  who: string;
  query: string;
  /** Names, and types in brackets; any of them is right. */
  expected: readonly string[];
  /** Degrees, and within so many metres; null for anywhere. */
  point: { lat: number; lon: number; metres: number } | null;
  near: [lon: number, lat: number] | null;
}

export function readPeopleTable(): PeopleQuery[] {
  const lines = readFileSync(resolve(import.meta.dirname, 'people.tsv'), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('who\t'))
    .map((line) => {
      const [who, query, expected, point = '', metres = '', near = ''] = line.split('\t');
      const [lat, lon] = point.split(',').map(Number);
      return {
        who,
        query,
        expected: expected.split('|'),
        point: point === '' ? null : { lat, lon, metres: Number(metres) },
        near: near === '' ? null : (near.split(',').map(Number) as [number, number]),
      };
    });
}

export interface PeopleScore {
  queries: number;
  first: number;
  inFive: number;
  /** Queries that do not find it first, with what they find. */
  misses: string[];
}

export function scorePeople(index: GeocodingIndex, table = readPeopleTable()): PeopleScore {
  const score: PeopleScore = { queries: table.length, first: 0, inFive: 0, misses: [] };
  for (const asked of table) {
    const found = index.search(asked.query, 5, asked.near === null ? undefined : { near: asked.near });
    const at = found.findIndex((hit) => isRight(asked, hit));
    if (at === 0) score.first++;
    if (at >= 0) score.inFive++;
    if (at !== 0) score.misses.push(`${asked.query} (${at + 1}): ${found.slice(0, 3).map(shown).join('; ')}`);
  }
  return score;
}

function isRight({ expected, point }: PeopleQuery, { name, type, lat7, lon7 }: PlaceHit): boolean {
  if (!expected.includes(name) && !expected.includes(`[${type}]`)) return false;
  return point === null || distanceM(point.lon, point.lat, lon7 / 1e7, lat7 / 1e7) <= point.metres;
}

function shown({ name, type, address }: PlaceHit): string {
  return `${name} (${type}), ${address ?? ''}`;
}

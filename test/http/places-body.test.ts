import { expect, it } from 'vitest';
import { reverseBody, searchBody } from '../../src/http/geocode/places-body.js';
import { JsonWriter } from '../../src/wire/json-writer.js';
import { Slab } from '../../src/wire/slab.js';
import type { FoundPlace, NearestPlace } from '../../src/sources/geocoder.js';
import { NEAREST, SQUARE } from '../e2e/fakes.js';

const json = new JsonWriter(new Slab());

const place = (name: string): FoundPlace => ({ ...SQUARE, name });

function reverseText(latitude: number, longitude: number, found: NearestPlace | null): string {
  return reverseBody(json, { latitude, longitude }, found).bytes().toString();
}

function searchText(text: string, places: readonly FoundPlace[], limit = 20): string {
  return searchBody(json, { text, limit }, places).bytes().toString();
}

it('says what was asked, and the places', () => {
  for (const query of ['талбай', 'square', '"', 'ө'.repeat(200), '𝄞𝄞']) {
    const places = [place('Талбай'), place('"Square"')];
    expect(JSON.parse(searchText(query, places))).toEqual({ query, results: places, count: 2 });
    expect(JSON.parse(searchText(query, []))).toEqual({ query, results: [], count: 0 });
  }
});

it('has no more places than the limit', () => {
  const places = ['a', 'b', 'c'].map(place);
  for (const limit of [1, 2, 3, 5]) {
    const results = places.slice(0, limit);
    expect(JSON.parse(searchText('x', places, limit))).toEqual({
      query: 'x',
      results,
      count: results.length,
    });
  }
});

it('tells of a remembered place what it tells of a new one, with each distance', () => {
  const frozen = Object.freeze({ ...SQUARE, type: 'place' });
  const changing = { ...SQUARE, type: 'place' };
  for (const distance_m of [0, 17.94, 3, 17.94, 100_000, 3e8, 1e300]) {
    const wanted = reverseText(1, 2, { ...NEAREST, distance_m });
    expect(reverseText(1, 2, { ...NEAREST, distance_m, place: frozen })).toBe(wanted);
    expect(JSON.parse(wanted)).toEqual({
      query: '1,2',
      results: [{ ...SQUARE, type: 'place', distance_meters: Math.round(distance_m * 10) / 10 }],
      count: 1,
    });
    (changing as { name: string }).name = `${distance_m} m`;
    expect(JSON.parse(reverseText(1, 2, { ...NEAREST, distance_m, place: changing }))).toMatchObject({
      results: [{ name: `${distance_m} m` }],
    });
  }
  expect(reverseText(-1.5, 2, null)).toBe('{"query":"-1.5,2","results":[],"count":0}');
});

it('writes no type but the one that was checked', () => {
  const other = Object.freeze({ ...SQUARE, type: 'square' });
  expect(reverseText(1, 2, { ...NEAREST, place: other })).toBe(reverseText(1, 2, NEAREST));
});

it('tells of remembered places what it told first, however many and long they are', () => {
  const names = Array.from({ length: 300 }, (_, i) => `${i} ${'ө'.repeat(i % 50 === 0 ? 6_000 : i)}`);
  const places = names.map((name) => Object.freeze(place(name)));
  for (let time = 0; time < 2; time++)
    for (const one of places) expect(JSON.parse(searchText('x', [one]))).toMatchObject({ results: [one] });
});

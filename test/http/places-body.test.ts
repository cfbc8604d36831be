import { expect, it } from 'vitest';
import { reverseText, searchBody } from '../../src/http/places-body.js';
import { Slab } from '../../src/http/slab.js';
import type { FoundPlace } from '../../src/sources/geocoder.js';
import { NEAREST, SQUARE } from '../e2e/fakes.js';

const slab = new Slab();

function bodyOf(text: string, places: readonly FoundPlace[], limit = 5): unknown {
  return JSON.parse(searchBody({ text, limit }, places, slab).bytes().toString('utf8'));
}

const place = (name: string): FoundPlace => ({ ...SQUARE, name });
const wanted = (query: string, places: readonly FoundPlace[]): object => ({ query, results: places, count: places.length });

it('is the same each time a frozen list is sent, behind whatever was asked', () => {
  const places = Object.freeze([Object.freeze(place('Талбай')), Object.freeze(place('"Square"'))]);
  for (const query of ['талбай', 'square', '"', 'ө'.repeat(200), 'талбай', '𝄞𝄞']) expect(bodyOf(query, places)).toEqual(wanted(query, places));
  expect(bodyOf('x', Object.freeze([]))).toEqual(wanted('x', []));
});

it('follows a list that may change, or whose places may', () => {
  const places = [place('a')];
  const held = Object.freeze([place('a')]);
  for (const name of ['a', 'b', 'c', 'd']) {
    places[0] = place(name);
    (held[0] as { name: string }).name = name;
    expect(bodyOf('q', places)).toEqual(wanted('q', [place(name)]));
    expect(bodyOf('q', held)).toEqual(wanted('q', [place(name)]));
  }
});

it('has no more places than the limit, however often the list was sent', () => {
  const places = Object.freeze(['a', 'b', 'c'].map((name) => Object.freeze(place(name))));
  for (const limit of [5, 5, 5, 2, 3, 1, 5]) expect(bodyOf('q', places, limit)).toEqual(wanted('q', places.slice(0, limit)));
});

it('tells of a remembered place what it tells of a new one, with each distance', () => {
  const frozen = Object.freeze({ ...SQUARE, type: 'place' });
  const changing = { ...SQUARE, type: 'place' };
  for (const distance_m of [0, 17.94, 3, 17.94]) {
    const wanted = reverseText('1,2', { ...NEAREST, distance_m });
    expect(reverseText('1,2', { ...NEAREST, distance_m, place: frozen })).toBe(wanted);
    expect(JSON.parse(wanted)).toMatchObject({ results: [{ distance_meters: Math.round(distance_m * 10) / 10 }] });
    (changing as { name: string }).name = `${distance_m} m`;
    expect(JSON.parse(reverseText('1,2', { ...NEAREST, distance_m, place: changing }))).toMatchObject({ results: [{ name: `${distance_m} m` }] });
  }
});

it('writes no type but the one that was checked', () => {
  const other = Object.freeze({ ...SQUARE, type: 'square' });
  expect(reverseText('1,2', { ...NEAREST, place: other })).toBe(reverseText('1,2', NEAREST));
});

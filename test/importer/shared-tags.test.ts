import { expect, test } from 'vitest';
import { SharedTags } from '../../src/importer/collect/shared-tags.js';

test('equal tags are one object, and others are not', () => {
  const tags = new SharedTags();
  const track = tags.shared({ highway: 'track', surface: 'sand' });
  expect(tags.shared({ highway: 'track', surface: 'sand' })).toBe(track);
  expect(tags.shared({ highway: 'track' })).toEqual({ highway: 'track' });
  expect(tags.shared({ surface: 'sand', highway: 'track' })).not.toBe(track);
});

test('where a key ends and its value begins is part of the tags', () => {
  const tags = new SharedTags();
  const all = [{ ab: 'c' }, { a: 'bc' }, { a: 'b', c: 'd' }, { a: 'b1 1 cd' }, { a1: '1 b' }, {}];
  for (const own of all) expect(tags.shared(own)).toBe(own);
});

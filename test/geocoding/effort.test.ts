import { expect, it } from 'vitest';
import { Effort } from '../../src/geocoding/finding/effort.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { seededRandom } from '../seeded-random.js';

/** Words that are read in many ways: numbers, sides, kinds, cases, errors, other keyboards. */
const PIECES =
  'сүхбаатарын хороо 21-р 12/3 байр орц гудамж zzyzx ffnfh улаанбатар & x , ХХК урд 7а сум'.split(' ');

it('no text makes a search look for more than it may', () => {
  const places = ['Сүхбаатар', 'Улаанбаатар хот', '21-р сургууль', 'Энх тайваны өргөн чөлөө', 'Урд гол'];
  const index = GeocodingIndex.from(
    buildGeocoding(
      places.map((name, i) => ({
        id: `osm:node:${i + 1}`,
        tags: { name, place: i < 2 ? 'town' : 'hamlet' },
        geometry: { kind: 'point', lon7: 1_060_000_000 + i * 1000, lat7: 479_000_000 },
      })),
    ).sections,
  );
  const random = seededRandom(77);
  const { effort } = index.part;
  let most = 0;
  for (let i = 0; i < 60; i++) {
    let text = '';
    while (text.length < 190) text += `${PIECES[Math.floor(random() * PIECES.length)]} `;
    index.find(text.slice(0, 200), 5);
    most = Math.max(most, effort.spent);
  }
  // What was begun when it was spent is done: some lookups of 40 words, each of which counts 230.
  expect(most).toBeGreaterThan(600);
  expect(most).toBeLessThan(2500);
});

it('is as long as new with each text', () => {
  const effort = new Effort();
  for (let i = 0; i < 200; i++) effort.addNames(3);
  expect(effort.isSpent).toBe(true);
  effort.begin();
  expect(effort.isSpent).toBe(false);
});

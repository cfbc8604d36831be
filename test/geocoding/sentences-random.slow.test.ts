import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { buildGeocoding, collectModel } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { wordsOf } from '../../src/text/words.js';
import { collectFeatures } from '../collect.js';
import { seedOf } from '../random-cases.js';
import { seededRandom } from '../seeded-random.js';
import { randomSentence } from './random-queries.js';

const SENTENCES = 150;
const SEED = seedOf(20_252);
const sample = resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm');

it(`finds what ${SENTENCES} random sentences name, in the area that they name`, async () => {
  const features = await collectFeatures(sample);
  const { model } = collectModel(features);
  const index = GeocodingIndex.from(buildGeocoding(features).sections);
  const random = seededRandom(SEED);
  const keysOf = (text: string): string =>
    wordsOf(text)
      .map(({ loose }) => loose)
      .join(' ');
  const missed: string[] = [];
  for (let i = 0; i < SENTENCES; i++) {
    const { text, name, area } = randomSentence(model, random);
    const first = index.find(text, 1).at(0);
    const names = first === undefined ? [] : model.names[first.row];
    const around =
      first === undefined ? [] : model.rowContexts[first.row].flatMap((at) => model.contexts[at]);
    const isNamed = names.some((each) => keysOf(each) === keysOf(name));
    const isThere = area === '' || [...around, ...names].includes(area);
    if (!isNamed || !isThere) missed.push(`${text} | ${names[0]} | ${around.join(', ')}`);
  }
  expect(missed.length, `with seed ${SEED}: ${missed.join('; ')}`).toBeLessThan(SENTENCES / 10);
});

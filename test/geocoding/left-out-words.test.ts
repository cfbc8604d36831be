import { describe, expect, it } from 'vitest';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { COSTS } from '../../src/geocoding/reading/costs.js';
import { CutText } from '../../src/geocoding/reading/cut-text.js';
import { costOfLeaving } from '../../src/geocoding/reading/left-out-words.js';

const town = {
  id: 'osm:node:1',
  tags: { place: 'town', name: 'Дархан' },
  geometry: { kind: 'point', lon7: 1_060_000_000, lat7: 495_000_000 },
} as const;
const { ground } = GeocodingIndex.from(buildGeocoding([town]).sections);

function costs(text: string): number[] {
  const cut = new CutText(text, ground.lexicon());
  const all = cut.words.map((_, at) => at);
  const options = cut.restOptions(all, { isKnown: () => true });
  return all.map((at) => costOfLeaving(cut.words, at, options));
}

describe('the cost of leaving a word out', () => {
  it('is that of a landmark for the words before a side', () => {
    const { landmark, side } = COSTS;
    expect(costs('15-р сургуулийн хажууд')).toEqual([landmark, landmark, side]);
  });

  it('is that of an address for a street with its house, whatever stands behind them', () => {
    const { knownWord, number, addressWord, landmark, side } = COSTS;
    expect(costs('Дэнж 15-р гудамж 11 гараашны хажууд')).toEqual([
      ...[knownWord, number, addressWord],
      ...[landmark, landmark, side],
    ]);
  });

  it('is that of an address for a house with its entrance', () => {
    const { knownWord, number, addressWord } = COSTS;
    const all = costs('Сансар 29 байр 1 орц ногоон хаалга');
    expect(all.slice(0, 3)).toEqual([knownWord, number, addressWord]);
  });

  it('is that of a landmark for the words before a floor where something is', () => {
    const { landmark } = COSTS;
    expect(costs('Их дэлгүүрийн 3 давхарт кофе').slice(0, 2)).toEqual([landmark, landmark]);
  });

  it('is that of a landmark for a street without a house', () => {
    const { landmark, side } = COSTS;
    expect(costs('Сөүлийн гудамжны урд')).toEqual([landmark, landmark, side]);
  });
});

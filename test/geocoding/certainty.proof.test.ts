import { beforeAll, describe, expect, it } from 'vitest';
import { confidenceOf } from '../../src/geocoding/certainty.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { countryFeatures, countrySections } from '../country.js';
import { hasGeodata } from '../geodata.js';
import { GroundTruth } from './probes/ground-truth.js';
import { foundPlaces } from './found-places.js';
import { SheetRows, type SheetRow } from './sheet-rows.js';

const SEED = Number(process.env['GAZARCH_CERTAINTY_SEED'] ?? 20_261);
const ADDRESSES = 10_000;
const MIXED = 100_000;
/** So far from the share that was said the share of right rows of a bin may be. */
const OFF = 0.03;
/** A bin has so many rows that its share is off by less by chance (standard deviation). */
const CHANCE = 0.01;

interface Found {
  confidence: number;
  first: ReturnType<typeof foundPlaces>[number] | undefined;
}

/**
 * Rows of another seed than those that the weights were measured on: of the same country, as a table of a
 * user is. A list of other names would be no fairer. A few chains with many branches are most of the rows in
 * the middle, and whether the branch is meant that is found first is the same for all rows of a chain.
 */
describe.skipIf(!hasGeodata)('tables over Mongolia', () => {
  let index: GeocodingIndex;
  let truth: GroundTruth;
  /** Many rows have the same text. */
  const found = new Map<string, Found>();
  beforeAll(async () => {
    const features = await countryFeatures();
    index = GeocodingIndex.from(await countrySections());
    truth = new GroundTruth(features);
  });

  it('finds 99 % of ten thousand addresses written in seven ways', () => {
    const rows = new SheetRows(truth).addresses(ADDRESSES, SEED);
    const wrong = rows.filter((row) => !answerOf(row).isRight);
    process.stdout.write(`addresses: ${(100 * (1 - wrong.length / rows.length)).toFixed(2)} % right\n`);
    const some = wrong.slice(0, 10).map(({ text }) => text);
    expect(wrong.length / rows.length, `seed ${SEED}: ${some.join('; ')}`).toBeLessThanOrEqual(0.01);
  });

  it('is as sure as it is right, in ten bins', () => {
    const rows = new SheetRows(truth).mixed(MIXED, SEED);
    const answers = rows.map(answerOf).filter(({ isFound }) => isFound);
    const bins = Array.from({ length: 10 }, (_, i) =>
      answers.filter(({ confidence }) => Math.min(9, Math.floor(10 * confidence + 1e-9)) === i),
    );
    const lines = bins.flatMap((bin, i) => {
      // Confidence comes in steps, and some bins have none.
      if (bin.length === 0) return [];
      const mean = bin.reduce((sum, { confidence }) => sum + confidence, 0) / bin.length;
      const right = bin.filter(({ isRight }) => isRight).length / bin.length;
      return [{ i, count: bin.length, mean, right }];
    });
    process.stdout.write(
      lines
        .map(
          ({ i, count, mean, right }) =>
            `${i / 10}: ${count} rows, said ${mean.toFixed(3)}, right ${right.toFixed(3)}\n`,
        )
        .join(''),
    );
    for (const { i, count, mean, right } of lines) {
      expect(Math.sqrt((mean * (1 - mean)) / count), `seed ${SEED}, bin ${i}`).toBeLessThanOrEqual(CHANCE);
      expect(Math.abs(mean - right), `seed ${SEED}, bin ${i}`).toBeLessThanOrEqual(OFF);
    }
    expect(lines.length).toBeGreaterThanOrEqual(7);
    const right = answers.filter(({ isRight }) => isRight);
    const sure = right.filter(({ confidence }) => confidence > 0.9).length / right.length;
    process.stdout.write(`of the right rows ${(100 * sure).toFixed(1)} % are above 0.9\n`);
    expect(sure).toBeGreaterThanOrEqual(0.6);
  }, 1_800_000);

  function answerOf({ text, isRight }: SheetRow): { isRight: boolean; isFound: boolean; confidence: number } {
    let own = found.get(text);
    if (own === undefined) {
      const places = foundPlaces(index, text);
      found.set(text, (own = { confidence: confidenceOf(text, places), first: places[0] }));
    }
    const { first, confidence } = own;
    return { confidence, isFound: first !== undefined, isRight: first !== undefined && isRight(first) };
  }
});

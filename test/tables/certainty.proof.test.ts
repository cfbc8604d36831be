import { beforeAll, describe, expect, it } from 'vitest';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { readGeojsonLayer } from '../../src/importer/geojson.js';
import { Skipped } from '../../src/importer/skipped.js';
import { judge } from '../../src/tables/certainty.js';
import { geodataFeatures } from '../collect.js';
import { geodata, hasGeodata } from '../geodata.js';
import { GroundTruth } from '../geocoding/probes/ground-truth.js';
import { foundPlaces } from './found-places.js';
import { SheetRows, type SheetRow } from './sheet-rows.js';

const SEED = Number(process.env['GAZARCH_CERTAINTY_SEED'] ?? 20_261);
const ADDRESSES = 10_000;
const MIXED = Number(process.env['GAZARCH_CERTAINTY_ROWS'] ?? 30_000);
/** Confidence comes in steps, and none of them lies here: these bins stay empty. */
const WITHOUT_STEP: readonly number[] = [1, 5];
/** A bin with fewer rows says nothing: its share of right ones would be off by 3 points by chance. */
const FEWEST = MIXED / 100;
/**
 * In the middle, rows of the other half of the things are right more or less often than those that the steps
 * were measured on. Most bins are within 0.03, and two are not: around 0.4 and 0.6.
 */
const OFF = 0.055;

/** Rows of the half of the things that the weights have not seen. */
describe.skipIf(!hasGeodata)('tables over Mongolia', () => {
  let index: GeocodingIndex;
  let truth: GroundTruth;
  beforeAll(async () => {
    const features = [
      ...(await geodataFeatures('mongolia-mix.osm.pbf')),
      ...readGeojsonLayer(geodata('ub-khoroo.geojson'), null, new Skipped()).features,
    ];
    index = GeocodingIndex.from(buildGeocoding(features).sections);
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
    const rows = new SheetRows(truth, (i) => i % 2 === 1).mixed(MIXED, SEED);
    const answers = rows.map(answerOf).filter(({ match }) => match !== 'none');
    const bins = Array.from({ length: 10 }, (_, i) =>
      answers.filter(({ confidence }) => Math.min(9, Math.floor(10 * confidence + 1e-9)) === i),
    );
    const lines = bins.map((bin, i) => {
      const mean = bin.reduce((sum, { confidence }) => sum + confidence, 0) / bin.length;
      const right = bin.filter(({ isRight }) => isRight).length / bin.length;
      return { i, count: bin.length, mean, right };
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
      if (WITHOUT_STEP.includes(i)) {
        expect(count, `seed ${SEED}, bin ${i}`).toBe(0);
        continue;
      }
      expect(count, `seed ${SEED}, bin ${i}`).toBeGreaterThanOrEqual(FEWEST);
      expect(Math.abs(mean - right), `seed ${SEED}, bin ${i}`).toBeLessThanOrEqual(OFF);
    }
    const right = answers.filter(({ isRight }) => isRight);
    const sure = right.filter(({ confidence }) => confidence > 0.9).length / right.length;
    process.stdout.write(`of the right rows ${(100 * sure).toFixed(1)} % are above 0.9\n`);
    expect(sure).toBeGreaterThanOrEqual(0.6);
  }, 900_000);

  function answerOf({ text, isRight }: SheetRow): { isRight: boolean; match: string; confidence: number } {
    const places = foundPlaces(index, text);
    return { ...judge(text, places), isRight: places.length > 0 && isRight(places[0]) };
  }
});

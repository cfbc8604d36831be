import { beforeAll, describe, expect, it } from 'vitest';
import { confidenceOf } from '../../src/geocoding/certainty.js';
import { countryFeatures, countrySections } from '../country.js';
import { hasGeodata } from '../geodata.js';
import { ASKS_ALL, partOfDay } from '../random-cases.js';
import { GroundTruth } from './probes/ground-truth.js';
import { searchOf } from './found-places.js';
import { PeopleRows } from './people-rows.js';
import { SheetRows, type SheetRow } from './sheet-rows.js';

const SEED = Number(process.env['GAZARCH_CERTAINTY_SEED'] ?? 20_261);
const ADDRESSES = 10_000;
const MIXED = 100_000;
/** All rows are asked in so many days, or at once with GAZARCH_TEST_PARTS=all. */
const DAYS = 5;
/** A text of so many rows is asked each day. Those in the middle bins are so, and cost one search for all. */
const OFTEN = 3;
/** So far from the share that was said the share of right rows of a bin may be. */
const OFF = 0.03;
/**
 * A bin has so many rows that its share is off by less by chance (standard deviation). What is asked of one
 * day may be off by twice that beyond OFF; the middle bins need all rows for less.
 */
const CHANCE = ASKS_ALL ? 0.01 : 0.025;

type Search = ReturnType<typeof searchOf>;

interface Found {
  confidence: number;
  first: ReturnType<Search>[number] | undefined;
}

/**
 * Rows of another seed than those that the weights were measured on: of the same country, as a table of a
 * user is. A list of other names would be no fairer. A few chains with many branches are most of the rows in
 * the middle, and whether the branch is meant that is found first is the same for all rows of a chain.
 */
describe.skipIf(!hasGeodata)('tables and queries over Mongolia', () => {
  let search: Search;
  let truth: GroundTruth;
  /** Many rows have the same text. */
  const found = new Map<string, Found>();
  beforeAll(async () => {
    const features = await countryFeatures();
    search = searchOf(await countrySections());
    truth = new GroundTruth(features);
  });

  it('finds 99 % of ten thousand addresses written in seven ways', () => {
    const rows = partOfDay(new SheetRows(truth).addresses(ADDRESSES, SEED), DAYS);
    const wrong = rows.filter((row) => !answerOf(row).isRight);
    process.stdout.write(`addresses: ${(100 * (1 - wrong.length / rows.length)).toFixed(2)} % right\n`);
    const some = wrong.slice(0, 10).map(({ text }) => text);
    expect(wrong.length / rows.length, `seed ${SEED}: ${some.join('; ')}`).toBeLessThanOrEqual(0.01);
  });

  it('is as sure as it is right, in ten bins', () => {
    const weights = weightsOf([
      ...new SheetRows(truth).mixed(MIXED / 2, SEED),
      ...new PeopleRows(truth).mixed(MIXED / 2, SEED),
    ]);
    const answers = [...weights]
      .map(([row, weight]) => ({ ...answerOf(row), weight }))
      .filter(({ isFound }) => isFound);
    const bins = Array.from({ length: 10 }, (_, i) =>
      answers.filter(({ confidence }) => Math.min(9, Math.floor(10 * confidence + 1e-9)) === i),
    );
    const lines = bins.flatMap((bin, i) => {
      // Confidence comes in steps, and some bins have none.
      if (bin.length === 0) return [];
      const count = sumOf(bin, () => 1);
      const mean = sumOf(bin, ({ confidence }) => confidence) / count;
      const right = sumOf(bin, ({ isRight }) => Number(isRight)) / count;
      const chance = Math.sqrt(sumOf(bin, ({ weight }) => weight) * mean * (1 - mean)) / count;
      return [{ i, count, mean, right, chance }];
    });
    process.stdout.write(
      lines
        .map(
          ({ i, count, mean, right, chance }) =>
            `${i / 10}: ${count.toFixed(0)} rows, said ${mean.toFixed(3)}, right ${right.toFixed(3)}, ` +
            `by chance ${chance.toFixed(4)}\n`,
        )
        .join(''),
    );
    for (const { i, mean, right, chance } of lines) {
      expect(chance, `seed ${SEED}, bin ${i}`).toBeLessThanOrEqual(CHANCE);
      const most = OFF + (ASKS_ALL ? 0 : 2 * chance);
      expect(Math.abs(mean - right), `seed ${SEED}, bin ${i}`).toBeLessThanOrEqual(most);
    }
    expect(lines.length).toBeGreaterThanOrEqual(7);
    const right = answers.filter(({ isRight }) => isRight);
    const sure = sumOf(right, ({ confidence }) => Number(confidence > 0.9)) / sumOf(right, () => 1);
    process.stdout.write(`of the right rows ${(100 * sure).toFixed(1)} % are above 0.9\n`);
    expect(sure).toBeGreaterThanOrEqual(0.6);
  }, 1_800_000);

  function answerOf({ text, isRight }: SheetRow): { isRight: boolean; isFound: boolean; confidence: number } {
    let own = found.get(text);
    if (own === undefined) {
      const places = search(text);
      found.set(text, (own = { confidence: confidenceOf(text, places), first: places[0] }));
    }
    const { first, confidence } = own;
    return { confidence, isFound: first !== undefined, isRight: first !== undefined && isRight(first) };
  }
});

/** The rows that are asked today, each with how many rows it stands for. */
function weightsOf(rows: readonly SheetRow[]): Map<SheetRow, number> {
  const [often, seldom] = [true, false].map((isOften) =>
    [...byText(rows).values()].filter((same) => same.length >= OFTEN === isOften),
  );
  const asked = partOfDay(seldom, DAYS).flat();
  const weight = seldom.flat().length / asked.length;
  return new Map([
    ...often.flat().map((row) => [row, 1] as const),
    ...asked.map((row) => [row, weight] as const),
  ]);
}

function byText(rows: readonly SheetRow[]): Map<string, SheetRow[]> {
  const found = new Map<string, SheetRow[]>();
  for (const row of rows) {
    const same = found.get(row.text);
    if (same === undefined) found.set(row.text, [row]);
    else same.push(row);
  }
  return found;
}

/** The sum of a value over all rows that the asked ones stand for. */
function sumOf<T extends { weight: number }>(answers: readonly T[], value: (answer: T) => number): number {
  return answers.reduce((sum, answer) => sum + answer.weight * value(answer), 0);
}

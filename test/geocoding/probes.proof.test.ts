import { beforeAll, describe, expect, it } from 'vitest';
import type { Refinement } from '../../src/geocoding/forward/refinement.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { countryFeatures, countrySections } from '../country.js';
import { hasGeodata } from '../geodata.js';
import { groupQueries } from './groups/group-queries.js';
import { MatchChecker } from './groups/match-checker.js';
import { measure, FLOORS, tableOf } from './probes/measure.js';
import { MEANING_FLOORS, measureMeaning } from './probes/measure-meaning.js';
import { findCrossings } from './probes/crossings.js';
import { typeNames } from './probes/keystrokes.js';
import { GroundTruth } from './probes/ground-truth.js';

/** For a longer proof: GAZARCH_GROUP_QUERIES=20000, and another seed with GAZARCH_GROUP_SEED. */
const GROUP_QUERIES = Number(process.env['GAZARCH_GROUP_QUERIES'] ?? 1500);
const SEED = Number(process.env['GAZARCH_GROUP_SEED'] ?? 21);

/**
 * Loops over the data of a country. What is right is worked out from the source files by brute force, never
 * from the index. The floors are what was seen, and rise with the rules.
 */
describe.skipIf(!hasGeodata)('probes over Mongolia', () => {
  let results: ReturnType<typeof measure>;
  let index: GeocodingIndex;
  let truth: GroundTruth;

  beforeAll(async () => {
    const features = await countryFeatures();
    index = GeocodingIndex.from(await countrySections());
    truth = new GroundTruth(features);
    results = measure(index, truth);
    process.stdout.write(`${tableOf(results)}\n`);
  });

  it('has a floor for each row, and enough cases in each', () => {
    expect(results.map((row) => row.name).sort()).toEqual(Object.keys(FLOORS).sort());
    for (const row of results) expect(row.cases, row.name).toBeGreaterThan(10);
  });

  it.each(Object.entries(FLOORS))('%s', (name, [first, inFive, mostFarOff]) => {
    const row = results.find((result) => result.name === name)!;
    expect(row.first, row.misses.join('\n')).toBeGreaterThanOrEqual(first);
    expect(row.inFive, row.misses.join('\n')).toBeGreaterThanOrEqual(inFive);
    if (mostFarOff !== undefined) expect(row.farOff).toBeLessThanOrEqual(mostFarOff);
  });

  it('reads what people mean', () => {
    const measured = measureMeaning(index, truth);
    expect(measured.map(({ name }) => name).sort()).toEqual(Object.keys(MEANING_FLOORS).sort());
    for (const { name, first, inFive, misses } of measured) {
      const [leastFirst, leastInFive] = MEANING_FLOORS[name];
      expect.soft(first, `${name}: ${misses.slice(0, 12).join('; ')}`).toBeGreaterThanOrEqual(leastFirst);
      expect.soft(inFive, name).toBeGreaterThanOrEqual(leastInFive);
    }
  });

  it('finds where two streets meet', () => {
    const { share, misses } = findCrossings(index, truth);
    expect(share, misses.slice(0, 12).join('; ')).toBeGreaterThanOrEqual(97);
  });

  it('moves the list little while a name is typed, and never empties it between two letters', () => {
    const { keystrokes, changes, gaps } = typeNames(index);
    expect(gaps).toEqual([]);
    expect(changes / keystrokes).toBeLessThanOrEqual(0.145);
  });

  describe('the literal checker', () => {
    const near = [106.9176, 47.9189] as const;
    const options: [string, number, Refinement | undefined][] = [
      ['nothing more', GROUP_QUERIES, undefined],
      ['near', GROUP_QUERIES / 4, { near }],
      ['types', GROUP_QUERIES / 4, { types: ['poi', 'address', 'street'] }],
      ['bbox', GROUP_QUERIES / 4, { bbox: [106.5, 47.7, 107.2, 48.1] }],
    ];
    it.each(options)('finds no match behind a worse one with %s, in %d queries', (_, count, refinement) => {
      const checker = new MatchChecker(truth);
      const isNear = refinement?.near !== undefined;
      const faults = groupQueries(truth, count, SEED).flatMap(
        (query) => checker.faultIn(query, index.search(query, 10, refinement), isNear) ?? [],
      );
      expect(faults, `seed ${SEED}`).toEqual([]);
    });
  });
});

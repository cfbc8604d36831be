/**
 * How sure an answer is, measured on rows of tables and on queries as people type them: it prints the
 * weights of `src/geocoding/certainty.ts`.
 *
 *     bench/certainty.js [--rows 120000] [--seed 1] [--geojson FILE] FILE...       FILE: .osm.pbf
 *
 * Weights come from a logistic regression, and the curve from the share of right answers by score. The proof
 * `test/geocoding/certainty.proof.test.ts` takes rows of another seed.
 */
import { parseArgs } from 'node:util';
import { buildGeocoding } from '../src/geocoding/build-geocoding.js';
import { readGeojsonLayer } from '../src/importer/collect/geojson.js';
import { Skipped } from '../src/importer/collect/skipped.js';
import { featuresOf } from '../src/geocoding/certainty.js';
import { collectFeatures } from '../test/collect.js';
import { GroundTruth } from '../test/geocoding/probes/ground-truth.js';
import { searchOf } from '../test/geocoding/found-places.js';
import { PeopleRows } from '../test/geocoding/people-rows.js';
import { SheetRows } from '../test/geocoding/sheet-rows.js';

const { values, positionals } = parseArgs({
  options: {
    rows: { type: 'string', default: '120000' },
    seed: { type: 'string', default: '1' },
    geojson: { type: 'string' },
  },
  allowPositionals: true,
});
/** Steps of the regression, and how much large weights cost. */
const STEPS = 3000;
const RATE = 0.5;
const RIDGE = 1e-5;
/** Rows in one step of the curve at least: the share of right ones is off by 1.1 points by chance at most. */
const STEP_ROWS = 2_000;

const layer =
  values.geojson === undefined ? [] : readGeojsonLayer(values.geojson, null, new Skipped()).features;
const features = [...(await collectFeatures(...positionals)), ...layer];
const search = searchOf(buildGeocoding(features).sections);
const truth = new GroundTruth(features);
const [half, seed] = [Number(values.rows) / 2, Number(values.seed)];
const written = [...new SheetRows(truth).mixed(half, seed), ...new PeopleRows(truth).mixed(half, seed)];
const samples = written.flatMap(({ text, kind, isRight }) => {
  const places = search(text);
  if (places.length === 0) return [];
  return [{ kind, own: featuresOf(text, places), right: Number(isRight(places[0])) }];
});
const weights = regression();
const scored = samples
  .map(({ own, right }) => ({ right, score: own.reduce((sum, value, i) => sum + value * weights[i], 0) }))
  .sort((a, b) => a.score - b.score);
const right = samples.reduce((sum, sample) => sum + sample.right, 0);
console.log(`${samples.length} rows with an answer, ${right} right`);
for (const kind of new Set(samples.map((sample) => sample.kind))) {
  const own = samples.filter((sample) => sample.kind === kind);
  console.log(`  ${kind}: ${own.filter((sample) => sample.right === 1).length} of ${own.length}`);
}
console.log(`const WEIGHTS: readonly number[] = ${JSON.stringify(weights.map(rounded))};`);
console.log(`const CERTAIN_AT = ${JSON.stringify(curve())};`);

/** By gradient descent with momentum over all samples. */
function regression(): number[] {
  const size = samples[0].own.length;
  const weights = new Array<number>(size).fill(0);
  const speed = new Array<number>(size).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight) => RIDGE * weight);
    for (const { own, right } of samples) {
      let score = 0;
      for (let i = 0; i < size; i++) score += own[i] * weights[i];
      const error = 1 / (1 + Math.exp(-score)) - right;
      for (let i = 0; i < size; i++) gradient[i] += (error * own[i]) / samples.length;
    }
    for (let i = 0; i < size; i++) {
      speed[i] = 0.9 * speed[i] - RATE * gradient[i];
      weights[i] += speed[i];
    }
  }
  return weights;
}

/** Shares that never fall, in steps of enough rows (pool adjacent violators), each from its lowest score. */
function curve(): [number, number][] {
  const steps: { rows: number; right: number; from: number }[] = [];
  for (let first = 0; first < scored.length;) {
    // Rows with one score are in one step.
    let end = Math.min(scored.length, first + STEP_ROWS);
    while (end < scored.length && scored[end].score - scored[end - 1].score < 1e-3) end++;
    const rows = scored.slice(first, end);
    const own = rows.reduce((sum, row) => sum + row.right, 0);
    steps.push({ rows: rows.length, right: own, from: rows[0].score });
    first = end;
    while (steps.length > 1) {
      const [before, last] = steps.slice(-2);
      if (before.right / before.rows < last.right / last.rows - 0.01) break;
      const [rows, right] = [before.rows + last.rows, before.right + last.right];
      steps.splice(-2, 2, { rows, right, from: before.from });
    }
  }
  return steps.map(({ rows, right, from }) => [rounded(from), rounded(right / rows)]);
}

function rounded(value: number): number {
  return Math.round(1000 * value) / 1000;
}

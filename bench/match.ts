/**
 * How well traces are matched: simulated drives whose way is known, seen by receivers of 24 kinds.
 *
 *     node data/bench/bench/match.js [--drives 60] [--seed 7] [--box W,S,E,N] [--mode driving]
 *       [--rows "5 s"] [--bins] [--traces FILE] DATASET
 *
 * DATASET is the folder of `gazarch import`. The error of a row is what is missing and what is too much, of
 * the length of the true way. `--traces` writes the traces for other engines, and `--bins` shows how often
 * pieces of a confidence were right.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { servedPath } from '../src/dataset/dataset-folder.js';
import { mapSections } from '../src/dataset/open-dataset.js';
import { partOf } from '../src/dataset/read-dataset.js';
import { readRoutingData } from '../src/routing/frozen/routing-data.js';
import { RoutingIndex } from '../src/routing/routing-index.js';
import type { TravelMode } from '../src/travel-mode.js';
import { agreement, errorOf } from '../test/routing/compare-lines.js';
import { DriveMaker, sampled, type Box, type Receiver } from '../test/routing/simulated-drives.js';
import { seededRandom } from '../test/seeded-random.js';

const { values, positionals } = parseArgs({
  options: {
    drives: { type: 'string', default: '60' },
    seed: { type: 'string', default: '7' },
    box: { type: 'string', default: '106.80,47.87,107.02,47.96' },
    mode: { type: 'string', default: 'driving' },
    rows: { type: 'string', default: '' },
    traces: { type: 'string' },
    bins: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const NOISE = [5, 10, 25];
const ROWS: ({ name: string } & Receiver)[] = [
  ...[1, 5, 15, 30, 60].flatMap((every_s) =>
    NOISE.map((noise_m) => ({ name: `${every_s} s, ${noise_m} m`, every_s, noise_m })),
  ),
  { name: '5 s, 10 m, correlated', every_s: 5, noise_m: 10, correlated_s: 20 },
  { name: '15 s, 10 m, a gap of 90 s', every_s: 15, noise_m: 10, gap_s: 90 },
  { name: '1 s, 10 m, correlated', every_s: 1, noise_m: 10, correlated_s: 20 },
  ...[1, 5, 15].flatMap((every_s) =>
    [5, 25].map((noise_m) => ({
      name: `${every_s} s, ${noise_m} m, correlated`,
      ...{ every_s, noise_m, correlated_s: 20 },
    })),
  ),
].filter(({ name }) => name.startsWith(values.rows));

const mode = values.mode as TravelMode;
const sections = partOf(mapSections(servedPath(positionals[0])), mode);
const index = RoutingIndex.from(sections);
const random = seededRandom(Number(values.seed));
const box = values.box.split(',').map(Number) as unknown as Box;
const maker = new DriveMaker(readRoutingData(sections), box, random);
const drives = Array.from({ length: Number(values.drives) }, (_, i) =>
  maker.drive({
    via: 1 + (i % 3),
    turnsBack: i % 5 === 4,
    ...(mode === 'walking' && { least_km: 1, most_km: 4, lights: 0 }),
  }),
);
const km = drives.reduce((sum, { distance_m }) => sum + distance_m, 0) / 1000;
console.log(`${drives.length} drives, ${km.toFixed(0)} km`);

interface Piece {
  confidence: number;
  weight: number;
  right: number;
}
const pieces: Piece[] = [];
const written: object[] = [];

for (const row of ROWS) {
  const traces = drives.map((drive) => sampled(drive, row, random));
  const matched = (trace: [number, number, number][]) =>
    endOf(
      index.match(
        {
          points: trace.map(([lon, lat]) => [lon, lat]),
          times_s: trace.map(([, , time_s]) => time_s),
          accuracy_m: trace.map(() => row.noise_m),
        },
        mode,
      ),
    );
  // The first time compiles.
  traces.forEach(matched);
  const before = process.cpuUsage();
  const answers = traces.map(matched);
  const { user, system } = process.cpuUsage(before);
  const errors: number[] = [];
  const total = { truth: 0, found: 0, answer: 0, right: 0 };
  answers.forEach((answer, i) => {
    const lines = answer.pieces.map(({ coordinates }) => pairs(coordinates));
    const own = agreement(drives[i].line, lines);
    errors.push(errorOf(own));
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += own[key];
    if (values.bins)
      answer.pieces.forEach(({ confidence, distance_m }, k) => {
        const { answer: dots, right } = agreement(drives[i].line, [lines[k]]);
        if (dots > 0) pieces.push({ confidence, weight: distance_m, right: right / dots });
      });
  });
  const points = traces.reduce((sum, trace) => sum + trace.length, 0);
  const count = answers.reduce((sum, answer) => sum + answer.pieces.length, 0);
  const off = answers.reduce(
    (sum, { points: all }) => sum + all.filter((p) => typeof p === 'string').length,
    0,
  );
  console.log(
    row.name.padEnd(26),
    `error ${(100 * errorOf(total)).toFixed(1).padStart(5)} %`,
    `pieces ${count}`,
    `unmatched ${off}`,
    `${((user + system) / points).toFixed(0)} us a point`,
  );
  written.push({
    ...row,
    errors,
    traces,
    truth: drives.map(({ line }) => line.map(([lon, lat]) => [lon, lat])),
  });
}
if (values.traces !== undefined) writeFileSync(values.traces, JSON.stringify(written));
if (values.bins) showBins();

function showBins(): void {
  for (let bin = 0; bin < 10; bin++) {
    const own = pieces.filter(({ confidence }) => Math.min(9, Math.floor(10 * confidence)) === bin);
    const mean = (of: (piece: Piece) => number): string =>
      ((100 * own.reduce((sum, piece) => sum + of(piece), 0)) / own.length).toFixed(1);
    console.log(
      `${bin / 10} to ${(bin + 1) / 10}: ${own.length} pieces`,
      own.length === 0 ? '' : `said ${mean((p) => p.confidence)} %, were right ${mean((p) => p.right)} %`,
    );
  }
}

function pairs(line: Int32Array): [number, number][] {
  return Array.from({ length: line.length / 2 }, (_, i) => [line[2 * i] / 1e7, line[2 * i + 1] / 1e7]);
}

function endOf<T>(work: Generator<void, T>): T {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

/**
 * Reverse lookups without HTTP: times in a town, beside things, and in open country. With `--prove` it
 * also compares thousands of points with the slow scan, and looks up every house number at its own point.
 *
 *     bench/reverse.js [--prove POINTS] FILE...       FILE: .osm.pbf, .osm or .osm.gz
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { collectModel } from '../src/geocoding/build-geocoding.js';
import type { PlaceRow } from '../src/geocoding/places/place.js';
import { buildReverse } from '../src/geocoding/reverse/reverse-build.js';
import { ReverseIndex } from '../src/geocoding/reverse/reverse-index.js';
import { collectFeatures } from '../test/collect.js';
import {
  differences,
  lostHouses,
  pointsAround,
  pointsBeside,
  uniformPoints,
  type Box,
  type Point,
} from '../test/geocoding/reverse-proof.js';
import { SlowReverse } from '../test/oracles/slow-reverse.js';
import { seededRandom } from '../test/seeded-random.js';

const LOOKUPS = 50_000;
const ULAANBAATAR: Box = [106.7, 47.84, 107.1, 48];

const { values, positionals } = parseArgs({ options: { prove: { type: 'string' } }, allowPositionals: true });
if (positionals.length === 0) {
  console.error('usage: bench/reverse.js [--prove POINTS] FILE...');
  process.exitCode = 2;
}
for (const path of positionals) await measure(path);

async function measure(path: string): Promise<void> {
  const { rows } = collectModel(await collectFeatures(path)).model;
  const started = performance.now();
  const sections = buildReverse(rows);
  const built_ms = performance.now() - started;
  const bytes = Object.values(sections).reduce((sum, array) => sum + array.byteLength, 0);
  console.log(
    `${basename(path)}: ${rows.length} rows, built in ${Math.round(built_ms)} ms, ` +
      `${(bytes / 1e6).toFixed(1)} MB`,
  );
  const index = ReverseIndex.from(sections);
  const groups = pointGroups(rows);
  for (const [name, points] of groups) console.log(`  ${name.padEnd(22)} ${timesOf(index, points(LOOKUPS))}`);
  if (values.prove !== undefined) prove(index, rows, groups, Number(values.prove));
}

function pointGroups(rows: readonly PlaceRow[]): [string, (count: number) => Point[]][] {
  const groups: [string, (count: number) => Point[]][] = [
    ['beside things', (count) => pointsBeside(seededRandom(1), rows, count)],
  ];
  const [west, south, east, north] = boxOf(rows);
  groups.push(['around towns', (count) => pointsAround(seededRandom(4), rows, count)]);
  groups.push(['anywhere', (count) => uniformPoints(seededRandom(2), [west, south, east, north], count)]);
  if (west < ULAANBAATAR[0] && east > ULAANBAATAR[2] && south < ULAANBAATAR[1] && north > ULAANBAATAR[3]) {
    groups.push(['Ulaanbaatar', (count) => uniformPoints(seededRandom(3), ULAANBAATAR, count)]);
  }
  return groups;
}

function timesOf(index: ReverseIndex, points: readonly Point[]): string {
  for (const [lon, lat] of points.slice(0, 5000)) index.nearest(lon, lat);
  const times_us = new Float64Array(points.length);
  const kinds = new Map<string, number>();
  points.forEach(([lon, lat], i) => {
    const started = performance.now();
    const found = index.nearest(lon, lat);
    times_us[i] = (performance.now() - started) * 1000;
    const kind = found?.kind ?? 'nothing';
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  });
  times_us.sort();
  const [p50, p99, p999] = [0.5, 0.99, 0.999].map((share) =>
    times_us[Math.floor(share * points.length)].toFixed(1),
  );
  const shares = [...kinds]
    .sort()
    .map(([kind, count]) => `${kind} ${Math.round((100 * count) / points.length)} %`);
  return `p50 ${p50} us, p99 ${p99} us, p99.9 ${p999} us  (${shares.join(', ')})`;
}

function prove(
  index: ReverseIndex,
  rows: readonly PlaceRow[],
  groups: ReturnType<typeof pointGroups>,
  count: number,
): void {
  const slow = new SlowReverse(rows);
  for (const [name, points] of groups) {
    const wrong = differences(index, slow, points(count));
    console.log(`  ${name.padEnd(22)} ${count - wrong.length} of ${count} points as the slow search`);
    for (const line of wrong.slice(0, 5)) console.log(`    ${line}`);
    if (wrong.length > 0) process.exitCode = 1;
  }
  const { houses, lost } = lostHouses(index, rows);
  console.log(
    `  house numbers          ${houses - lost.length} of ${houses} come back from their own point ` +
      `(${((100 * (houses - lost.length)) / houses).toFixed(3)} %)`,
  );
  for (const number of lost.slice(0, 5)) {
    const { lon7, lat7, id, name } = rows[number];
    const found = index.nearest(lon7 / 1e7, lat7 / 1e7);
    console.log(
      `    ${id} ${name}: ` +
        `${
          found === null
            ? 'nothing'
            : `${rows[found.row].id} ${rows[found.row].name}, ${found.distance_m.toFixed(1)} m`
        }`,
    );
  }
}

/**
 * Bounds of everything but areas, in degrees. An extract of a town may contain
 * the outline of its country.
 */
function boxOf(rows: readonly PlaceRow[]): Box {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { matchKind, lon7, lat7 } of rows) {
    if (matchKind === 'area') continue;
    [west, east, south, north] = [
      Math.min(west, lon7 / 1e7),
      Math.max(east, lon7 / 1e7),
      Math.min(south, lat7 / 1e7),
      Math.max(north, lat7 / 1e7),
    ];
  }
  return [west, south, east, north];
}

/**
 * Forward search without HTTP. It measures:
 * - the time of what people type, of every two letters, of each keystroke of a
 *   name, and of names cut anywhere
 * - the size and the build time of the index
 * - how much faster it is than looking at every name
 *
 * With `--prove` it also compares seeded random queries with the slow scan.
 *
 *     bench/forward.js [--geojson FILE] [--prove QUERIES] FILE...       FILE: .osm.pbf, .osm or .osm.gz
 *
 * Each query is timed several times, and its best time is shown too: the machine
 * may be busy with other things.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { Sections } from '../src/arrays/sections.js';
import { buildGeocoding, collectModel } from '../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../src/geocoding/geocoding-index.js';
import type { SearchModel } from '../src/geocoding/places/search-model.js';
import { collectFeatures } from '../test/collect.js';
import { readGeojsonLayer } from '../src/importer/collect/geojson.js';
import { Skipped } from '../src/importer/collect/skipped.js';
import { romanise } from '../src/text/romanise.js';
import { randomQuery } from '../test/geocoding/random-queries.js';
import { readQueryTable } from '../test/geocoding/query-table.js';
import { proveSearch } from '../test/geocoding/search-proof.js';
import { SlowSearch } from '../test/oracles/slow-search.js';
import { seededRandom } from '../test/seeded-random.js';

const LIMIT = 5;
/**
 * Passes before the measurement. V8 still compiles during the first two: it needs some ten thousand
 * searches, which a service has in its first minutes.
 */
const WARM_UP_PASSES = 3;
const REPEATS = 7;
const RANDOM_QUERIES = 3000;
const CUT_NAMES = 5000;
const SLOW_QUERIES = 12;

const { values, positionals } = parseArgs({
  options: { prove: { type: 'string' }, geojson: { type: 'string' } },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error('usage: bench/forward.js [--geojson FILE] [--prove QUERIES] FILE...');
  process.exitCode = 2;
}
for (const path of positionals) await measure(path);

async function measure(path: string): Promise<void> {
  const layer =
    values.geojson === undefined ? [] : readGeojsonLayer(values.geojson, null, new Skipped()).features;
  const features = [...(await collectFeatures(path)), ...layer];
  const before = process.cpuUsage();
  const started = performance.now();
  const { sections, report } = buildGeocoding(features);
  const wall_ms = performance.now() - started;
  const cpu = process.cpuUsage(before);
  const { model } = collectModel(features);
  console.log(
    `${basename(path)}: ${features.length} features, ${report.places} places, ` +
      `built in ${Math.round(wall_ms)} ms (${Math.round((cpu.user + cpu.system) / 1000)} ms of CPU), ` +
      `reverse index included`,
  );
  for (const [part, bytes] of sizes(sections))
    console.log(`  ${part.padEnd(26)} ${(bytes / 1e6).toFixed(2)} MB`);
  const index = GeocodingIndex.from(sections);
  for (const [name, queries] of querySets(model))
    console.log(`  ${name.padEnd(26)} ${timesOf(index, queries)}`);
  compare(index, model);
  if (values.prove !== undefined) {
    const proof = proveSearch(model, Number(values.prove), 1);
    console.log(`  ${values.prove} random queries as the slow scan: ${JSON.stringify(proof)}`);
  }
}

/** Bytes of each part of the index. */
function sizes(sections: Sections): [string, number][] {
  const parts: Record<string, number> = {
    'forward, names': 0,
    'forward, areas and streets': 0,
    houses: 0,
    'place table and texts': 0,
    reverse: 0,
  };
  for (const [name, array] of Object.entries(sections)) {
    const part = name.startsWith('name.')
      ? 'forward, names'
      : name.startsWith('context')
        ? 'forward, areas and streets'
        : name.startsWith('house.')
          ? 'houses'
          : name.startsWith('reverse.')
            ? 'reverse'
            : 'place table and texts';
    parts[part] += array.byteLength;
  }
  return Object.entries(parts);
}

/** The queries to time, in groups with a name. */
function querySets(model: SearchModel): [string, string[]][] {
  const random = seededRandom(5);
  const table = readQueryTable().map((row) => row.query);
  const random3000 = Array.from({ length: RANDOM_QUERIES }, () => randomQuery(model, random));
  const names = Array.from({ length: 400 }, () => model.rows[Math.floor(random() * model.rows.length)].name);
  const keystrokes = names
    .flatMap((name) => [name.toLowerCase(), romanise(name).toLowerCase()])
    .flatMap((name) => Array.from({ length: Math.min(12, name.length) - 1 }, (_, i) => name.slice(0, i + 2)));
  const pairs = [
    ...new Set(
      model.rows.flatMap((row) =>
        [row.name, romanise(row.name)].map((name) => name.toLowerCase().slice(0, 2)),
      ),
    ),
  ].filter((pair) => /^[\p{L}\p{N}]{2}$/u.test(pair));
  const letters = [...'абвгдежзийклмноөпрстуүфхцчшыьэюяabcdefghijklmnopqrstuvwxyz'];
  const gibberish = Array.from({ length: 500 }, () =>
    Array.from(
      { length: 5 + Math.floor(random() * 8) },
      () => letters[Math.floor(random() * letters.length)],
    ).join(''),
  );
  const some = (queries: readonly string[], count: number): string[] =>
    Array.from({ length: count }, () => queries[Math.floor(random() * queries.length)]);
  // A search box sends a query for each keystroke. Some queries are complete, a few are badly wrong.
  const mixed = [
    ...some(keystrokes, 1200),
    ...some(table, 1200),
    ...some(random3000, 400),
    ...some(pairs, 200),
  ];
  // This group takes its random numbers last, so that the other groups stay the same between versions.
  const named = Array.from(
    { length: CUT_NAMES },
    () => model.rows[Math.floor(random() * model.rows.length)],
  ).filter(({ name, type }) => type !== 'address' && name.length >= 3);
  const cut = [
    ...new Set(
      named.map(({ name }) => name.slice(0, 3 + Math.floor(random() * (name.length - 2))).toLowerCase()),
    ),
  ];
  return [
    ['mixed', mixed],
    ['first two letters', pairs],
    ['each keystroke', keystrokes],
    ['names cut anywhere', cut],
    ['the table of queries', table],
    ['broken at random', random3000],
    ['gibberish', gibberish],
  ];
}

function timesOf(index: GeocodingIndex, queries: readonly string[]): string {
  for (let pass = 0; pass < WARM_UP_PASSES; pass++) for (const query of queries) index.search(query, LIMIT);
  const best_us = new Float64Array(queries.length).fill(Infinity);
  const all_us = new Float64Array(queries.length * REPEATS);
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    queries.forEach((query, i) => {
      const started = performance.now();
      index.search(query, LIMIT);
      const took_us = (performance.now() - started) * 1000;
      all_us[repeat * queries.length + i] = took_us;
      best_us[i] = Math.min(best_us[i], took_us);
    });
  }
  const slowest = [...queries.keys()]
    .sort((a, b) => best_us[b] - best_us[a])
    .slice(0, 3)
    .map((i) => `"${queries[i]}" ${best_us[i].toFixed(0)}`);
  return (
    `p50 ${share(all_us, 0.5)} us, p99 ${share(all_us, 0.99)} us; ` +
    `best of ${REPEATS}: p50 ${share(best_us, 0.5)}, p99 ${share(best_us, 0.99)}, ` +
    `mean ${(best_us.reduce((sum, us) => sum + us, 0) / queries.length).toFixed(1)} us  ` +
    `(${queries.length}; ${slowest.join(', ')})`
  );
}

function share(times: Float64Array, part: number): string {
  return Float64Array.from(times).sort()[Math.floor(part * times.length)].toFixed(1);
}

/**
 * Compares with the slow scan of the tests, and with what anybody would write first: a
 * loop over the names in lower case.
 */
function compare(index: GeocodingIndex, model: SearchModel): void {
  const random = seededRandom(9);
  const queries = Array.from({ length: SLOW_QUERIES }, () => randomQuery(model, random));
  const slow = new SlowSearch(model);
  const lower = model.names.map((names) => names.map((name) => name.toLowerCase()));
  const scan = (query: string): number => {
    const words = query.toLowerCase().split(' ');
    return lower.filter((names) => names.some((name) => words.every((word) => name.includes(word)))).length;
  };
  const mean_us = (ask: (query: string) => unknown, repeats: number): number => {
    for (const query of queries) ask(query);
    const started = performance.now();
    for (let i = 0; i < repeats; i++) for (const query of queries) ask(query);
    return ((performance.now() - started) * 1000) / (repeats * queries.length);
  };
  const fast_us = mean_us((query) => index.search(query, LIMIT), 200);
  const scan_us = mean_us(scan, 3);
  const slow_us = mean_us((query) => slow.search(query, LIMIT), 1);
  console.log(
    `  the same ${SLOW_QUERIES} queries: index ${fast_us.toFixed(0)} us, ` +
      `plain scan of lower-case names ${scan_us.toFixed(0)} us (${(scan_us / fast_us).toFixed(0)}x), ` +
      `slow scan of all rules ${(slow_us / 1000).toFixed(0)} ms (${(slow_us / fast_us).toFixed(0)}x)`,
  );
}

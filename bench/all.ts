/**
 * Everything that docs/performance.md shows, in one run: the engines alone, the whole service beside bare
 * servers, several workers, and overload.
 *
 *     npm run bench -- [--quick] [--growth] [--out DIR] [MAP...]        MAP: .osm.pbf, .osm or .osm.gz
 *
 * Each map becomes one dataset. Without a map it takes `../shared/geodata/mongolia-mix.osm.pbf` if that
 * exists, else the bundled sample.
 *
 * - `--growth` takes three maps of growing size from that folder, and the short
 *   form of what depends on the map.
 * - `--quick` measures for a short time only (some two minutes). The results say so.
 * - `--out` names the folder for the table of each part and its JSON. Git ignores the default folder.
 *
 * A dataset that an earlier run imported from the same file is used again.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = process.cwd();
const COMPILED = fileURLToPath(new URL('.', import.meta.url));
const MAIN = join(ROOT, 'dist/cli/main.js');
const GEODATA = resolve(ROOT, '../shared/geodata');
const SAMPLE = resolve(ROOT, 'sample/ulaanbaatar.osm');
const GROWING = ['monaco-250101-osmix.osm.pbf', 'real-merged.osm.pbf', 'mongolia-mix.osm.pbf'].map((file) =>
  join(GEODATA, file),
);

/** With more waiting processes than this for each core, the other programs are what is measured. */
const BUSY = 0.5;

const { values: flags, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    out: { type: 'string', default: 'data/bench-results' },
  },
  allowPositionals: true,
});

const out = resolve(ROOT, flags.out);
mkdirSync(out, { recursive: true });
const started = performance.now();
const machine = {
  node: process.version,
  processor: cpus()[0]?.model.trim() ?? '?',
  cores: availableParallelism(),
  memory_GB: Math.round(totalmem() / 1e9),
  load: loadavg().map((load) => Number(load.toFixed(2))),
  quick: flags.quick,
};
writeFileSync(join(out, 'machine.json'), JSON.stringify(machine, null, 2));
console.log(JSON.stringify(machine));
if (loadavg()[0] > BUSY * availableParallelism())
  console.log('This machine has other work: trust the ratios and the processor times, not the times.');
for (const map of maps()) await measure(map);
console.log(`\n${Math.round((performance.now() - started) / 1000)} s in all; results in ${out}`);

function maps(): string[] {
  if (positionals.length > 0) return positionals.map((map) => resolve(ROOT, map));
  if (flags.growth) {
    const missing = GROWING.filter((map) => !existsSync(map));
    if (missing.length > 0) throw new Error(`--growth needs ${missing.join(', ')}; or name maps of your own`);
    return GROWING;
  }
  const mongolia = GROWING[GROWING.length - 1];
  return [existsSync(mongolia) ? mongolia : SAMPLE];
}

async function measure(map: string): Promise<void> {
  const name = basename(map).replace(/\.osm.*$/, '');
  const dataset = importOnce(map, name);
  const json = (part: string): string[] => ['--json', join(out, `${name}-${part}.json`)];
  const { quick, growth } = flags;
  // Many short rounds in turn, not a few long ones. A short disturbance then hits all servers alike.
  const [seconds, rounds] = quick ? ['0.3', '5'] : ['0.5', '9'];
  await run(name, 'http', [
    '--dataset',
    dataset,
    '--seconds',
    seconds,
    '--rounds',
    rounds,
    '--connections',
    quick || growth ? '32' : '1,32,256',
    ...json('http'),
  ]);
  if (!growth) {
    await run(
      name,
      'http-canned',
      ['--seconds', seconds, '--rounds', rounds, '--connections', '32', ...json('http-canned')],
      'http',
    );
    await run(name, 'overload', [
      '--dataset',
      dataset,
      '--seconds',
      quick ? '2' : '3',
      '--rounds',
      quick ? '1' : '3',
      ...json('overload'),
    ]);
    await run(name, 'workers', [
      '--dataset',
      dataset,
      '--seconds',
      quick ? '1' : '3',
      '--rounds',
      '3',
      ...json('workers'),
    ]);
  }
  if (quick) return;
  for (const engine of ['forward', 'reverse', 'routing']) await run(name, engine, [map]);
  // Its drives are in Ulaanbaatar.
  if (map === GROWING[GROWING.length - 1]) await run(name, 'match', ['--drives', '20', dataset]);
}

/**
 * Imports a map, unless an earlier run did.
 * @returns the folder of the dataset
 */
function importOnce(map: string, name: string): string {
  const { size, mtimeMs } = statSync(map);
  const folder = join(out, `dataset-${name}-${size}-${Math.round(mtimeMs)}`);
  // A dataset in another version of the format cannot be used.
  if (!existsSync(folder) || spawnSync(process.execPath, [MAIN, 'verify', folder]).status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    console.log(`\nimporting ${map}`);
    execFileSync(process.execPath, [MAIN, 'import', map, '--dataset', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return folder;
}

/** Runs one benchmark in a process of its own. What it prints also goes to a file. */
async function run(name: string, part: string, args: readonly string[], file = part): Promise<void> {
  console.log(`\n== ${name}: ${part}`);
  const child = spawn(process.execPath, [join(COMPILED, `${file}.js`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const copy = createWriteStream(join(out, `${name}-${part}.txt`));
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    copy.write(chunk);
  });
  const status = await new Promise<number | null>((end) => child.on('close', end));
  copy.end();
  // A part that fails must not hide the others.
  if (status !== 0) {
    console.error(`${part} ended with status ${status}`);
    process.exitCode = 1;
  }
}

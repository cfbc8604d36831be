/**
 * Everything that docs/performance.md shows, in one run: the engines alone, the whole service beside bare servers, several workers, and overload.
 *
 *     npm run bench -- [--quick] [--growth] [--out DIR] [MAP...]        MAP: .osm.pbf, .osm or .osm.gz; several are one dataset each
 *
 * Without a map it takes ../shared/geodata/mongolia-mix.osm.pbf where that is, else the bundled sample. `--growth` takes three maps of growing size from there, and the short
 * form of what depends on the map. `--quick` measures shortly (some two minutes) and says so. Each part prints its table; all of them, and JSON beside, go to the folder DIR,
 * which git ignores. A dataset that was imported from the same file in an earlier run is used again.
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

/** Above this many waiting for each core, what is measured is the other programs. */
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
  // Many short rounds in turn rather than few long ones: what disturbs the machine for a moment then disturbs no server more than the others.
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
}

/** @returns the folder */
function importOnce(map: string, name: string): string {
  const { size, mtimeMs } = statSync(map);
  const folder = join(out, `dataset-${name}-${size}-${Math.round(mtimeMs)}`);
  // One of another version of the format is of no use.
  if (!existsSync(folder) || spawnSync(process.execPath, [MAIN, 'verify', folder]).status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    console.log(`\nimporting ${map}`);
    execFileSync(process.execPath, [MAIN, 'import', map, '--out', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return folder;
}

/** One benchmark in a process of its own; what it prints goes to a file too. */
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
  // One part that fails is not to hide the others.
  if (status !== 0) {
    console.error(`${part} ended with status ${status}`);
    process.exitCode = 1;
  }
}

/**
 * Search by PostgreSQL with pg_trgm and by gazarch: the same names, the same queries, one run. It
 * compares processor time for each query.
 *
 *     npm run compile-bench &&
 *       node data/bench/bench/peers/postgres.js --dataset DIR [--queries 1000] [--bin DIR]
 *
 * It needs PostgreSQL's programs (`initdb`, `pg_ctl`, `psql`) and its extension pg_trgm, in `--bin` or
 * where Debian puts them (packages `postgresql` and `postgresql-contrib`), and a dataset of gazarch. It
 * installs nothing, and removes its database at the end.
 *
 * The names of all places of the dataset are in one table, with a trigram index on the lower-case name.
 * The query is what one would write first: names that contain the text or are similar to it. Names that
 * begin with it come first, then the order is by similarity; five are returned. It runs prepared, over
 * one connection. gazarch answers over HTTP, with key, limit, log and JSON, and ranks by more.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  existsSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { servedPath } from '../../src/dataset/dataset-folder.js';
import { loadDataset } from '../../src/sources/embedded/dataset/loaded-dataset.js';
import { targetsOf } from '../http-targets.js';
import { LoadGenerator } from '../load-generator.js';
import { answeredTargets, cpuOf_us, requestsOf, startServer, stopServer } from '../server-process.js';
import { needs } from './processes.js';

/** More than both loads ask for. */
const NEW = 200_000;

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string' },
    queries: { type: 'string', default: '1000' },
    bin: { type: 'string', default: newestOf('/usr/lib/postgresql') },
  },
});
if (flags.dataset === undefined) throw new Error('usage: bench/peers/postgres.js --dataset DIR [--bin DIR]');
const programs = {
  initdb: join(flags.bin, 'initdb'),
  pg_ctl: join(flags.bin, 'pg_ctl'),
  psql: join(flags.bin, 'psql'),
};
needs(Object.values(programs), 'PostgreSQL with its contributed extensions');

const TABLE = `
create extension pg_trgm;
create table place (name text not null);
\\copy place from 'names.txt'
create index on place using gin (lower(name) gin_trgm_ops);
vacuum analyze place;
`;

const QUERY = `prepare search(text) as
  select name from place where lower(name) like '%' || $1 || '%' or lower(name) % $1
  order by lower(name) not like $1 || '%', similarity(lower(name), $1) desc, length(name) limit 5;
`;

// PostgreSQL refuses to run as root.
const isRoot = process.getuid!() === 0;
const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
const folder = mkdtempSync(join(tmpdir(), 'gazarch-postgres-'));
const data = join(folder, 'data');
if (isRoot) chownSync(folder, user.uid!, user.gid!);
chmodSync(folder, 0o700);
try {
  run(programs.initdb, ['-D', data, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-U', 'bench']);
  run(programs.pg_ctl, [
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    `-k ${folder} -c listen_addresses='' -c shared_buffers=512MB -c jit=off`,
    'start',
  ]);
  await compare();
} finally {
  run(programs.pg_ctl, ['-D', data, '-m', 'immediate', 'stop']);
  rmSync(folder, { recursive: true, force: true });
}

async function compare(): Promise<void> {
  const { geocoding } = await loadDataset(servedPath(flags.dataset!));
  const names: string[] = [];
  for (let row = 0; row < geocoding.size; row++) {
    const { name, type } = geocoding.place(row);
    if (type !== 'address') names.push(name.replaceAll('\\', '\\\\').replaceAll('\t', ' '));
  }
  write('names.txt', `${names.join('\n')}\n`);
  write('table.sql', TABLE);
  sql('table.sql');
  const server = await startServer('gazarch', { dataset: flags.dataset! });
  const { answered } = await answeredTargets(
    (await targetsOf(servedPath(flags.dataset!))).forward.slice(0, Number(flags.queries)),
    server,
  );
  const texts = answered.map((target) => new URL(target, 'http://x').searchParams.get('q')!);
  const asks = texts.map((text) => `execute search('${text.replaceAll("'", "''")}');\n`);
  write('warm.sql', QUERY + asks.join(''));
  sql('warm.sql');
  const postgres_us = backendCpu_us(asks);
  const generator = new LoadGenerator();
  // Each target carries a meaningless number, so none comes twice. gazarch remembers answers by target;
  // PostgreSQL does not remember answers.
  await generator.keep(
    'searches',
    requestsOf(
      Array.from({ length: NEW }, (_, i) => `${answered[i % answered.length]}&n=${i}`),
      server,
    ),
  );
  const load = { port: server.port, connections: 1, duration_ms: 3_000 };
  const warmUp = await generator.closed('searches', load);
  const before_us = await cpuOf_us(server);
  const { done } = await generator.closed('searches', { ...load, first: warmUp.done });
  const gazarch_us = ((await cpuOf_us(server)) - before_us) / done;
  await generator.stop();
  await stopServer(server);
  const version = execFileSync(programs.psql, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`${version}, ${names.length} names`);
  console.log(
    `${asks.length} queries: pg_trgm ${postgres_us.toFixed(0)} µs of processor each, ` +
      `gazarch over HTTP ${gazarch_us.toFixed(0)} µs: ` +
      `${(postgres_us / gazarch_us).toFixed(0)} times as much`,
  );
}

/**
 * Processor time of the session's process for each query. It is read at the end of the session. The time
 * of a session without queries is subtracted.
 */
function backendCpu_us(asks: readonly string[]): number {
  const spent = (body: string): number => {
    write(
      'search.sql',
      `select pg_backend_pid() as pid \\gset\n\\setenv PID :pid\n` +
        `${QUERY}${body}\\! cat /proc/$PID/stat > ${folder}/stat\n`,
    );
    sql('search.sql');
    const fields = readFileSync(join(folder, 'stat'), 'utf8').split(') ')[1].split(' ');
    return (
      ((Number(fields[11]) + Number(fields[12])) * 1e6) /
      Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
    );
  };
  return (spent(asks.join('')) - spent('')) / asks.length;
}

function sql(file: string): void {
  run(programs.psql, [
    '-h',
    folder,
    '-U',
    'bench',
    '-d',
    'postgres',
    '-q',
    '-v',
    'ON_ERROR_STOP=1',
    '-o',
    '/dev/null',
    '-f',
    file,
  ]);
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { cwd: folder, ...user, stdio: ['ignore', 'ignore', 'inherit'] });
}

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
  if (isRoot) chownSync(join(folder, file), user.uid!, user.gid!);
}

function idOf(flag: string): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

/** Folder of the programs of the newest version, or an empty text. */
function newestOf(parent: string): string {
  const versions = existsSync(parent) ? readdirSync(parent).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.length === 0 ? '' : join(parent, versions[0], 'bin');
}

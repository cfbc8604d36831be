import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { freePort } from './free-port.js';
import { inRunFolder, noteMissing, onceForAll } from './run-folder.js';
import { PATIENCE_MS } from './patience.js';
import { untilUp } from './started-program.js';

/**
 * A real PostgreSQL for tests, from Debian's package `postgresql`. It listens on the loopback only, keeps its
 * data in a temporary folder, and does not run as root, which it refuses.
 */

const BIN = newestBin();

/** Whether PostgreSQL is installed. Where it is not, tests that need it are skipped. */
export const hasPostgres = BIN !== null;
if (BIN === null) noteMissing('PostgreSQL is not installed (package postgresql)');

/**
 * Ends the server in good order when this process closes the pipe, or ends in whatever way. The shell ends
 * with the server, and with its status: who waits for the server learns at once that it could not start.
 */
const UNTIL_STDIN_ENDS =
  'exec 3<&0; "$0" "$@" 3<&- & server=$!; ' +
  '{ cat <&3; kill -INT $server; } > /dev/null 2>&1 & exec 3<&-; wait $server';

const ADMIN = 'admin';
/** Whose name and password the URLs have: a user who may only use his own databases. */
const USER = 'keeper';
const PASSWORD = 'a-secret-word';

export class PostgresServer {
  #folder = '';
  #port = 0;
  #child: ChildProcess | null = null;
  #databases = 0;

  get port(): number {
    return this.#port;
  }

  url(database: string, { user = USER, password = PASSWORD } = {}): string {
    return `postgres://${user}:${password}@127.0.0.1:${this.#port}/${database}`;
  }

  adminUrl(database = 'postgres'): string {
    return this.url(database, { user: ADMIN });
  }

  /** An empty database that belongs to the user of the URLs. */
  async makeDatabase(): Promise<string> {
    const name = `test_${++this.#databases}`;
    await this.run(`create database ${name} owner ${USER}`);
    return name;
  }

  /** Runs SQL as the administrator. */
  async run(text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.adminUrl(database) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<Record<string, unknown>>(text);
      return rows;
    } finally {
      await client.end();
    }
  }

  /** Makes and starts it. */
  async create(): Promise<void> {
    this.#folder = mkdtempSync(join(tmpdir(), 'gazarch-postgres-'));
    this.#port = await freePort();
    const { uid, gid } = servant();
    if (uid !== undefined && gid !== undefined) chownSync(this.#folder, uid, gid);
    await onceForAll('postgres', (folder) => initialise(folder));
    const data = join(this.#folder, 'data');
    cpSync(inRunFolder('postgres'), data, { recursive: true });
    // The server refuses a folder that others may read, and a copy by Node 22 or newer is one.
    chmodSync(data, 0o700);
    if (uid !== undefined && gid !== undefined) chownAll(data, uid, gid);
    await this.start();
    await this.run(`create role ${USER} login password '${PASSWORD}'`);
  }

  /** Makes it as a standby of another server, by streaming replication, and starts it. */
  async follow(primary: PostgresServer): Promise<void> {
    this.#folder = mkdtempSync(join(tmpdir(), 'gazarch-postgres-'));
    this.#port = await freePort();
    const { uid, gid } = servant();
    if (uid !== undefined && gid !== undefined) chownSync(this.#folder, uid, gid);
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', ADMIN, '-R', '-c', 'fast'];
    const { status, stderr } = spawnSync(
      join(BIN!, 'pg_basebackup'),
      [...from, '-D', join(this.#folder, 'data')],
      { ...servant(), cwd: '/', encoding: 'utf8', env: { ...process.env, PGPASSWORD: PASSWORD } },
    );
    if (status !== 0) throw new Error(`pg_basebackup failed: ${stderr}`);
    await this.start();
  }

  /** Makes a primary of a standby. */
  async promote(): Promise<void> {
    await this.run('select pg_promote()');
  }

  async remove(): Promise<void> {
    await this.stop();
    if (this.#folder !== '') rmSync(this.#folder, { recursive: true, force: true });
  }

  async start(): Promise<void> {
    const settings = [
      ...['listen_addresses=127.0.0.1', `unix_socket_directories=${this.#folder}`, 'max_connections=60'],
      ...['fsync=off', 'shared_buffers=16MB', 'log_min_messages=fatal'],
    ];
    const args = settings.flatMap((setting) => ['-c', setting]);
    const command = [
      join(BIN!, 'postgres'),
      '-D',
      join(this.#folder, 'data'),
      '-p',
      `${this.#port}`,
      ...args,
    ];
    const child = spawn('sh', ['-c', UNTIL_STDIN_ENDS, ...command], {
      ...servant(),
      cwd: this.#folder,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    this.#child = child;
    await untilUp('PostgreSQL', child, async () => (await this.run('select 1')).length === 1);
  }

  /** Ends all connections and the server, as a planned restart does. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.stdin!.end();
    await exited;
  }
}

/**
 * A server for the tests of a `describe`, or of a file. Call it there and not in a hook: Vitest takes hooks
 * only there. It runs from before the first of them until after the last.
 */
export function usePostgres(): PostgresServer {
  const server = new PostgresServer();
  if (BIN === null) return server;
  beforeAll(() => server.create());
  afterAll(() => server.remove());
  return server;
}

/** Makes the files of an empty server, which takes seconds: once for all servers of a run. */
async function initialise(folder: string): Promise<void> {
  const { uid, gid } = servant();
  mkdirSync(folder, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const passwordFile = `${folder}.password`;
  writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
  const { status, stderr } = spawnSync(
    join(BIN!, 'initdb'),
    [
      ...['-D', folder, '-U', ADMIN, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      ...['--locale=C', '--encoding=UTF8', '--no-sync', '--no-instructions'],
    ],
    { ...servant(), cwd: '/', encoding: 'utf8', timeout: PATIENCE_MS },
  );
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
}

function chownAll(folder: string, uid: number, gid: number): void {
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), uid, gid);
}

/** Root starts it as nobody. */
function servant(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
}

function newestBin(): string | null {
  const parent = '/usr/lib/postgresql';
  if (!existsSync(parent)) return null;
  const [newest] = readdirSync(parent)
    .filter((version) => existsSync(join(parent, version, 'bin', 'initdb')))
    .sort((a, b) => Number(b) - Number(a));
  return newest === undefined ? null : join(parent, newest, 'bin');
}

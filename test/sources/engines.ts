import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../free-port.js';
import { geodata, hasGeodata } from '../geodata.js';
import { noteMissing } from '../run-folder.js';

/**
 * The real OSRM and Valhalla, on the real Monaco. `scripts/get-engines.sh` puts their programs into the cache
 * folder. Where they are not, or cannot run, the tests that need them are skipped, and this says so.
 */

export const CACHE = process.env['GAZARCH_ENGINES'] ?? join(homedir(), '.cache', 'gazarch', 'engines');
const OSRM = join(CACHE, 'osrm', 'osrm');
const VALHALLA = join(CACHE, 'valhalla', 'valhalla');

export const hasOsrm = hasGeodata && works(join(OSRM, 'bin', 'osrm-routed'), ['--version']);
export const hasValhalla = hasGeodata && works(join(VALHALLA, 'bin', 'valhalla_build_tiles'), ['--version']);

function works(program: string, args: readonly string[]): boolean {
  const found = existsSync(program);
  if (found && spawnSync(program, args).status === 0) return true;
  noteMissing(`${program} ${found ? 'does not run here' : 'is absent'} (scripts/get-engines.sh gets it)`);
  return false;
}

/** A part of Monaco with roads. */
export const MONACO = { west: 7.41, south: 43.726, east: 7.438, north: 43.751 };

const MAP = 'monaco-250101-osmix.osm.pbf';

/** One process of an engine. */
export class Engine {
  readonly #start: (port: number) => { program: string; args: string[] };
  readonly #folder: string;
  readonly #isUp: (url: string) => Promise<boolean>;
  port = 0;
  #child: ChildProcess | null = null;

  constructor(
    folder: string,
    start: (port: number) => { program: string; args: string[] },
    isUp: (url: string) => Promise<boolean>,
  ) {
    this.#folder = folder;
    this.#start = start;
    this.#isUp = isUp;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the process, on the port it had before if there is one, and waits until it answers. */
  async up(): Promise<void> {
    if (this.port === 0) this.port = await freePort();
    const { program, args } = this.#start(this.port);
    // Not through a pipe: OSRM writes a line for each request, and waits for ever when nobody reads it.
    const log = openSync(join(this.#folder, 'engine.log'), 'a');
    const child = spawn(program, args, { cwd: this.#folder, stdio: ['ignore', log, log] });
    closeSync(log);
    this.#child = child;
    while (!(await this.#isUp(this.url).catch(() => false))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${program} ended with ${child.signalCode ?? child.exitCode}: ${this.#lastWords()}`);
      await setTimeout(20);
    }
  }

  #lastWords(): string {
    return readFileSync(join(this.#folder, 'engine.log'), 'utf8').slice(-4_000);
  }

  /** Ends it at once, as a crash does; or with another signal. */
  async down(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  async remove(): Promise<void> {
    await this.down();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** @param profile `car` or `foot` */
export async function startOsrm(profile: 'car' | 'foot'): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-osrm-'));
  copyMap(folder);
  const run = (tool: string, ...args: string[]): void => runTool(join(OSRM, 'bin', tool), args, folder);
  run('osrm-extract', '-t', '1', '-p', join(OSRM, 'share', 'profiles', `${profile}.lua`), 'map.osm.pbf');
  run('osrm-partition', '-t', '1', 'map.osrm');
  run('osrm-customize', '-t', '1', 'map.osrm');
  const engine = new Engine(
    folder,
    (port) => ({
      program: join(OSRM, 'bin', 'osrm-routed'),
      args: ['--algorithm', 'mld', '-i', '127.0.0.1', '-p', String(port), '-t', '2', 'map.osrm'],
    }),
    async (url) => (await fetch(`${url}/nearest/v1/driving/7.42,43.735`)).ok,
  );
  await engine.up();
  return engine;
}

/** @param map a PBF file; Monaco when absent */
export async function startValhalla(map?: Uint8Array): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-valhalla-'));
  if (map === undefined) copyMap(folder);
  else writeFileSync(join(folder, 'map.osm.pbf'), map);
  const configTool = join(VALHALLA, 'valhalla_build_config.py');
  const port = await freePort();
  const sockets = ['loopback', 'interrupt'].flatMap((name) => [
    `--httpd-service-${name}`,
    `ipc://${join(folder, name)}`,
  ]);
  const proxies = ['loki', 'thor', 'odin', 'meili'].flatMap((name) => [
    `--${name}-service-proxy`,
    `ipc://${join(folder, name)}`,
  ]);
  const config = ['--mjolnir-tile-dir', join(folder, 'tiles'), '--mjolnir-concurrency', '1'];
  const listen = ['--httpd-service-listen', `tcp://127.0.0.1:${port}`];
  // By default it takes 29 s to end in good order.
  const ending = ['--httpd-service-drain-seconds', '1', '--httpd-service-shutdown-seconds', '1'];
  const made = spawnSync('python3', [configTool, ...config, ...listen, ...ending, ...sockets, ...proxies], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`valhalla_build_config: ${made.stderr}`);
  const file = join(folder, 'valhalla.json');
  writeFileSync(file, made.stdout);
  runTool(join(VALHALLA, 'bin', 'valhalla_build_tiles'), ['-c', file, 'map.osm.pbf'], folder);
  const engine = new Engine(
    folder,
    () => ({ program: join(VALHALLA, 'bin', 'valhalla_service'), args: [file, '2'] }),
    async (url) => (await fetch(`${url}/status`)).ok,
  );
  engine.port = port;
  await engine.up();
  return engine;
}

function copyMap(folder: string): void {
  const map = resolve(folder, 'map.osm.pbf');
  copyFileSync(geodata(MAP), map);
  chmodSync(map, 0o600);
}

function runTool(program: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
}

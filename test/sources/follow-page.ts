import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../free-port.js';
import { makeKey } from '../e2e/workers-service.js';
import { geodata } from '../geodata.js';
import { CACHE } from './engines.js';

/** A stranger follows a page of docs/ to an answered request: by its commands, as they stand there. */

const root = resolve(import.meta.dirname, '../..');

/** The commands of one chapter. */
export function commandsOf(chapter: string, name = 'sources.md'): string {
  const page = readFileSync(join(root, 'docs', name), 'utf8');
  const [, text] = new RegExp(`^## ${chapter}$([^]*?)^## `, 'm').exec(`${page}\n## \n`) ?? [];
  return [...text.matchAll(/^```sh$([^]*?)^```$/gm)].map(([, commands]) => commands).join('');
}

/** The text of the JSON object that begins there, without what follows it. */
export function objectAt(text: string, start: number): string {
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    depth += token === '{' ? 1 : token === '}' ? -1 : 0;
    if (depth === 0) return text.slice(start, start + index + 1);
  }
  throw new Error(`no whole JSON object in ${text.slice(-2_000)}`);
}

export interface Followed {
  stdout: string;
  /** Those that took the place of the ports of the page, in the order of `ports`. */
  ports: number[];
  /** Ends all that the commands have started. */
  stop: () => void;
}

/**
 * Runs commands of the page in a folder of their own with the map of Monaco. Ports are free ones. `gazarch`
 * is the built program, which goes on in the background until `stop`. pip takes the wheels that are there.
 * @param ports those of the page
 */
export async function follow(
  commands: string,
  ports: readonly number[],
  env: Readonly<Record<string, string>> = {},
): Promise<Followed> {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-page-'));
  copyFileSync(geodata('monaco-250101-osmix.osm.pbf'), join(folder, 'map.osm.pbf'));
  chmodSync(join(folder, 'map.osm.pbf'), 0o600);
  symlinkSync(join(root, 'deploy'), join(folder, 'deploy'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const database = join(folder, 'keys.sqlite');
  const key = await makeKey(database, 1_000);
  const served = (await freePort()).toString();
  const serve = `"${process.execPath}" "${root}/dist/cli/main.js" "$@" --port ${served} --workers 1`;
  writeFileSync(
    join(bin, 'gazarch'),
    `#!/bin/bash
[ "$1" = serve ] || exec "${process.execPath}" "${root}/dist/cli/main.js" "$@"
if [ -e serving ]; then kill "$(cat serving)"; fi
while [ -e serving ] && kill -0 "$(cat serving)" 2>/dev/null; do sleep 0.1; done
${serve} --database "${database}" --no-first-key >gazarch.log 2>&1 &
echo $! >serving
until curl -sf http://127.0.0.1:${served}/health/ready >ready; do kill -0 $! || exit 1; sleep 0.1; done\n`,
    { mode: 0o755 },
  );
  let script = commands.replaceAll('127.0.0.1:8080', `127.0.0.1:${served}`);
  const taken: number[] = [];
  for (const port of ports) {
    const free = await freePort();
    taken.push(free);
    script = script.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), String(free));
  }
  const wheels = ['osrm', 'valhalla', 'nominatim'].map((engine) => join(CACHE, engine, 'wheel'));
  const child = spawn('bash', ['-euo', 'pipefail'], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${bin}:${process.env['PATH']}`,
      KEY: key,
      PIP_NO_INDEX: '1',
      PIP_FIND_LINKS: wheels.join(' '),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, so that what goes on in the background can be ended with it.
    detached: true,
  });
  const stop = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch (error) {
      // Nothing was started that goes on.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  child.stdin.end(script);
  const [status] = (await once(child, 'exit')) as [number];
  if (status !== 0) stop();
  expect(status, stderr.slice(-2_000) + stdout.slice(-2_000)).toBe(0);
  return { stdout, ports: taken, stop };
}

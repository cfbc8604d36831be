import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../e2e/free-port.js';
import { makeKey } from '../e2e/workers-service.js';
import { geodata } from '../geodata.js';
import { CACHE, hasOsrm, hasValhalla } from './engines.js';

/** A stranger follows docs/sources.md to an answered request: by its commands, as they stand there. */

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs', 'sources.md'), 'utf8');

/** The commands of one chapter. */
function commandsOf(chapter: string): string {
  const [, text] = new RegExp(`^## ${chapter}$([^]*?)^## `, 'm').exec(page) ?? [];
  return [...text.matchAll(/^```sh$([^]*?)^```$/gm)].map(([, commands]) => commands).join('');
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-page-'));
  copyFileSync(geodata('monaco-250101-osmix.osm.pbf'), join(folder, 'map.osm.pbf'));
  chmodSync(join(folder, 'map.osm.pbf'), 0o600);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs commands of the page. Ports are free ones. `gazarch` is the built program, which goes on in the
 * background. pip takes the wheels that are there.
 */
async function follow(commands: string, ports: readonly number[]): Promise<string> {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const database = join(folder, 'keys.sqlite');
  const key = await makeKey(database, 1_000);
  const served = (await freePort()).toString();
  const serve = `"${process.execPath}" "${root}/dist/cli/main.js" "$@" --port ${served} --workers 1`;
  writeFileSync(
    join(bin, 'gazarch'),
    `#!/bin/bash
${serve} --database "${database}" --no-first-key >gazarch.log 2>&1 &
until curl -sf http://127.0.0.1:${served}/health/ready >ready; do kill -0 $! || exit 1; sleep 0.1; done\n`,
    { mode: 0o755 },
  );
  let script = commands.replaceAll('127.0.0.1:8080', `127.0.0.1:${served}`);
  for (const port of ports)
    script = script.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), `${await freePort()}`);
  const child = spawn('bash', ['-euo', 'pipefail'], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${bin}:${process.env['PATH']}`,
      KEY: key,
      PIP_NO_INDEX: '1',
      PIP_FIND_LINKS: `${join(CACHE, 'osrm', 'wheel')} ${join(CACHE, 'valhalla', 'wheel')}`,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, so that what goes on in the background can be ended with it.
    detached: true,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  child.stdin.end(script);
  try {
    const [status] = (await once(child, 'exit')) as [number];
    expect(status, stderr.slice(-2_000) + stdout.slice(-2_000)).toBe(0);
    return stdout;
  } finally {
    process.kill(-child.pid!, 'SIGKILL');
  }
}

/** The last line, which is the answer of curl. */
function answerIn(stdout: string): unknown {
  return JSON.parse(stdout.slice(stdout.lastIndexOf('{"route"')));
}

const ASK = `curl -sf -H "Authorization: Bearer $KEY" \
  "http://127.0.0.1:8080/v1/route?origin=7.42,43.735&destination=7.43,43.74"\n`;

describe('docs/sources.md', () => {
  it.skipIf(!hasOsrm)('leads to a route of OSRM', async () => {
    const stdout = await follow(commandsOf('OSRM'), [5000, 5001]);
    expect(answerIn(stdout)).toMatchObject({ mode: 'walking', waypoints: [{}, {}] });
  });

  it.skipIf(!hasValhalla)('leads to a route of Valhalla', async () => {
    const stdout = await follow(commandsOf('Valhalla') + ASK, [8002]);
    expect(answerIn(stdout)).toMatchObject({ mode: 'driving', waypoints: [{}, {}] });
  });
});

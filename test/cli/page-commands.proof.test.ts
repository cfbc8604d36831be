import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../free-port.js';
import { geodata, hasGeodata } from '../geodata.js';
import { NO_REDIS, RedisServer } from '../limits/redis-server.js';
import { hasPostgres, usePostgres } from '../postgres.js';
import { follow } from '../sources/follow-page.js';
import { blockCommands, NOT_RUN, RUN_OF_SENTENCES } from './page-commands.js';

/**
 * The commands of the pages about running gazarch, as they are written. Ids, hosts and the folder of the web
 * server are others. Geofabrik is a server of this test that has Monaco.
 */

const STAND_IN = `
const real = globalThis.fetch;
globalThis.fetch = (url, init) =>
  real(String(url).replace('https://download.geofabrik.de', process.env.STAND_IN), init);
`;
const PLACE = JSON.stringify({
  type: 'Feature',
  properties: { name: 'Салбар', place: 'suburb' },
  geometry: { type: 'Point', coordinates: [7.42, 43.73] },
});
const ID = 'key_4f9sK2mQx0Lz';

let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-commands-'));
  env = { GAZARCH_DATA: 'data', GAZARCH_TILES: 'off', GAZARCH_PORT: String(await freePort()) };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The commands of a page that can be run. */
function runnable(page: string): string[] {
  return blockCommands(page).filter((line) => !(line in NOT_RUN));
}

/** Runs commands one after the other, all of which succeed. @returns what they print */
async function outputOf(lines: readonly string[], more: Record<string, string> = {}): Promise<string> {
  const { stdout, stop } = await follow(`${lines.join('\n')}\n`, [], { ...env, ...more });
  stop();
  return stdout;
}

/** What stands in for the id of the page: the first one in a text that is printed. */
const takeId = (from: string): string => `ID=$(${from} | grep -o 'key_[A-Za-z0-9]*' | head -1)`;
const withId = (lines: readonly string[]): string[] => lines.map((line) => line.replaceAll(ID, '$ID'));

describe.skipIf(!hasGeodata)('the commands of', () => {
  it('docs/keys.md make, change, end and save a key', async () => {
    const lines = runnable('docs/keys.md').filter((line) => /^gazarch (keys|restore)/.test(line));
    const [create, ...rest] = lines.filter((line) => !line.includes('keys copy'));
    const said = await outputOf(
      [
        'gazarch import map.osm.pbf && gazarch serve',
        ...[`${create} | tee made`, takeId('cat made'), ...withId(rest), 'ls'],
      ],
      { GAZARCH_DATABASE: 'keys.sqlite' },
    );
    expect(said).toMatch(/geo_\w+/);
    expect(said).toContain('revoked');
    expect(said).toContain('keys-backup.sqlite');
  });

  it('docs/data.md and docs/trouble.md import, go back, verify, publish and look', async () => {
    const bytes = readFileSync(geodata('monaco-250101-osmix.osm.pbf'));
    const sum = `${createHash('md5').update(bytes).digest('hex')}  mongolia-latest.osm.pbf\n`;
    const geofabrik = createServer(({ url }, response) => {
      const body = url!.endsWith('.md5') ? Buffer.from(sum) : bytes;
      response.writeHead(200, { 'content-length': body.length }).end(body);
    }).listen(0, '127.0.0.1');
    await once(geofabrik, 'listening');
    onTestFinished(() => void geofabrik.close());
    writeFileSync(join(folder, 'stand-in.mjs'), STAND_IN);
    const pages = ['docs/data.md', 'docs/trouble.md'].flatMap(runnable);
    const local = [...pages, ...RUN_OF_SENTENCES].map((line) =>
      line.replace('/srv/www/maps', '"$PWD/www"').replace('rollback 12', 'rollback 2'),
    );
    const said = await outputOf(
      [
        // Another dataset, to go back to.
        `echo '${PLACE}' >place.geojson && cp place.geojson khoroo.geojson`,
        'gazarch import map.osm.pbf place.geojson',
        ...local,
        'ls www',
      ],
      {
        NODE_OPTIONS: `--import ${join(folder, 'stand-in.mjs')}`,
        STAND_IN: `http://127.0.0.1:${(geofabrik.address() as AddressInfo).port}`,
      },
    );
    expect(said).toContain('mongolia-0001.gazarch.gz');
    expect(said).toContain('nothing was imported');
  });
});

describe.skipIf(!hasGeodata || NO_REDIS)('with Redis, the commands of', () => {
  it('docs/limits.md and docs/unfound.md count there, and show the usage', async () => {
    const redis = await RedisServer.start();
    onTestFinished(() => redis.stop());
    const rights = /\*\*Rights\.\*\* `([^`]*)`/.exec(readFileSync('docs/limits.md', 'utf8'))![1];
    expect(await redis.ask(`ACL SETUSER gazarch on >PASSWORD ${rights}`)).toBe('+OK');
    const [serve, ...usage] = ['docs/limits.md', 'docs/unfound.md'].flatMap(runnable);
    const said = await outputOf(
      [
        'gazarch import map.osm.pbf',
        serve.replace('redis.internal:6379', `127.0.0.1:${redis.port}`),
        'cat ready',
        takeId('gazarch keys list'),
        ...withId(usage),
      ],
      { GAZARCH_DATABASE: 'keys.sqlite' },
    );
    expect(said).toContain('"rate_limits":"ok"');
  });
});

describe.skipIf(!hasGeodata || !hasPostgres)('with PostgreSQL, the commands of', () => {
  const server = usePostgres();

  it('docs/keys.md move keys there, with the password in a variable', async () => {
    await server.run(`create role gazarch login password 'PASSWORD'`);
    await server.run('create database gazarch owner gazarch');
    const lines = runnable('docs/keys.md');
    const said = await outputOf([
      'gazarch import map.osm.pbf',
      'gazarch keys create --name moved --endpoints geocode',
      ...lines
        .slice(lines.findIndex((line) => line.startsWith('export')))
        .map((line) => line.replace('db.example.mn', `127.0.0.1:${server.port}`)),
      'cat ready && gazarch keys list',
    ]);
    expect(said).toContain('1 key was copied');
    expect(said).toContain('"status":"ok"');
    expect(said.slice(said.indexOf('"status":"ok"'))).toContain('moved');
  });
});

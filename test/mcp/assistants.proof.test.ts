import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { makeKey, Service } from '../e2e/workers-service.js';
import { countryDataset } from '../country.js';
import { hasGeodata } from '../geodata.js';
import { PATIENCE_MS } from '../patience.js';
import { COUNTRY_QUESTIONS, FIRST_ID } from './country-questions.js';

/** `gazarch mcp` beside a service with the country, asked what dispatchers and tourists ask. */

const PROGRAM = resolve(import.meta.dirname, '../../dist/cli/main.js');
const PLATES = resolve(import.meta.dirname, '../../deploy/examples/plates.geojson');

async function succeed(...args: string[]): Promise<void> {
  const { status, stderr } = await runCli(args);
  if (status !== 0) throw new Error(`gazarch ${args.join(' ')}: ${stderr}`);
}

describe.skipIf(!hasGeodata)('an assistant that is asked about the country', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-assistants-'));
  const [dataset, database] = [join(folder, 'dataset'), join(folder, 'keys.sqlite')];
  let service: Service;
  let client: Client;

  beforeAll(async () => {
    cpSync(await countryDataset(), dataset, { recursive: true, verbatimSymlinks: true });
    const key = await makeKey(database, 1_000_000);
    await addZones(folder, database);
    await succeed('vehicles', 'add', 'ten-ton', '--weight', '10', '--height', '4', '--database', database);
    const road = ['--road', 'Энхтайваны өргөн чөлөө', '--near', '106.90,47.9155', '--reason', 'Засвар'];
    await succeed('closures', 'add', ...road, '--database', database, '--dataset', dataset);
    // With much other work, routes across the country take longer than the 5 s of the default.
    const limits = ['--snap-limit-m', '5000', '--max-route-distance-m', '3000000'];
    const flags = [...limits, '--request-timeout-ms', String(PATIENCE_MS)];
    service = await Service.start({ dataset, database, workers: 1, flags });
    client = new Client({ name: 'proof', version: '1' });
    const args = [PROGRAM, 'mcp', '--service', `http://127.0.0.1:${service.port}`, '--key', key];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    // The client compares answers with the schemas of tools that it has listed.
    await client.listTools();
  });
  afterAll(async () => {
    await client.close();
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  it('knows forty questions, half of them in Mongolian', () => {
    expect(COUNTRY_QUESTIONS).toHaveLength(40);
    expect(COUNTRY_QUESTIONS.filter(({ asked }) => /^\p{Script=Cyrillic}/u.test(asked))).toHaveLength(20);
  });

  it.each(COUNTRY_QUESTIONS)('answers "$asked"', async ({ calls, has, error = false }) => {
    let last: any;
    for (const [name, given] of calls) {
      const asked = given['id'] === FIRST_ID ? { id: last.results[0].id } : given;
      const answer = (await client.callTool({ name, arguments: asked })) as any;
      expect([name, answer.isError === true, answer.content[0].text]).toEqual([
        ...[name, error, expect.any(String)],
      ]);
      last = answer.structuredContent ?? JSON.parse(answer.content[0].text);
    }
    if (typeof has === 'function') expect(has(last), JSON.stringify(last)).toBeTruthy();
    else expect(last).toMatchObject(firstOf(last, has));
  });
});

/** Lists in `has` say how an answer's list begins. */
function firstOf(answer: any, has: any): any {
  if (Array.isArray(has) && Array.isArray(answer))
    return answer.map((own, i) => (i < has.length ? firstOf(own, has[i]) : own));
  if (typeof has !== 'object' || has === null || typeof answer !== 'object' || answer === null) return has;
  return Object.fromEntries(Object.entries(has).map(([key, value]) => [key, firstOf(answer[key], value)]));
}

async function addZones(folder: string, database: string): Promise<void> {
  const box = (name: string, price: number, [west, south, east, north]: readonly number[]) => ({
    ...{ type: 'Feature', properties: { name, price } },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    },
  });
  const features = [
    box('Төвийн бүс', 5000, [106.86, 47.895, 106.96, 47.94]),
    box('Захын бүс', 9000, [106.7, 47.84, 107.1, 48]),
  ];
  const path = join(folder, 'delivery.geojson');
  writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', features }));
  await succeed('zones', 'add', path, '--database', database);
  const rule = ['--closed-for', 'plate:1,plate:6', '--hours', 'Mo 08:00-20:00; PH off', '--ends', 'closed'];
  await succeed('zones', 'add', PLATES, '--name', 'Дугаар', ...rule, '--database', database);
}

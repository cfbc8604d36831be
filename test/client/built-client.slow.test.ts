import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../e2e/ask.js';

/** The client as it is built: its size, its types, and that it answers without anything else of ours. */

const built = resolve(import.meta.dirname, '../../dist/client');
const MOST_BYTES = 6 * 1024;

/** Programs as users write them. Lines behind `// wrong` must not compile. */
const EXAMPLE = `
import { Gazarch, GazarchError, keptData, network, networkFirst } from '../client/index.js';
import { openKept, OfflineError, type Offline } from '../offline/offline.js';
import { type GeocodeResponse, type RouteResponse } from '../client/index.js';
const client = new Gazarch({ url: 'https://maps.example.mn', key: 'geo_x' });
export async function run(): Promise<void> {
  const found: GeocodeResponse = await client.geocode({ q: 'Дархан', near: [106.9, 47.9], limit: 3 });
  const names: string[] = found.results.map(({ name }) => name);
  const address: string | null | undefined = found.results[0].address;
  const answer: RouteResponse = await client.route({
    origin: [106.9, 47.9], destination: '106.8,47.9', via: [[106.85, 47.9]],
    mode: 'walking', steps: true, lang: 'en',
  });
  const [lon, lat] = answer.route.geometry.coordinates[0];
  const metres: number = answer.route.distance_meters + lon + lat;
  const matrix = await client.matrix({ origins: [[106.9, 47.9]], annotations: 'duration,distance' });
  const seconds: number | null | undefined = matrix.durations?.[0][0];
  const signal = AbortSignal.timeout(600_000);
  const reach = await client.isochrone({ point: [106.9, 47.9], minutes: [5, 10] }, { signal });
  const search = client.searchAsTyped({ limit: 5, delay_ms: 200 });
  const last: GeocodeResponse | null = await search('Дар');
  const { status } = await client.ready();
  const offline: Offline = await openKept();
  const { results }: GeocodeResponse = await offline.geocode({ q: 'Дархан' });
  const both = networkFirst(network({ url: 'https://maps.example.mn' }), keptData(offline));
  const ends = { origin: [1, 2], destination: [1, 2] } as const;
  const either: RouteResponse = await new Gazarch({ transport: both }).route(ends);
  if (OfflineError.is(either)) throw new Error(either.reason);
  const all = [names, address, metres, seconds, reach, last, status, results, either];
  if (new Error() instanceof GazarchError) throw new Error(String(all));
  // wrong
  await client.geocode({ query: 'Дархан' });
  await client.route({ origin: [106.9, 47.9] });
  await client.route({ origin: [106.9, 47.9], destination: [1, 2], mode: 'flying' });
  const wrong: number = found.results[0].name;
}
`;

describe('the built client', () => {
  let client: Client;
  let folder: string;
  beforeAll(async () => {
    client = await Client.start();
    folder = mkdtempSync(join(built, '..', 'client-test-'));
  });
  afterAll(async () => {
    await client.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is small without the engine that answers from kept data, and imports nothing', () => {
    const code = readFileSync(join(built, 'index.js'), 'utf8');
    expect(code).not.toMatch(/\bimport\b|\brequire\b/);
    expect(code).toMatch(/\bkeptData\b/);
    expect(gzipSync(code).length).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('is what package.json says', () => {
    const { exports } = JSON.parse(readFileSync(resolve(built, '../../package.json'), 'utf8')) as {
      exports: Record<string, unknown>;
    };
    expect(exports['./client']).toEqual({
      types: './dist/client/index.d.ts',
      default: './dist/client/index.js',
    });
  });

  it('answers', async () => {
    const { Gazarch } = await import(pathToFileURL(join(built, 'index.js')).href);
    const own = new Gazarch({ url: client.server.url, key: 'geo_good' });
    expect(await own.geocode({ q: 'Сүхбаатар' })).toMatchObject({ count: 1 });
    await expect(own.route({ origin: [1, 2], destination: [50, 2] })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('has types by which programs compile, and mistakes do not', () => {
    const file = join(folder, 'example.ts');
    writeFileSync(file, EXAMPLE);
    const program = ts.createProgram([file], {
      ...{ strict: true, noEmit: true, types: [], target: ts.ScriptTarget.ES2022 },
      ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    });
    const wrong = EXAMPLE.split('\n').indexOf('  // wrong');
    const lines = ts.getPreEmitDiagnostics(program).map(({ file: own, start, messageText }) => {
      const line = own?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
      if (line <= wrong || own?.fileName !== file)
        expect.fail(`${own?.fileName}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
      return line - wrong;
    });
    expect(lines).toEqual([1, 2, 3, 4]);
  });
});

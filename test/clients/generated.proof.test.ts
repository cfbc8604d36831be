import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasJava } from '../linux-tools.js';
import { servePage, type ServedPage } from '../map-page/served-page.js';
import { hasPythonClients, PYTHON } from './clients.js';

/**
 * Clients that openapi-python-client and openapi-generator make of `/openapi.json` ask the built service for
 * every example in it. What they read is what was sent. openapi-typescript has a proof of its own.
 */

const SCRIPT = resolve(import.meta.dirname, 'ask_generated.py');
const BIN = dirname(PYTHON);
const run = promisify(execFile);

interface Operation {
  operationId: string;
  parameters?: { name: string; required?: boolean; examples?: Record<string, { value: unknown }> }[];
}
type Case = [operation: string, parameters: Record<string, unknown>];
interface Read {
  status: number;
  read: unknown;
  sent: unknown;
}

/** Each example of a parameter, with the first ones of those that are required. */
function casesOf({ operationId, parameters = [] }: Operation): Case[] {
  const examples = parameters.flatMap(({ name, examples: own = {} }) =>
    Object.values(own).map(({ value }): Record<string, unknown> => ({ [name]: value })),
  );
  const first = parameters
    .filter(({ required }) => required)
    .map(({ name, examples: own = {} }) => [name, Object.values(own)[0].value]);
  const needed = Object.fromEntries(first) as Record<string, unknown>;
  return examples.map((example) => [operationId, { ...needed, ...example }]);
}

/** What is not there is null, undefined or an empty list for a generated client. */
function told(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(told);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).filter(
    ([, each]) => each !== null && !(Array.isArray(each) && !each.length),
  );
  return Object.fromEntries(own.map(([name, each]) => [name, told(each)]));
}

const canRun = hasPythonClients && hasJava;

describe.skipIf(!canRun)('generated clients', () => {
  let served: ServedPage;
  let folder: string;
  const cases: Case[] = [];
  let said: Record<'by_python_client' | 'by_generator', Read[]>;
  beforeAll(async () => {
    served = await servePage([]);
    folder = mkdtempSync(join(tmpdir(), 'gazarch-generated-'));
    const { text } = await served.service.ask('/openapi.json', served.key);
    const document = join(folder, 'openapi.json');
    writeFileSync(document, text);
    const { paths } = JSON.parse(text) as { paths: Record<string, { get: Operation }> };
    for (const [path, { get }] of Object.entries(paths))
      if (path.startsWith('/v1/')) cases.push(...casesOf(get));
    const found = await served.service.ask('/v1/geocode?q=peace%20avenue', served.key);
    const { results } = JSON.parse(found.text) as { results: { id: string }[] };
    for (const [operation, parameters] of cases) {
      // The description cannot say that one of two is required.
      if (operation === 'geocode') parameters['q'] ??= 'Сүхбаатарын талбай';
      if (operation === 'isochrone') parameters['minutes'] ??= '5';
      // Its place is not in the sample.
      if (operation === 'places' && parameters['id'] === 'osm:way:101') parameters['id'] = results[0].id;
    }
    await Promise.all([
      run(
        join(BIN, 'openapi-python-client'),
        [
          ...['generate', '--path', document, '--output-path', join(folder, 'python-client')],
          '--fail-on-warning',
        ],
        { env: { ...process.env, PATH: `${BIN}:${process.env['PATH']}` } },
      ),
      run(join(BIN, 'openapi-generator-cli'), [
        ...['generate', '-g', 'python', '-i', document, '-o', join(folder, 'generator')],
      ]),
    ]);
    writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases));
    const host = `127.0.0.1:${served.service.port}`;
    const args = [SCRIPT, host, served.key, folder, join(folder, 'cases.json')];
    said = JSON.parse((await run(PYTHON, args, { maxBuffer: 2 ** 26 })).stdout) as typeof said;
  });
  afterAll(async () => {
    await served?.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  it('are asked for every endpoint', () => {
    expect(cases.length).toBeGreaterThan(45);
    expect(new Set(cases.map(([operation]) => operation)).size).toBe(8);
  });

  it.each(['by_python_client', 'by_generator'] as const)('%s reads what was sent', (client) => {
    for (const [i, { status, read, sent }] of said[client].entries()) {
      const what = JSON.stringify(cases[i]);
      expect(status, what).toBe(200);
      expect(told(read), what).toEqual(told(sent));
    }
    expect(said[client]).toHaveLength(cases.length);
  });
});

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS } from '../clients/clients.js';
import { noteMissing } from '../run-folder.js';
import { Client } from './ask.js';

/**
 * Types of a client, made of `/openapi.json` by openapi-typescript, take each example of the description. It
 * needs TypeScript 5, so it stands in a folder of its own, which `scripts/get-clients.sh` makes.
 */

const TOOLS = join(CLIENTS, 'types');
const hasTools = existsSync(join(TOOLS, 'node_modules/openapi-typescript'));
if (!hasTools) noteMissing('openapi-typescript is absent (scripts/get-clients.sh gets it)');

const run = promisify(execFile);

interface Described {
  parameters?: { name: string; examples?: Record<string, { value: unknown }> }[];
  responses: Record<string, { $ref?: string; content?: Record<string, Content> }>;
}
interface Content {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

let client: Client;
let folder: string;
beforeAll(async () => {
  client = await Client.start();
  folder = mkdtempSync(join(tmpdir(), 'gazarch-client-'));
});
afterAll(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

/** Each example as a constant of the type that a client has for it. */
function constants(paths: Record<string, { get: unknown }>): string[] {
  const lines: string[] = [];
  const add = (type: string, value: unknown): void =>
    void lines.push(`export const e${lines.length}: ${type} = ${JSON.stringify(value)};`);
  for (const [path, { get }] of Object.entries(paths)) {
    const operation = `paths['${path}']['get']`;
    const { parameters = [], responses } = get as Described;
    for (const { name, examples = {} } of parameters)
      for (const { value } of Object.values(examples))
        add(`Partial<NonNullable<${operation}['parameters']['query']>>`, { [name]: value });
    for (const [status, { content = {} }] of Object.entries(responses))
      for (const [type, { example, examples = {} }] of Object.entries(content)) {
        if (!type.includes('json')) continue;
        const of = `${operation}['responses'][${status}]['content']['${type}']`;
        if (example !== undefined) add(of, example);
        for (const { value } of Object.values(examples)) add(of, value);
      }
  }
  return lines;
}

async function compile(lines: readonly string[]): Promise<string> {
  const file = join(folder, 'examples.ts');
  writeFileSync(file, ["import type { paths } from './api.js';", ...lines, ''].join('\n'));
  const flags = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck'];
  const compiler = join(TOOLS, 'node_modules/typescript/bin/tsc');
  return run(process.execPath, [compiler, ...flags, file]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

describe.skipIf(!hasTools)('the types of a client', () => {
  it('take every example, and nothing that is wrong', async () => {
    const { document } = client.check;
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const generator = join(TOOLS, 'node_modules/openapi-typescript/bin/cli.js');
    const [from, to] = [join(folder, 'openapi.json'), join(folder, 'api.ts')];
    await run(process.execPath, [generator, from, '-o', to]);
    const lines = constants(document.paths);
    expect(lines.length).toBeGreaterThan(40);
    expect(await compile(lines)).toBe('');
    const query = "NonNullable<paths['/v1/geocode']['get']['parameters']['query']>";
    expect(await compile([`export const wrong: ${query} = { limit: 'ten' };`])).toContain('TS2322');
    expect(await compile([`export const wrong: ${query} = { near_by: 'x' };`])).toContain('TS2353');
  });
});

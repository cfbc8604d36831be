import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCli } from './run-cli.js';

/** The requests of both READMEs, run as they are written. Only the port is another one. */

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

function blocks(file: string, language: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, of]) => of === language)
    .map(([, , code]) => code);
}

describe('the requests of the README', () => {
  let folder: string;
  let server: ChildProcess;
  let address: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gazarch-readme-'));
    server = startCli(['serve', '--sample', '--data', folder, '--port', '0', '--workers', '1']);
    let text = '';
    await new Promise<void>((done, failed) => {
      server.stdout!.on('data', (piece: Buffer) => {
        text += piece.toString();
        if (text.includes('rollback')) done();
      });
      server.once('exit', () => failed(new Error(text)));
    });
    address = /gazarch listens on http:\/\/(\S+)/.exec(text)![1];
    env = { PATH: process.env['PATH'], KEY: readFileSync(join(folder, 'first-key.txt'), 'utf8').trim() };
  });
  afterAll(async () => {
    server.removeAllListeners('exit');
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  async function outputOf(program: string, name: string, code: string): Promise<string> {
    const path = join(folder, name);
    writeFileSync(path, code.replaceAll('127.0.0.1:8080', address));
    return (await run(program, [path], { env, timeout: 30_000 })).stdout;
  }

  it.each(['README.md', 'README.mn.md'])('answer curl (%s)', async (file) => {
    const lines = blocks(file, 'sh').flatMap((code) =>
      code
        .replace(/\\\n\s*/g, '')
        .split('\n')
        .filter((line) => line.startsWith('curl ')),
    );
    expect(lines).toHaveLength(3);
    const answers: unknown[] = [];
    for (const line of lines)
      answers.push(JSON.parse(await outputOf('sh', 'ask.sh', line.replace('curl', 'curl -sS'))));
    expect(answers).toMatchObject([
      { results: [{ name: expect.stringContaining('Сүхбаатар') as string }, {}, {}, {}, {}] },
      { results: [{ distance_meters: expect.any(Number) as number }] },
      { route: { geometry: { type: 'LineString' } } },
    ]);
  });

  it('answer JavaScript and Python', async () => {
    const [js] = blocks('README.md', 'js');
    const [python] = blocks('README.md', 'python');
    const ofJs = await outputOf(process.execPath, 'ask.mjs', js);
    expect(ofJs).toMatch(/^\S*Сүхбаатар.* 47\.\d+ 106\.\d+$/m);
    expect(await outputOf('python3', 'ask.py', python)).toBe(ofJs);
  });

  it('are in a text whose links lead somewhere', () => {
    for (const file of ['README.md', 'README.mn.md', 'docs/versions.md']) {
      const text = readFileSync(join(root, file), 'utf8');
      for (const [, to] of text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g))
        expect(() => readFileSync(resolve(root, file, '..', to)), `${file}: ${to}`).not.toThrow('ENOENT');
    }
  });
});

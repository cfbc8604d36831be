import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prettyLines } from '../../src/cli/serve/log/pretty-lines.js';
import { runCli, startCli } from './run-cli.js';

/** What a new user sees: the start message, whose commands fit this service, and a log for people. */

function pretty(text: string, colours = false): string {
  let shown = '';
  prettyLines({ write: (lines: string) => (shown += lines) }, { colours }).write(text);
  return shown;
}

describe('the log for people', () => {
  const time = new Date(2026, 10, 23, 9, 5, 7).getTime();
  const line = (fields: object): string => `${JSON.stringify({ level: 30, time, ...fields })}\n`;

  it('has the time, the level, what happened, and then the fields', () => {
    expect(pretty(line({ worker: 2, path: 'a b', took_ms: 12, keys: [1], msg: 'dataset loaded' }))).toBe(
      '09:05:07 info  dataset loaded  worker=2  path="a b"  took_ms=12  keys=[1]\n',
    );
    expect(pretty(line({ level: 50, msg: 'x' }), true)).toBe('09:05:07 \u001b[31merror\u001b[0m x\n');
  });

  it('shows the stack of an error below', () => {
    const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at a.js:1' };
    expect(pretty(line({ level: 40, err, msg: 'failed' }))).toBe(
      '09:05:07 warn  failed\n      Error: no\n      at a.js:1\n',
    );
  });

  it('takes several lines at once, and leaves other text as it is', () => {
    expect(pretty(`${line({ msg: 'a' })}${line({ msg: 'b' })}`).split('\n')).toHaveLength(3);
    expect(pretty('{"half\n\nwords\n')).toBe('{"half\n\nwords\n');
  });

  it('lets nobody move the cursor', () => {
    // eslint-disable-next-line no-control-regex
    expect(pretty(line({ path: '\u001b[2J', msg: 'a\u0007' }))).not.toMatch(/[\u0007\u001b]/);
  });
});

describe('the start of the sample', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gazarch first '));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('says where things are, that the sample is invented, and gives commands that fit', async () => {
    const words = ['serve', '--sample', '--data', folder, '--port', '0', '--log-format', 'pretty'];
    const server = startCli([...words, '--workers', '2']);
    let text = '';
    await new Promise<void>((resolve, reject) => {
      server.stdout!.on('data', (piece: Buffer) => {
        text += piece.toString();
        if (text.includes('rollback')) resolve();
      });
      server.on('exit', () => reject(new Error(text)));
    });
    const address = /gazarch listens on (\S+)/.exec(text)![1];
    expect(text.indexOf(`${address}/\n`)).toBeLessThan(text.indexOf('gazarch listens on'));
    expect(text).toMatch(/^\d\d:\d\d:\d\d info {2}worker ready/m);
    expect(text).toContain(`Data folder:         ${folder}\n`);
    expect(text).toContain(`${join(folder, 'dataset')}: dataset 1 (ulaanbaatar.osm)\n`);
    expect(text).toContain('THE SAMPLE IS FICTIONAL');
    expect(text).toContain(`import mongolia --dataset '${join(folder, 'dataset')}'`);
    const make = /npx gazarch (keys create .*)/.exec(text)![1];
    const args = [...make.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c);
    const made = await runCli(args, { cwd: tmpdir() });
    expect(made.stderr).toBe('');
    const [, key] = /Bearer (\S+)/.exec(made.stdout)!;
    // The service looks for new keys every second.
    let answer: Response;
    do
      answer = await fetch(`${address}/v1/geocode?q=suhbaatar`, {
        headers: { authorization: `Bearer ${key}` },
      });
    while (answer.status === 401);
    const { results } = (await answer.json()) as { results: { id: string }[] };
    expect(results.length).toBeGreaterThan(0);
    expect(results.every(({ id }) => id.startsWith('sample:'))).toBe(true);
    expect(await (await fetch(`${address}/copyright`)).text()).toContain('This data is fictional');
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGTERM');
    await ended;
    expect(text).not.toContain('/v1/geocode?q=suhbaatar HTTP');
    expect(text).not.toMatch(/info {2}request/);
  });
});

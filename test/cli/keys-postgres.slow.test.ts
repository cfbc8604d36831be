import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSetting } from '../../src/cli/settings/settings.js';
import { maskUrl } from '../../src/masked-url.js';
import { temporaryFolder } from '../keys/temporary-database.js';
import { hasPostgres, usePostgres } from '../postgres.js';
import { keysProgram, run, type Result } from './keys-program.js';

describe('a URL with a password', () => {
  it.each([
    'postgres://u:secret@host',
    'postgres://u:sec/ret@host/db',
    'mysql://u:secret@host/db',
    'http://x',
  ])('is refused as a database when it is none, and masked: %s', (text) => {
    const read = (): unknown => readSetting('database', {}, { GAZARCH_DATABASE: text });
    expect(read).toThrow(/GAZARCH_DATABASE is ".*"; it must be a path or postgres:/);
    expect(read).not.toThrow(/sec/);
  });

  it.each(['postgres://u:p@host/db', 'postgresql://host:1/db?sslmode=require', 'postgres://u@/db?host=/run'])(
    'is a database: %s',
    (text) => expect(readSetting('database', {}, { GAZARCH_DATABASE: text })).toBe(text),
  );
});

describe.skipIf(!hasPostgres)('gazarch keys on PostgreSQL', () => {
  const server = usePostgres();
  const main = keysProgram();

  const keys = (cwd: string, args: readonly string[], database?: string): Promise<Result> =>
    run(
      cwd,
      process.execPath,
      [main, 'keys', ...args],
      database === undefined ? {} : { GAZARCH_DATABASE: database },
    );
  const CREATE = ['create', '--name', 'one', '--endpoints', 'geocode', '--json'];

  it('makes, lists and revokes keys, and never prints the password', async () => {
    const cwd = temporaryFolder();
    const url = server.url(await server.makeDatabase());
    const made = await keys(cwd, CREATE, url);
    expect(made.stderr).toBe(`gazarch: created the key database ${maskUrl(url)}\n`);
    const { id } = JSON.parse(made.stdout) as { id: string };
    expect((await keys(cwd, ['revoke', id], url)).stderr).toBe('');
    const listed = await keys(cwd, ['list', '--json'], url);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id, status: 'revoked' }]);
    const results = [
      ...[made, listed, await keys(cwd, ['backup', 'x'], url), await keys(cwd, ['--help'], url)],
      await keys(cwd, ['list', '--help'], url),
      await keys(cwd, ['list'], url.replace('keeper', 'nobody')),
    ];
    expect(results.map(({ status }) => status)).toEqual([0, 0, 1, 0, 0, 1]);
    expect(JSON.stringify(results)).not.toContain('a-secret-word');
    expect(existsSync(join(cwd, 'data'))).toBe(false);
  });

  it('copies a SQLite file to PostgreSQL and back, and says what it did', async () => {
    const cwd = temporaryFolder();
    const url = server.url(await server.makeDatabase());
    await keys(cwd, CREATE, 'a.sqlite');
    const { id } = JSON.parse((await keys(cwd, CREATE, 'a.sqlite')).stdout) as { id: string };
    await keys(cwd, ['revoke', id], 'a.sqlite');
    const copy = (from: string, to: string, ...more: string[]): Promise<Result> =>
      keys(cwd, ['copy', '--from', from, '--to', to, ...more]);
    expect((await copy('a.sqlite', url)).stdout).toBe(
      `2 keys were copied from ${join(cwd, 'a.sqlite')} to ${maskUrl(url)} (just created); ` +
        `0 were there already.\n`,
    );
    expect(JSON.parse((await copy('a.sqlite', url, '--json')).stdout)).toMatchObject({
      copied: 0,
      present: 2,
    });
    expect((await copy(url, 'b.sqlite')).status).toBe(0);
    const [a, b] = [await keys(cwd, ['list'], 'a.sqlite'), await keys(cwd, ['list'], 'b.sqlite')];
    expect(b.stdout).toBe(a.stdout);
    expect((await copy(url, url)).stderr).toMatch(/name the same key database/);
    expect((await copy('none.sqlite', url)).stderr).toMatch(/there is no key database none.sqlite yet/);
    expect(existsSync(join(cwd, 'none.sqlite'))).toBe(false);
  });

  it('loads the client of PostgreSQL only for such a URL', () => {
    const folder = join(main, '../..');
    for (const file of ['database/open-database.js', 'cli/terminal/open-key-store.js'])
      expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(
        /^import .*postgres-(database|pool|key-store)/m,
      );
  });
});

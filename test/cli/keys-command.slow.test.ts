import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { hashToken, isWellFormedToken } from '../../src/keys/key-token.js';
import { openStore, temporaryFolder } from '../keys/temporary-database.js';
import { keysProgram, run, type Result } from './keys-program.js';

const main = keysProgram();

/** Runs `gazarch keys ...` in the folder `cwd`. */
function keys(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Result> {
  return run(cwd, process.execPath, [main, 'keys', ...args], env);
}

/** What is said when a command makes the database. */
const MADE = /^gazarch: created the key database .*\n/;

async function good(cwd: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> {
  const { status, stdout, stderr } = await keys(cwd, args, env);
  expect({ status, stderr: stderr.replace(MADE, '') }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

/** Runs a command that must fail. Returns its only line on stderr. */
async function bad(cwd: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> {
  const { status, stdout, stderr } = await keys(cwd, args, env);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^gazarch: [^\n]+\n$/);
  return stderr;
}

const CREATE = ['create', '--name', 'Хот тойрон', '--endpoints', 'geocode'];
const FIELDS = [
  'id',
  'name',
  ...['project', 'created_by', 'endpoints', 'rate_limit'],
  ...['allowed_origins', 'allowed_addresses', 'monthly_quota', 'quota_refuses'],
  ...['created_at', 'expires_at', 'revoked_at', 'last_used_at', 'previous_expires_at', 'status'],
];

describe('gazarch keys', () => {
  it('creates a key, lists it, shows it and revokes it', async () => {
    const cwd = temporaryFolder();
    const created = await good(cwd, [
      'create',
      '--name',
      'Хот тойрон',
      '--endpoints',
      'route,geocode',
      '--rate-limit',
      '250',
      '--expires',
      '2999-01-31',
    ]);
    const [, token] = /^Authorization: Bearer (geo_\w+)$/m.exec(created)!;
    const [, id] = /^id +(key_\w+)$/m.exec(created)!;
    expect(isWellFormedToken(token)).toBe(true);
    expect(created.split(token)).toHaveLength(2);
    expect(created).toContain('not be shown again');
    expect(created).toMatch(/^endpoints +geocode, route$/m);
    expect(created).toMatch(/^rate limit +250 requests per minute$/m);
    expect(created).toMatch(/^expires +2999-01-31T00:00Z$/m);

    const store = await openStore(join(cwd, 'data', 'gazarch.sqlite'));
    expect((await store.get(id))?.hash).toBe(hashToken(token));

    const list = await good(cwd, ['list']);
    expect(list).not.toContain(token);
    expect(list.split('\n')[0]).toMatch(
      /^ID +NAME +PROJECT +STATUS +ENDPOINTS +PER MINUTE +CREATED +EXPIRES +LAST USED$/,
    );
    expect(list.split('\n')[1]).toMatch(
      new RegExp(`^${id}  Хот тойрон  default  active  geocode,route  250 .* 2999-01-31T00:00Z  never$`),
    );

    expect(await good(cwd, ['show', id])).toMatch(/^status +active$/m);
    expect(await good(cwd, ['revoke', id])).toMatch(/^status +revoked\n[^]*^revoked +20/m);
    expect(await good(cwd, ['show', id])).toMatch(/^status +revoked$/m);
  });

  it('prints JSON with stable names, and the key only at creation', async () => {
    const cwd = temporaryFolder();
    const created = JSON.parse(await good(cwd, [...CREATE, '--json'])) as Record<string, unknown>;
    expect(Object.keys(created)).toEqual(['id', 'name', 'key', ...FIELDS.slice(2)]);
    const { key, ...rest } = created;
    expect(isWellFormedToken(key as string)).toBe(true);
    expect(rest).toMatchObject({
      name: 'Хот тойрон',
      endpoints: ['geocode'],
      rate_limit: null,
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      status: 'active',
    });
    expect(new Date(rest['created_at'] as string).toISOString()).toBe(rest['created_at']);
    expect(JSON.parse(await good(cwd, ['list', '--json']))).toEqual([rest]);
    expect(JSON.parse(await good(cwd, ['show', rest['id'] as string, '--json']))).toEqual(rest);
    const revoked = JSON.parse(await good(cwd, ['revoke', rest['id'] as string, '--json'])) as Record<
      string,
      unknown
    >;
    expect(revoked).toEqual({ ...rest, revoked_at: expect.any(String) as string, status: 'revoked' });
    expect(JSON.parse(await good(cwd, ['revoke', rest['id'] as string, '--json']))).toEqual(revoked);
  });

  it('takes the database from the flag, then from the environment, whatever other settings say', async () => {
    const cwd = temporaryFolder();
    const env = { GAZARCH_DATABASE: 'of-env.sqlite', GAZARCH_PORT: 'nonsense' };
    await good(cwd, [...CREATE, '--database', 'a/b/of-flag.sqlite'], env);
    await good(cwd, CREATE, env);
    await good(cwd, CREATE, env);
    expect(existsSync(join(cwd, 'data'))).toBe(false);
    expect(
      JSON.parse(await good(cwd, ['list', '--json', '--database', 'a/b/of-flag.sqlite'], env)),
    ).toHaveLength(1);
    expect(JSON.parse(await good(cwd, ['list', '--json'], env))).toHaveLength(2);
  });

  it('says which database it made, once', async () => {
    const cwd = temporaryFolder();
    const first = await keys(cwd, [...CREATE, '--json']);
    expect(first.stderr).toBe(`gazarch: created the key database ${join(cwd, 'data', 'gazarch.sqlite')}\n`);
    expect(JSON.parse(first.stdout)).toMatchObject({ status: 'active' });
    expect((await keys(cwd, CREATE)).stderr).toBe('');
  });

  it('makes no database in a folder that nobody named', async () => {
    const cwd = temporaryFolder();
    const path = join(cwd, 'data', 'gazarch.sqlite');
    const unnamed = { GAZARCH_DATA: '' };
    expect(await bad(cwd, CREATE, unnamed)).toContain(
      `there is no key database ${path}, and no key was created; ` +
        `name your service's database with --database FILE`,
    );
    expect(existsSync(join(cwd, 'data'))).toBe(false);
    await good(cwd, [...CREATE, '--database', path], unnamed);
    await good(cwd, CREATE, unnamed);
    expect(JSON.parse(await good(cwd, ['list', '--json'], unnamed))).toHaveLength(2);
  });

  it('makes no database when there must be one, unless told so', async () => {
    const cwd = temporaryFolder();
    const env = { GAZARCH_DATABASE_MUST_EXIST: 'true' };
    expect(await bad(cwd, CREATE, env)).toContain(
      'there is no key database data/gazarch.sqlite yet; mount its',
    );
    expect(await bad(cwd, [...CREATE, '--database-must-exist'])).toContain('there is no key database');
    mkdirSync(join(cwd, 'data'));
    writeFileSync(join(cwd, 'data', 'gazarch.sqlite'), '');
    expect(await bad(cwd, CREATE, env)).toMatch(/is empty \(0 bytes\), so it contains no keys; mount/);
    await good(cwd, [...CREATE, '--no-database-must-exist'], env);
    await good(cwd, CREATE, env);
  });

  it('says that there are no keys yet', async () => {
    const cwd = temporaryFolder();
    await (await openStore(join(cwd, 'k.sqlite'))).close();
    expect(await good(cwd, ['list', '--database', 'k.sqlite'])).toContain(
      'gazarch keys create --name NAME --endpoints geocode,route',
    );
    expect(await good(cwd, ['list', '--json', '--database', 'k.sqlite'])).toBe('[]\n');
  });

  const mistakes: [string, string[], string][] = [
    [
      'an unknown endpoint',
      ['create', '--name', 'x', '--endpoints', 'geocode,tiles'],
      '--endpoints is "geocode,tiles"; it must be a comma-separated list of geocode, route, matrix,',
    ],
    ['no endpoint', ['create', '--name', 'x', '--endpoints', ''], '--endpoints is ""'],
    ['no name', ['create', '--endpoints', 'route'], "required option '--name <name>' not specified"],
    [
      'an empty name',
      ['create', '--name', ' ', '--endpoints', 'route'],
      'the name of a key must have 1 to 100 characters',
    ],
    [
      'a name that paints',
      ['create', '--name', '\u001b[31m', '--endpoints', 'route'],
      'must not contain control or invisible characters',
    ],
    [
      'a rate limit of nothing',
      [...CREATE, '--rate-limit', '0'],
      '--rate-limit is "0"; it must be a whole number from 1 to 1000000',
    ],
    ['a rate limit that is no number', [...CREATE, '--rate-limit', 'many'], '--rate-limit is "many"'],
    ['a past expiry', [...CREATE, '--expires', '2020-01-01'], '--expires 2020-01-01 is in the past'],
    [
      'an expiry that is none',
      [...CREATE, '--expires', 'soon'],
      '--expires is "soon"; it must be a date such as 2030-12-31',
    ],
    ['an unknown option', [...CREATE, '--limit', '3'], "unknown option '--limit'"],
    ['an unknown command', ['make'], "unknown command 'make'"],
    ['no id', ['revoke'], "missing required argument 'id'"],
  ];
  it.each(mistakes)('refuses %s in one line, and makes nothing', async (_what, args, message) => {
    const cwd = temporaryFolder();
    expect(await bad(cwd, args)).toContain(message);
    const database = join(cwd, 'data', 'gazarch.sqlite');
    if (existsSync(database)) expect(await (await openStore(database)).list()).toEqual([]);
  });

  it('does not know an unknown id, and does not repeat a key that was given for one', async () => {
    const cwd = temporaryFolder();
    const { key } = JSON.parse(await good(cwd, [...CREATE, '--json'])) as { key: string };
    for (const verb of ['show', 'revoke']) {
      expect(await bad(cwd, [verb, 'key_unknown'])).toContain(
        'there is no key with the id "key_unknown"; `gazarch keys list` shows them all',
      );
      const line = await bad(cwd, [verb, key]);
      expect(line).toContain('this is a key, not its id');
      expect(line).not.toContain(key);
    }
  });

  it('says which database is missing, a folder or not a database', async () => {
    const cwd = temporaryFolder();
    for (const args of [['list'], ['show', 'key_x'], ['revoke', 'key_x']]) {
      expect(await bad(cwd, args)).toContain('there is no key database data/gazarch.sqlite yet');
    }
    mkdirSync(join(cwd, 'folder'));
    writeFileSync(join(cwd, 'text'), 'not a database'.repeat(100));
    expect(await bad(cwd, [...CREATE, '--database', 'folder'])).toContain(
      'folder is a folder; specify a file',
    );
    expect(await bad(cwd, [...CREATE, '--database', 'text'])).toContain('text is not a database');
    expect(readFileSync(join(cwd, 'text'), 'utf8')).toBe('not a database'.repeat(100));
    expect(await bad(cwd, [...CREATE, '--database', ''])).toContain('--database is ""; it must be a path');
  });

  it('warns of a setting that is none', async () => {
    const { status, stderr } = await keys(temporaryFolder(), CREATE, { GAZARCH_DATABSE: 'x' });
    expect(status).toBe(0);
    expect(stderr.split('\n')[0]).toBe(
      'gazarch: warning: GAZARCH_DATABSE is not a setting and is ignored; did you mean GAZARCH_DATABASE?',
    );
  });

  it('has help for every command', async () => {
    for (const verb of ['create', 'list', 'show', 'revoke', 'backup']) {
      const help = await good(temporaryFolder(), [verb, '--help']);
      expect(help).toContain('--database');
      expect(help).toContain('--json');
    }
  });

  it('ends quietly when nobody reads what it prints', async () => {
    const cwd = temporaryFolder();
    await good(cwd, CREATE);
    // The environment of the test run may have GAZARCH_ variables that are not
    // settings. They would cause warnings.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('GAZARCH_')),
    );
    const child = spawn(process.execPath, [main, 'keys', 'list'], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number];
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

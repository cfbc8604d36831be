import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole } from '../console/test-console.js';
import { runCli } from './run-cli.js';

/** `gazarch users` and `gazarch projects`, over the same database as a running console. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-users-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function gazarch<T>(database: string, ...args: string[]): Promise<T> {
  const { status, stdout, stderr } = await runCli([...args, '--database', database, '--json']);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout) as T;
}

async function failure(database: string, ...args: string[]): Promise<string> {
  const { status, stderr } = await runCli([...args, '--database', database]);
  expect(status).toBe(1);
  return stderr;
}

const PASSWORD = 'a long enough one';

describe('gazarch users and projects', () => {
  it('do what operators do on the pages', async () => {
    const database = join(folder, 'keys.sqlite');
    const console = await startConsole(database);
    const browser = console.browser();
    // The link of the command takes the place of the printed one.
    const { link } = await gazarch<{ link: string }>(database, 'users', 'setup-link');
    const person = { name: 'Админ', email: 'admin@example.mn', password: PASSWORD, language: 'mn' } as const;
    const token = (text: string): string => text.split('#')[1];
    const old = { ...person, organisation: 'X', token: token(console.running.setupLink!.url) };
    expect(await browser.refusal('POST /api/setup', { body: old })).toBe('410 link_invalid');
    await browser.ask('POST /api/setup', { body: { ...old, token: token(link) } });
    expect(await failure(database, 'users', 'setup-link')).toMatch(/there is already an administrator/);

    const invited = await gazarch<{ link: string }>(database, 'users', 'invite', 'nara@example.mn');
    const nara = console.browser();
    const invitation = token(invited.link);
    await nara.ask('POST /api/sign-up', { body: { ...person, name: 'Нара', invitation } });
    const [{ email, name }] = await gazarch<{ email: string; name: string }[]>(
      database,
      'users',
      'list',
      'нар',
    );
    expect({ email, name }).toEqual({ email: 'nara@example.mn', name: 'Нара' });
    expect((await runCli(['users', 'list', '--database', database])).stdout).toMatch(
      /^EMAIL +NAME +STATUS +ORGANISATIONS +CREATED\n(.*\n)*admin@example\.mn +Админ +operator +X \(owner\)/,
    );

    await gazarch(database, 'users', 'close', 'nara@example.mn');
    expect(await nara.who()).toBeNull();
    await gazarch(database, 'users', 'open', 'nara@example.mn');
    const reset = await gazarch<{ link: string }>(database, 'users', 'reset-link', 'nara@example.mn');
    await nara.ask('POST /api/reset', { body: { token: token(reset.link), password: 'chosen by hand' } });
    await nara.signIn('nara@example.mn', 'chosen by hand');
    await gazarch(database, 'users', 'operator', 'nara@example.mn');
    expect((await nara.ask('GET /api/session')).account?.is_operator).toBe(true);
    await gazarch(database, 'users', 'sign-up', 'open');
    expect((await nara.ask('GET /api/session')).sign_up).toBe('open');
    await gazarch(database, 'users', 'delete', 'nara@example.mn');
    expect(await nara.who()).toBeNull();
    expect(await failure(database, 'users', 'delete', 'admin@example.mn')).toBe(
      'gazarch: A deployment needs at least one operator.\n',
    );
    expect(await failure(database, 'users', 'close', 'who@example.mn')).toMatch(/there is no account "who@/);

    const { id } = await gazarch<{ id: string }>(database, 'projects', 'create', '--name', 'Апп');
    await gazarch(database, 'projects', 'edit', id, '--ceiling', '500', '--monthly-quota', '9000');
    expect(await browser.ask('GET /api/projects/:project', { params: { project: id } })).toMatchObject({
      ...{ name: 'Апп', rate_limit: 500, monthly_quota: 9000, quota_refuses: false, organisation: null },
    });
    const list = await gazarch<{ id: string }[]>(database, 'projects', 'list');
    expect(list.map((project) => project.id).sort()).toEqual(['default', id].sort());
    await gazarch(database, 'projects', 'archive', id);
    expect(await failure(database, 'projects', 'archive', 'default')).toMatch(
      /The project default cannot be archived/,
    );

    const { entries } = await browser.ask('GET /api/operator/audit', { query: {} });
    const byCommand = entries.filter(({ account_id, address }) => account_id === null && address === null);
    expect(byCommand.map(({ action }) => action).reverse()).toEqual([
      ...['invitation.created', 'account.closed', 'account.opened', 'reset_link.made', 'operator.added'],
      ...['sign_up.opened', 'account.deleted', 'project.created', 'project.changed', 'project.archived'],
    ]);
  });
});

import { openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject } from '../../src/keys/change-project.js';
import { hashToken, isWellFormedToken } from '../../src/keys/key-token.js';
import { openStore, temporaryFolder } from '../keys/temporary-database.js';
import { runCli, type CliOptions } from './run-cli.js';

/** `gazarch keys` with projects, rules, edits and rotations, as the built program does it. */

interface KeyJson extends Record<string, unknown> {
  id: string;
  key: string;
}

async function good(cwd: string, args: readonly string[]): Promise<KeyJson> {
  const { status, stdout, stderr } = await runCli(['keys', ...args, '--json'], { cwd });
  expect(stderr.replace(/^created the key database .*\n/m, '').replace(/^gazarch: created .*\n/m, '')).toBe(
    '',
  );
  expect(status).toBe(0);
  return JSON.parse(stdout) as KeyJson;
}

async function bad(cwd: string, args: readonly string[], options: CliOptions = {}): Promise<string> {
  const { status, stderr } = await runCli(['keys', ...args], { cwd, ...options });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^gazarch: [^\n]+\n$/);
  return stderr;
}

const NEW = ['create', '--name', 'n', '--endpoints', 'geocode'];

describe('gazarch keys', () => {
  it('makes a key with rules in a project, lists those of the project, and edits it', async () => {
    const cwd = temporaryFolder();
    await good(cwd, NEW);
    const store = await openStore(join(cwd, 'data', 'gazarch.sqlite'));
    const project = await createProject(store, { name: 'p', rateLimit: 50 });
    const own = [
      ...['--project', project.id, '--rate-limit', '50', '--monthly-quota', '1000', '--quota-refuses'],
      ...['--origin', 'https://shop.mn', '--origin', 'https://*.shop.mn', '--address', '10.0.0.0/8'],
    ];
    const made = await good(cwd, [...NEW, ...own]);
    expect(made).toMatchObject({
      project: project.id,
      created_by: null,
      rate_limit: 50,
      allowed_origins: ['https://shop.mn', 'https://*.shop.mn'],
      allowed_addresses: ['10.0.0.0/8'],
      monthly_quota: 1000,
      quota_refuses: true,
    });
    const { key, ...rest } = made;
    expect(isWellFormedToken(key)).toBe(true);
    expect(await good(cwd, ['list', '--project', project.id])).toEqual([rest]);
    expect(await good(cwd, ['list'])).toHaveLength(2);
    const text = (await runCli(['keys', 'show', made.id], { cwd })).stdout;
    expect(text).toMatch(/^web origins +https:\/\/shop\.mn, https:\/\/\*\.shop\.mn$/m);
    expect(text).toMatch(/^addresses +10\.0\.0\.0\/8$/m);
    expect(text).toMatch(/^monthly quota +1000 requests \(more are refused\)$/m);
    const edited = await good(cwd, [
      ...['edit', made.id, '--name', 'm', '--origin', 'any', '--rate-limit', 'default'],
      ...['--expires', '2999-01-31', '--no-quota-refuses'],
    ]);
    expect(edited).toEqual({
      ...rest,
      name: 'm',
      allowed_origins: [],
      rate_limit: null,
      expires_at: '2999-01-31T00:00:00.000Z',
      quota_refuses: false,
    });
    const last = await good(cwd, [
      ...['edit', made.id, '--expires', 'never', '--monthly-quota', 'none', '--address', '::1'],
      ...['--address', '192.0.2.0/24'],
    ]);
    expect(last).toMatchObject({
      expires_at: null,
      monthly_quota: null,
      allowed_addresses: ['::1', '192.0.2.0/24'],
    });
  });

  it('says what is wrong with an edit, and changes nothing', async () => {
    const cwd = temporaryFolder();
    const { id, ...before } = await good(cwd, NEW);
    const edit = ['edit', id];
    expect(await bad(cwd, edit)).toContain('nothing to edit');
    expect(await bad(cwd, [...edit, '--origin', 'shop.mn'])).toContain('"shop.mn" is not a web origin');
    expect(await bad(cwd, [...edit, '--origin', 'any', '--origin', 'https://a.mn'])).toContain(
      'cannot be combined',
    );
    expect(await bad(cwd, [...edit, '--address', '10.1.0.0/8'])).toContain('bits set after its prefix');
    expect(await bad(cwd, [...edit, '--monthly-quota', '0'])).toContain('from 1 to 1000000000000 requests');
    expect(await bad(cwd, [...edit, '--rate-limit', 'x'])).toContain('requests per minute, or default');
    expect(await bad(cwd, ['edit', 'key_unknown', '--name', 'x'])).toContain('there is no key with the id');
    expect(await bad(cwd, ['list', '--project', 'prj_x'])).toContain('there is no project "prj_x"');
    expect(await bad(cwd, [...NEW, '--project', 'prj_x'])).toContain('there is no project "prj_x"');
    const { key, ...rest } = before;
    expect(isWellFormedToken(key)).toBe(true);
    expect(await good(cwd, ['list'])).toEqual([{ id, ...rest }]);
    await good(cwd, ['revoke', id]);
    expect(await bad(cwd, [...edit, '--name', 'x'])).toContain('is permanently revoked');
    expect(await bad(cwd, ['rotate', id])).toContain('is permanently revoked');
  });

  it('rotates a key: prints the new secret once, and says how long the old one works', async () => {
    const cwd = temporaryFolder();
    const { id, key } = await good(cwd, NEW);
    const { status, stdout } = await runCli(['keys', 'rotate', id, '--grace', '12h'], { cwd });
    expect(status).toBe(0);
    const [, token] = /^Authorization: Bearer (geo_\w+)$/m.exec(stdout)!;
    expect(stdout).toMatch(/the key will not be shown again\. The previous one works until 20[-\dT:]+Z\.\n$/);
    expect(stdout).toMatch(/^old secret until +20/m);
    const store = await openStore(join(cwd, 'data', 'gazarch.sqlite'));
    const stored = (await store.get(id))!;
    expect([stored.hash, stored.previousHash]).toEqual([hashToken(token), hashToken(key)]);
    const grace_ms = stored.key.previousExpiresAt!.getTime() - Date.now();
    expect(Math.abs(grace_ms - 12 * 3_600_000)).toBeLessThan(60_000);
    const now = await runCli(['keys', 'rotate', id, '--grace', '0'], { cwd });
    expect(now.stdout).toContain('The previous secret is refused from now on.');
    for (const grace of ['8d', '-1h', '1w', 'x', ''])
      expect(await bad(cwd, ['rotate', id, `--grace=${grace}`]), grace).toMatch(/grace/);
    expect(await bad(cwd, ['rotate', key])).toContain('this is a key, not its id');
  });

  it.skipIf(process.platform !== 'linux')(
    'leaves a key its secret when the new one could not be printed',
    async () => {
      const cwd = temporaryFolder();
      const { id, key } = await good(cwd, NEW);
      const full = openSync('/dev/full', 'w');
      expect(await bad(cwd, ['rotate', id], { stdout: full })).toContain('the key has its old secret again');
      const store = await openStore(join(cwd, 'data', 'gazarch.sqlite'));
      expect((await store.get(id))?.hash).toBe(hashToken(key));
      const nowhere = openSync('/dev/null', 'w');
      expect(await bad(cwd, ['rotate', id], { stdout: nowhere })).toContain('nothing was changed');
    },
  );
});

import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { consoleSecret, copySecret } from '../../src/cli/terminal/console-secret.js';

const STORED = 'the-secret-that-lay-in-the-database';

it('takes the secret out of a database of SQLite into a file of its owner, and keeps it', () => {
  const database = join(mkdtempSync(join(tmpdir(), 'gazarch-secret-')), 'keys.sqlite');
  expect(consoleSecret(database, '', STORED)).toBe(STORED);
  expect(statSync(`${database}.secret`).mode & 0o777).toBe(0o600);
  expect(consoleSecret(database, '', null)).toBe(STORED);
  copySecret(database, `${database}.copy`);
  expect(readFileSync(`${database}.copy.secret`, 'utf8').trim()).toBe(STORED);
  expect(statSync(`${database}.copy.secret`).mode & 0o777).toBe(0o600);
  writeFileSync(`${database}.secret`, '');
  expect(() => consoleSecret(database, '', null)).toThrow('cannot be used: it is empty');
});

it('makes one where there is none, takes the given one first, and leaves that of PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-secret-'));
  const made = ['a', 'b'].map((name) => consoleSecret(join(folder, name), '', null));
  expect(made[0]).toMatch(/^[\w-]{43}$/);
  expect(made[0]).not.toBe(made[1]);
  expect(consoleSecret(join(folder, 'a'), 'given', STORED)).toBe('given');
  expect(consoleSecret('postgres://u:p@host/db', '', STORED)).toBeNull();
  copySecret(join(folder, 'none'), join(folder, 'copy'));
});

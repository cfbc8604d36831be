import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { age, datasetFolder, writable } from '../../src/cli/serve/doctor/doctor-data.js';
import { keyCopy, locks, reports, unfound } from '../../src/cli/serve/doctor/doctor-stores.js';
import { databaseName } from '../../src/cli/terminal/open-key-store.js';
import { VERSION } from '../../src/cli/terminal/version.js';
import { temporaryFolder } from '../keys/temporary-database.js';

/** What `gazarch doctor` says of the copy of the keys, and of searches that are counted. */

const database = 'postgres://keeper:a-secret-word@db/keys';

it('finds a copy that is there, too old, or of no use, and nothing where none is kept', () => {
  const dataset = join(temporaryFolder(), 'dataset');
  const path = join(dataset, '..', 'known-keys.jsonl');
  const found = (keyCopyHours = 24, of = database): [string, string][] =>
    keyCopy({ database: of, keyCopyHours }, dataset).map(({ status, found: said }) => [status, said]);
  const write = (hours: number, version = VERSION, keys: object[] = [{}, {}]): void => {
    const read_ms = Date.now() - hours * 3_600_000;
    const head = {
      version,
      database: databaseName(database),
      read_ms,
      parts: 1,
      closures: null,
      zones: null,
    };
    const part = { keys, projects: [], cursor: 'a/1' };
    writeFileSync(path, `${JSON.stringify(head)}\n${JSON.stringify(part)}\n`, { mode: 0o600 });
  };
  expect(found()).toEqual([['warning', `there is no ${path} yet`]]);
  write(2);
  expect(found()).toEqual([['ok', `${path}, 2 keys, 2.0 hours old`]]);
  expect(found(1)).toEqual([['warning', `${path}, 2 keys, 2.0 hours old`]]);
  write(2, VERSION, [{}]);
  expect(found()).toEqual([['ok', `${path}, 1 key, 2.0 hours old`]]);
  write(2, '0.0.1');
  expect(found()).toEqual([['warning', `${path} is unusable: it has version 0.0.1`]]);
  chmodSync(path, 0o640);
  expect(found()).toEqual([['warning', `${path} is unusable: users other than its owner can open it`]]);
  expect([found(0), found(24, 'keys.sqlite')]).toEqual([[], []]);
  expect(JSON.stringify(found())).not.toContain('a-secret-word');
});

it('sees who keeps a database locked, and the datasets', () => {
  const folder = temporaryFolder();
  const database = join(folder, 'keys.sqlite');
  const found = (): string[] => [
    ...locks({ database, usage: 'on' }).map(({ found: said }) => said),
    ...datasetFolder(folder, true).flatMap(({ check, found: said }) => (check === 'lock' ? [said] : [])),
  ];
  expect(found()).toEqual(['no command is changing the datasets']);
  const holders = ['keys.sqlite', 'keys.sqlite-usage', 'dataset.lock'].map((name) => {
    const holder = new Database(join(folder, name));
    holder.exec('create table t (a)');
    return holder;
  });
  expect(found()).toEqual(['no command is changing the datasets']);
  for (const holder of holders) holder.exec('begin immediate');
  expect(found()).toEqual([
    `${database} is locked: nothing can be written to it`,
    `${database}-usage is locked: nothing can be written to it`,
    `${join(folder, 'dataset.lock')} is locked: nobody can change the datasets`,
  ]);
  for (const holder of holders) holder.close();
  expect(found()).toEqual(['no command is changing the datasets']);
});

it('does not call a folder writable that is not there yet', () => {
  const folder = temporaryFolder();
  const found = (path: string): unknown => {
    const { status, found: said } = writable('folder', path);
    return [status, said];
  };
  expect(found(folder)).toEqual(['ok', `${folder} is writable`]);
  const missing = join(folder, 'a', 'b');
  expect(found(missing)).toEqual(['ok', `${missing} does not exist yet; ${folder} is writable`]);
  writeFileSync(join(folder, 'file'), '');
  expect(found(join(folder, 'file', 'b'))).toEqual([
    'failure',
    expect.stringContaining('is not writable: it is not a folder'),
  ]);
});

it('sees how old the data are', () => {
  const now_ms = Date.parse('2026-03-01T00:00:00Z');
  const found = (...timestamps: (string | null)[]): unknown[] => {
    const { status, found: said } = age(
      timestamps.map((timestamp) => ({ timestamp })),
      now_ms,
    );
    return [status, said];
  };
  const [old, young] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
  expect(found(null)).toEqual(['ok', 'the age of the sources is unknown']);
  expect(found(old, young, null)).toEqual(['ok', `the newest source is from ${young}, 28 days old`]);
  expect(found('2026-02-27T12:00:00Z')).toEqual([
    'ok',
    'the newest source is from 2026-02-27T12:00:00Z, 1 day old',
  ]);
  expect(found(old)).toEqual(['warning', `the newest source is from ${old}, 59 days old`]);
});

it('says that searches are counted', () => {
  expect(unfound({ countUnfound: false, usage: 'on' })).toEqual([]);
  expect(unfound({ countUnfound: true, usage: 'on' })).toMatchObject([{ status: 'ok' }]);
  expect(unfound({ countUnfound: true, usage: 'off' })).toMatchObject([{ status: 'failure' }]);
});

it('says that reports from the map need the page', () => {
  const found = (mapReports: boolean, playground: 'on' | 'off'): string[] =>
    reports({ mapReports, playground, host: '0.0.0.0' }).map(({ status }) => status);
  expect([found(false, 'off'), found(true, 'on'), found(true, 'off')]).toEqual([[], ['ok'], ['failure']]);
});

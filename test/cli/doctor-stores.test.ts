import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keyCopy, reports, unfound } from '../../src/cli/serve/doctor/doctor-stores.js';
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
  const write = (hours: number, version = VERSION): void => {
    const read_ms = Date.now() - hours * 3_600_000;
    const head = {
      version,
      database: databaseName(database),
      read_ms,
      parts: 1,
      closures: null,
      zones: null,
    };
    const part = { keys: [{}, {}], projects: [], cursor: 'a/1' };
    writeFileSync(path, `${JSON.stringify(head)}\n${JSON.stringify(part)}\n`, { mode: 0o600 });
  };
  expect(found()).toEqual([['warning', `there is no ${path} yet`]]);
  write(2);
  expect(found()).toEqual([['ok', `${path}, 2 keys, 2.0 hours old`]]);
  expect(found(1)).toEqual([['warning', `${path}, 2 keys, 2.0 hours old`]]);
  write(2, '0.0.1');
  expect(found()).toEqual([['warning', `${path} is of no use: it is of version 0.0.1`]]);
  chmodSync(path, 0o640);
  expect(found()).toEqual([['warning', `${path} is of no use: others than its owner can open it`]]);
  expect([found(0), found(24, 'keys.sqlite')]).toEqual([[], []]);
  expect(JSON.stringify(found())).not.toContain('a-secret-word');
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

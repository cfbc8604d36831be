import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { KnownCopy, readKnownCopy } from '../../src/cli/terminal/known-copy.js';
import { openStores, type Stores } from '../../src/cli/terminal/open-key-store.js';
import { changesOf } from '../../src/keys/key-snapshot.js';
import { newKey, temporaryDatabase, temporaryFolder } from '../keys/temporary-database.js';

/** What a key database held, on the disk of a service. `serve-postgres.slow.test.ts` starts from it. */

async function open(): Promise<Stores> {
  const stores = await openStores(temporaryDatabase(), { mustExist: false, warn: () => undefined });
  onTestFinished(() => stores.keys.close());
  return stores;
}

function keep(stores: Stores, path: string, problems: unknown[] = []): KnownCopy {
  const copy = new KnownCopy(stores, { path, onProblem: (problem) => void problems.push(problem) });
  onTestFinished(() => copy.close());
  return copy;
}

it('holds keys, projects and closures, no secret, for the owner only, and follows changes', async () => {
  const stores = await open();
  const { key, token } = await newKey(stores.keys, { name: 'Хот тойрон' });
  const path = join(temporaryFolder(), 'data', 'known-keys.jsonl');
  const copy = keep(stores, path);
  await copy.write();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).not.toContain(token.slice(4));
  const known = (): string[] =>
    changesOf(readKnownCopy(path, stores.keys.place)!.rows.keys)!.keys.map(({ key: each }) => each.name);
  expect(known()).toEqual(['Хот тойрон']);
  const before = statSync(path).ino;
  await copy.write();
  // Nothing has changed, so nothing is written.
  expect(statSync(path).ino).toBe(before);
  await stores.keys.edit(key.id, { name: 'another' });
  const unfinished = join(path, '..', `known-keys.${'0'.repeat(16)}.tmp`);
  writeFileSync(unfinished, '');
  utimesSync(unfinished, 1, 1);
  await copy.write();
  expect(known()).toEqual(['another']);
  expect(readdirSync(join(path, '..'))).toEqual(['known-keys.jsonl']);
  expect(readKnownCopy(path, stores.keys.place)!.rows).toMatchObject({
    closures: { closures: [] },
    zones: { zones: [] },
  });
});

it('is not used when it is of something else, damaged, or open to others', async () => {
  const stores = await open();
  await newKey(stores.keys);
  const path = join(temporaryFolder(), 'known-keys.jsonl');
  expect(readKnownCopy(path, stores.keys.place)).toBeNull();
  await keep(stores, path).write();
  const text = readFileSync(path, 'utf8');
  const said = (changed: string): string => {
    writeFileSync(path, changed);
    try {
      readKnownCopy(path, stores.keys.place);
      return 'ok';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(said(text)).toBe('ok');
  expect(said(text.replace(/"version":"[^"]+"/, '"version":"0.0.1"'))).toBe('it has version 0.0.1');
  expect(said(text.replace('"database":"/', '"database":"/x/'))).toMatch(/^it belongs to the database \/x\//);
  expect(said(text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1))).toBe('it is incomplete');
  for (const at of [0, 1, 40]) expect(said(text.slice(0, at))).toBe('it is damaged');
  chmodSync(path, 0o644);
  expect(said(text)).toBe('users other than its owner can open it');
});

it('stays when the database has lost its keys, and tells once that it cannot be written', async () => {
  const path = join(temporaryFolder(), 'known-keys.jsonl');
  const stores = await open();
  await newKey(stores.keys);
  await keep(stores, path).write();
  const text = readFileSync(path, 'utf8');
  const emptied = await open();
  await keep(emptied, path).write();
  expect(readFileSync(path, 'utf8')).toBe(text);
  const problems: unknown[] = [];
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  const copy = keep(stores, join(folder, 'file', 'known-keys.jsonl'), problems);
  for (let i = 0; i < 3; i++) await copy.write();
  expect(problems).toHaveLength(1);
});

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { GENERATOR } from '../../src/cli/terminal/version.js';
import { listDatasets, numberOf, servedDataset } from '../../src/dataset/dataset-folder.js';
import { runImport } from '../../src/importer/run-import.js';
import { verifyDataset } from '../../src/importer/write/verify-dataset.js';
import type { StoredKey } from '../../src/keys/api-key.js';
import { hashToken } from '../../src/keys/key-token.js';
import type { WholeKeyStore } from '../../src/keys/key-store.js';
import { openSqliteKeyStore } from '../keys/temporary-database.js';
import { runCli, type CliResult } from './run-cli.js';
import { tinyMap } from './tiny-map.js';

/** What is run with a fault, and what must be true after it, whatever failed. */
export interface Scenario {
  name: string;
  /** Makes what is there before. */
  prepare: (data: string) => void;
  args: (data: string) => string[];
  /** Expects that what is said is true. `fault` is `ENOSPC` and the like, `SIGKILL`, or null without one. */
  check: (data: string, result: CliResult, fault: string | null) => Promise<void>;
  /** Does the same again without a fault, and expects that all is as if there had been none. */
  tryAgain: (data: string) => Promise<void>;
}

/** The map that is imported with a fault. A small one makes the same calls as a large one. */
const NEW_NAME = 'new.osm';
const KEEP = 3;

/** Makes in `folder` what the scenarios start from. */
export async function scenariosIn(folder: string): Promise<Scenario[]> {
  const datasets = join(folder, 'datasets');
  for (const name of ['one', 'two', 'three']) {
    const path = join(folder, `${name}.osm`);
    writeFileSync(path, tinyMap(name));
    await importHere(path, datasets);
  }
  const imported = join(folder, NEW_NAME);
  writeFileSync(imported, tinyMap('new'));
  const databases = join(folder, 'databases');
  // By a process: only its end closes the database whole, and so the same calls follow each time.
  const made = await runCli(createKeyIn(databases));
  expect(made.status, made.stderr).toBe(0);
  return [
    {
      name: 'import into a folder with three datasets',
      prepare: (data) => cpSync(datasets, data, { recursive: true }),
      ...importOf(imported, 'three.osm'),
    },
    { name: 'import into no folder', prepare: () => undefined, ...importOf(imported, null) },
    {
      name: 'keys create in a database',
      prepare: (data) => cpSync(databases, data, { recursive: true }),
      ...creationOf(1),
    },
    { name: 'keys create without a database', prepare: () => undefined, ...creationOf(0) },
  ];
}

/** What the program says, without its progress. */
function messagesOf({ stderr }: CliResult): { errors: string[]; warnings: string[] } {
  const lines = stderr.split('\n').filter((line) => line.startsWith('gazarch: '));
  const isWarning = (line: string): boolean => line.startsWith('gazarch: warning: ');
  return {
    errors: lines.filter((line) => !isWarning(line) && !line.includes(' created the key database ')),
    warnings: lines.filter(isWarning),
  };
}

/** What is true of every command: no stack, no other cause than the fault, one line when it fails. */
function checkWords(result: CliResult, fault: string | null): void {
  const { errors, warnings } = messagesOf(result);
  expect(result.stderr).not.toMatch(/please report it|\n +at /);
  for (const line of [...errors, ...warnings]) {
    if (fault !== 'ENOSPC') expect(line).not.toMatch(/disk is full|ENOSPC|no space/i);
    if (fault !== 'EPERM') expect(line).not.toMatch(/permission is denied|EPERM|not permitted/i);
    // SQLite says "disk I/O error" for whatever fails when it writes.
    if (fault !== 'EIO') expect(line).not.toMatch(/\bEIO\b/);
    expect(line).not.toMatch(/damaged|not a usable|not a sound|newer version|another process|poorer/);
  }
  if (fault === 'SIGKILL') return;
  if (result.status === 0) expect(errors).toEqual([]);
  else expect(errors.length).toBe(1);
  expect([0, 1]).toContain(result.status);
  expect(result.stdout !== '').toBe(result.status === 0);
}

/** @param before the map that is served before, if any */
function importOf(map: string, before: string | null): Pick<Scenario, 'args' | 'check' | 'tryAgain'> {
  return {
    args: (data) => ['import', map, '--dataset', data, '--keep', String(KEEP)],
    check: async (data, result, fault) => {
      checkWords(result, fault);
      const source = servedSource(data);
      for (const { path } of listDatasets(data)) verifyDataset(path);
      expect([before, NEW_NAME]).toContain(source);
      if (fault === 'SIGKILL') return;
      const { errors, warnings } = messagesOf(result);
      expect(source).toBe(result.status === 0 ? NEW_NAME : before);
      if (errors.some((line) => line.includes('untouched'))) expect(source).toBe(before);
      if (result.status === 1) expect(warnings).toEqual([]);
      if (result.status === 0) checkKept(data, warnings.join());
      expect(leftovers(data).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      if (fault === null) expect(leftovers(data)).toEqual([]);
    },
    tryAgain: async (data) => {
      await importHere(map, data);
      expect(servedSource(data)).toBe(NEW_NAME);
      expect(leftovers(data)).toEqual([]);
      const count = listDatasets(data).length;
      expect(count).toBeLessThanOrEqual(KEEP);
      expect(count).toBeGreaterThanOrEqual(before === null ? 1 : KEEP);
    },
  };
}

/** Older datasets are gone, or a warning says why not. */
function checkKept(data: string, warnings: string): void {
  const numbers = listDatasets(data).map(({ number }) => number);
  if (/no older dataset was removed/.test(warnings)) expect(numbers.at(-1)).toBe(1);
  if (warnings === '') expect(numbers.length).toBeLessThanOrEqual(KEEP);
}

/** What is in a folder of datasets beyond them. The empty database of the lock belongs there. */
function leftovers(data: string): string[] {
  if (!existsSync(data)) return [];
  return readdirSync(data).filter(
    (name) => numberOf(name) === null && !['current', 'dataset.lock'].includes(name),
  );
}

/** The name of the map that is served, from a dataset that was verified. */
function servedSource(data: string): string | null {
  const served = servedDataset(data);
  return served === null ? null : verifyDataset(served.path).meta.sources[0].name;
}

async function importHere(source: string, out: string): Promise<void> {
  await runImport(
    { sources: [source], out, mapping: null, force: true, generator: GENERATOR, keep: KEEP },
    { onProgress: () => undefined },
  );
}

const databaseIn = (data: string): string => join(data, 'keys.sqlite');

function createKeyIn(data: string): string[] {
  return ['keys', 'create', '--name', 'x', '--endpoints', 'route', '--database', databaseIn(data)];
}

async function withKeys<T>(data: string, work: (store: WholeKeyStore) => Promise<T>): Promise<T> {
  const store = await openSqliteKeyStore(databaseIn(data));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function creationOf(before: number): Pick<Scenario, 'args' | 'check' | 'tryAgain'> {
  return {
    args: createKeyIn,
    check: async (data, result, fault) => {
      checkWords(result, fault);
      const { errors } = messagesOf(result);
      const keys = await keysAfter(data);
      const active = keys.filter(({ key }) => key.revokedAt === null);
      const [, token] = /Bearer (geo_\w+)/.exec(result.stdout) ?? [];
      const printed = active.filter(({ hash }) => token !== undefined && hash === hashToken(token));
      expect(printed.length).toBe(token === undefined ? 0 : 1);
      // Between the writing of a key and its printing a kill leaves one that nobody knows.
      if (fault === 'SIGKILL') return expect([before, before + 1]).toContain(active.length);
      expect(token !== undefined).toBe(result.status === 0);
      expect(active.length).toBe(before + printed.length);
      const revoked = errors.map((line) => /(key_\w+) was revoked/.exec(line)?.[1]).filter(Boolean);
      const allRevoked = keys.filter(({ key }) => key.revokedAt !== null).map(({ key }) => key.id);
      expect(revoked).toEqual(allRevoked);
    },
    tryAgain: async (data) => {
      const old = await keysAfter(data);
      const { status, stdout, stderr } = await runCli(createKeyIn(data), { isAnew: true });
      expect(status, stderr).toBe(0);
      const created = /key_\w+/.exec(stdout)![0];
      const ids = (await keysAfter(data)).map(({ key }) => key.id);
      expect(ids.sort()).toEqual([...old.map(({ key }) => key.id), created].sort());
      expect(readdirSync(data)).toEqual(['keys.sqlite']);
    },
  };
}

/** The keys that the next process to open the database finds. It looks at a copy: to open it changes it. */
async function keysAfter(data: string): Promise<StoredKey[]> {
  if (!existsSync(databaseIn(data)) || readFileSync(databaseIn(data)).length === 0) return [];
  const copy = mkdtempSync(`${data}-copy-`);
  cpSync(data, copy, { recursive: true });
  return withKeys(copy, (store) => store.list());
}

import { chmodSync, copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { isPostgresUrl, placeName } from '../../../database/postgres/postgres-url.js';
import { putInPlace, refuseUsed } from '../../../database/sqlite/restore-file.js';
import { SQLITE_SUFFIXES } from '../../../database/sqlite/sqlite-place.js';
import { InputError } from '../../../errors.js';
import type { StoredKey } from '../../../keys/api-key.js';
import { compareKeys } from '../../../keys/compare-keys.js';
import { addSettingFlags, readSetting, unknownSettings, type SettingFlags } from '../../settings/settings.js';
import { copySecret } from '../../terminal/console-secret.js';
import { openStores, type Stores } from '../../terminal/open-key-store.js';
import { print, printWarning, sayErrorsInOneLine } from '../../terminal/output.js';
import { checkFile } from '../../terminal/check-file.js';

interface RestoreFlags extends SettingFlags {
  yes?: boolean;
  json?: boolean;
}

/** A key database's content. */
interface Content {
  keys: StoredKey[];
  projects: number;
  closures: number;
  zones: number;
}

const NOTHING: Content = { keys: [], projects: 0, closures: 0, zones: 0 };

/** The maximum number of keys to name for each kind of change. */
const NAMED = 5;

/** `gazarch restore FILE [--yes]` */
export function restoreCommand(): Command {
  const command = new Command('restore')
    .description('show what a backup of the keys would change; with --yes, restore it')
    .argument('<file>', 'a file written by "gazarch keys backup"')
    .option('--yes', 'restore the backup; the previous files are kept under another name')
    .option('--json', 'print JSON')
    .action(restore);
  return sayErrorsInOneLine(addSettingFlags(command, ['database']));
}

async function restore(file: string, flags: RestoreFlags): Promise<void> {
  unknownSettings(process.env).forEach(printWarning);
  const database = readSetting('database', flags, process.env);
  const backup = resolve(file);
  refuse(backup, database);
  const path = resolve(database);
  if (flags.yes === true) refuseUsed(path);
  const [now, then] = [
    existsSync(path) ? await contentOf(path) : NOTHING,
    await contentOfBackup(backup, path),
  ];
  const away = flags.yes === true ? putBack(backup, path) : null;
  const changes = compareKeys(now.keys, then.keys);
  const names = (keys: StoredKey[]): string[] => keys.map(({ key }) => key.id);
  const { added, lost, unrevoked, changed } = changes;
  if (flags.json === true) {
    const ids = {
      added: names(added),
      lost: names(lost),
      usable_again: names(unrevoked),
      changed: names(changed),
    };
    const counts = (each: Content) => ({ ...each, keys: each.keys.length });
    const done = { restored: away !== null, before_in: away };
    print(JSON.stringify({ database: path, backup, ...done, now: counts(now), then: counts(then), ...ids }));
    return;
  }
  const figures = (['projects', 'closures', 'zones'] as const).map(
    (what) => `${what} ${now[what]} to ${then[what]}`,
  );
  print(`${path}: keys ${now.keys.length} to ${then.keys.length}, ${figures.join(', ')}`);
  say(added, 'in the backup but not in the database: will work again');
  say(lost, 'created after the backup: will be refused');
  say(unrevoked, 'revoked after the backup: will work again, so revoke them once more');
  say(changed, 'with a different secret or different rules: will be as in the backup');
  if (away === null) print('Nothing was changed. Stop the service, and add --yes to restore the backup.');
  else print(`The backup was restored. The previous files are in ${away}. Start the service.`);
}

/**
 * @throws InputError if the keys are stored in PostgreSQL, or if the backup is missing, in use, or the
 * database itself
 */
function refuse(backup: string, database: string): void {
  if (isPostgresUrl(database))
    throw new InputError(
      `the keys are in PostgreSQL, in ${placeName(database)}: restore a pg_dump with psql, ` +
        'or copy a key database file there with `gazarch keys copy`',
    );
  checkFile(backup);
  if (resolve(database) === backup)
    throw new InputError(`${backup} is the key database itself; specify a backup`);
  if (existsSync(`${backup}-wal`) && statSync(`${backup}-wal`).size > 0)
    throw new InputError(`${backup} is a database in use; make a backup of it with \`gazarch keys backup\``);
}

/**
 * Reads the content from a copy of the backup, because opening an older backup would add the current tables
 * to it.
 */
async function contentOfBackup(backup: string, path: string): Promise<Content> {
  const copy = `${path}.looked-at-${process.pid}`;
  try {
    copyFileSync(backup, copy);
    chmodSync(copy, 0o600);
    return await contentOf(copy);
  } catch (error) {
    if (!InputError.is(error)) throw error;
    throw new InputError(error.message.replaceAll(copy, backup), { cause: error });
  } finally {
    for (const suffix of SQLITE_SUFFIXES) rmSync(copy + suffix, { force: true });
  }
}

async function contentOf(path: string): Promise<Content> {
  const stores: Stores = await openStores(path, { mustExist: true, warn: printWarning });
  try {
    return {
      keys: await stores.keys.list(),
      projects: (await stores.keys.projects()).length,
      closures: (await stores.closures.list()).length,
      zones: (await stores.zones.list()).length,
    };
  } finally {
    await stores.keys.close();
  }
}

/** @returns the path to which the old files were moved */
function putBack(backup: string, path: string): string {
  const moment = new Date().toISOString().slice(0, 19).replace(/:/g, '-');
  const away = `${path}.before-${moment}`;
  if (existsSync(away)) throw new InputError(`${away} already exists; wait a second and try again`);
  copySecret(path, away);
  putInPlace(backup, path, away);
  copySecret(backup, path);
  chmodSync(path, 0o600);
  return away;
}

function say(keys: readonly StoredKey[], what: string): void {
  if (keys.length === 0) return;
  const names = keys.slice(0, NAMED).map(({ key }) => `${key.id} (${key.name})`);
  const more = keys.length > NAMED ? [`${keys.length - NAMED} more`] : [];
  print(`  ${keys.length} ${what}\n    ${[...names, ...more].join(', ')}`);
}

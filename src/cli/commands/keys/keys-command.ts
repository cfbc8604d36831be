import { resolve } from 'node:path';
import { Command } from 'commander';
import { counted } from '../../../counted.js';
import { InputError } from '../../../errors.js';
import { KEY_SCOPES, type ApiKey } from '../../../keys/api-key.js';
import { DEFAULT_PROJECT } from '../../../keys/project.js';
import { copySecret } from '../../terminal/console-secret.js';
import { formatTable, print, printWarning, sayErrorsInOneLine } from '../../terminal/output.js';
import { addSettingFlags, checkSetting, readSetting, unknownSettings } from '../../settings/settings.js';
import { withStore, type KeysFlags } from './key-database.js';
import { addRuleFlags } from './key-flags.js';
import { describe, tableRow, toJson, unknownKey } from './key-text.js';
import { editKeyAndPrint, rotateKeyAndPrint } from './keys-change.js';
import { printErrors } from './keys-errors.js';
import { createKeyAndPrint } from './keys-create.js';
import { copyKeys, type CopyResult } from '../../../keys/copy-keys.js';
import type { WholeKeyStore } from '../../../keys/key-store.js';
import { databaseName, openKeyStore } from '../../terminal/open-key-store.js';

/**
 * `gazarch keys create|list|show|edit|rotate|revoke|errors|backup|copy`. A running service sees changes
 * within seconds.
 */
export function keysCommand(): Command {
  const command = new Command('keys').description(
    'create, list, edit, rotate, revoke, back up and copy API keys',
  );
  addSettingFlags(command.command('create'), ['databaseMustExist'])
    .description('create a key and print it once')
    .requiredOption('--name <name>', 'what or who the key is for')
    .requiredOption('--endpoints <list>', `what the key may call, comma-separated: ${KEY_SCOPES.join(',')}`)
    .option('--project <id>', 'the project that the key belongs to', DEFAULT_PROJECT)
    .option('--force', 'create the key even if the database is empty although the service had keys before')
    .action(createKeyAndPrint);
  command
    .command('list')
    .description('list all keys, oldest first')
    .option('--project <id>', 'only list the keys of one project')
    .action(list);
  command
    .command('show')
    .description('show one key')
    .argument('<id>', 'id of the key, such as key_4f9sK2mQx0Lz')
    .action(show);
  command
    .command('edit')
    .description('change what a key may do, with immediate effect')
    .argument('<id>', 'id of the key, such as key_4f9sK2mQx0Lz')
    .option('--name <name>', 'what or who the key is for')
    .action(editKeyAndPrint);
  command
    .command('rotate')
    .description('give a key a new secret and print it once; the id stays the same')
    .argument('<id>', 'id of the key, such as key_4f9sK2mQx0Lz')
    .option('--grace <span>', 'how long the previous secret keeps working: 30m, 12h, at most 7d, or 0', '1d')
    .action(rotateKeyAndPrint);
  command
    .command('revoke')
    .description('revoke a key for good')
    .argument('<id>', 'id of the key, such as key_4f9sK2mQx0Lz')
    .action(revoke);
  command
    .command('errors')
    .description('show the last requests that ended in an error, newest first')
    .option('--key <id>', 'only the errors of the key with this id')
    .option('--request <id>', 'only the request whose answer had this X-Request-ID')
    .action(printErrors);
  command
    .command('backup')
    .description('copy all keys into a new file, even while the service runs')
    .argument('<file>', 'the file to write; it must not exist yet')
    .action(backup);
  for (const each of command.commands)
    if (each.name() === 'create' || each.name() === 'edit')
      addRuleFlags(each, { isEdit: each.name() === 'edit' });
  for (const each of command.commands) addSettingFlags(each, ['database']).option('--json', 'print JSON');
  command
    .command('copy')
    .description('copy all keys into another database, such as from SQLite to PostgreSQL; can be repeated')
    .requiredOption('--from <place>', 'where the keys are: a SQLite file or a PostgreSQL URL')
    .requiredOption(
      '--to <place>',
      'where to copy the keys: a SQLite file or a PostgreSQL URL; missing tables are created',
    )
    .option('--json', 'print JSON')
    .action(copyKeysAndPrint);
  return sayErrorsInOneLine(command);
}

async function list(flags: KeysFlags & { project?: string }): Promise<void> {
  const { project } = flags;
  const stored = await withStore(flags, { mayBeMade: false }, async (store) => {
    if (project !== undefined && (await store.project(project)) === null)
      throw new InputError(`there is no project ${JSON.stringify(project)}`);
    return store.list(project);
  });
  const now = new Date();
  if (flags.json === true) {
    print(JSON.stringify(stored.map(({ key }) => toJson(key, now))));
  } else if (stored.length === 0 && project !== undefined) {
    print(`The project ${project} has no keys yet.`);
  } else if (stored.length === 0) {
    print(
      'There are no keys yet. Create one: ' +
        `gazarch keys create --name NAME --endpoints ${KEY_SCOPES.join(',')}`,
    );
  } else {
    const dates = ['CREATED', 'EXPIRES', 'LAST USED'];
    const header = ['ID', 'NAME', 'PROJECT', 'STATUS', 'ENDPOINTS', 'PER MINUTE', ...dates];
    const rows = stored.map(({ key }) => tableRow(key, now));
    print(formatTable(header, rows));
  }
}

async function show(id: string, flags: KeysFlags): Promise<void> {
  const stored = await withStore(flags, { mayBeMade: false }, (store) => store.get(id));
  printKey((stored ?? unknownKey(id)).key, flags);
}

async function revoke(id: string, flags: KeysFlags): Promise<void> {
  const stored = await withStore(flags, { mayBeMade: false }, (store) => store.revoke(id, new Date()));
  printKey((stored ?? unknownKey(id)).key, flags);
}

/** Writes a copy of the database, even while `serve` is using it. */
async function backup(file: string, flags: KeysFlags): Promise<void> {
  const keys = await withStore(flags, { mayBeMade: false }, (store) => store.backup(file));
  copySecret(readSetting('database', { ...flags }, process.env), file);
  const path = resolve(file);
  print(
    flags.json === true
      ? JSON.stringify({ file: path, keys })
      : `${counted(keys, 'key is', 'keys are')} in ${path}`,
  );
}

function printKey(key: ApiKey, flags: KeysFlags): void {
  const now = new Date();
  print(flags.json === true ? JSON.stringify(toJson(key, now)) : describe(key, now));
}

interface CopyFlags {
  from: string;
  to: string;
  json?: boolean;
}

/**
 * `gazarch keys copy` moves a deployment from one database to another. The source database is only read,
 * never changed.
 */
async function copyKeysAndPrint(flags: CopyFlags): Promise<void> {
  unknownSettings(process.env).forEach(printWarning);
  const from = checkSetting('database', '--from', flags.from);
  const to = checkSetting('database', '--to', flags.to);
  if (databaseName(from) === databaseName(to))
    throw new InputError(`--from and --to name the same key database ${databaseName(to)}`);
  const source = await openKeyStore(from, { mustExist: true, warn: printWarning });
  try {
    const target = await openKeyStore(to, { mustExist: false, warn: printWarning });
    try {
      report(await copyKeys(source, target), source, target, flags.json === true);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function report(result: CopyResult, source: WholeKeyStore, target: WholeKeyStore, isJson: boolean): void {
  const { copied, revoked, present } = result;
  if (isJson) {
    print(JSON.stringify({ from: source.place, to: target.place, made: target.isNew, ...result }));
    return;
  }
  print(
    `${keys(copied)} copied from ${source.place} to ${target.place}` +
      `${target.isNew ? ' (just created)' : ''}; ${counted(present, 'was', 'were')} there already` +
      `${revoked > 0 ? `, of which ${counted(revoked, 'is', 'are')} revoked now` : ''}.`,
  );
}

function keys(count: number): string {
  return counted(count, 'key was', 'keys were');
}

import { resolve } from 'node:path';
import { Command } from 'commander';
import { InputError } from '../../errors.js';
import { KEY_SCOPES } from '../../keys/api-key.js';
import type { ApiKey } from '../../keys/api-key.js';
import { isWellFormedToken } from '../../keys/key-token.js';
import { formatTable, print, sayErrorsInOneLine } from '../terminal/output.js';
import { addSettingFlags } from '../terminal/settings.js';
import { withStore, type KeysFlags } from './key-database.js';
import { describe, tableRow, toJson } from './key-text.js';
import { copyKeysAndPrint } from './keys-copy.js';
import { createKeyAndPrint } from './keys-create.js';

/** `gazarch keys create|list|show|revoke|backup|copy`. A running service sees changes within seconds. */
export function keysCommand(): Command {
  const command = new Command('keys').description('create, list, revoke, back up and copy API keys');
  addSettingFlags(command.command('create'), ['databaseMustExist'])
    .description('create a key and print it, this once')
    .requiredOption('--name <name>', 'what or whom the key is for')
    .requiredOption('--endpoints <list>', `what the key may call, comma-separated: ${KEY_SCOPES.join(',')}`)
    .option('--rate-limit <n>', 'requests per minute (default: that of the deployment)')
    .option(
      '--expires <date>',
      'a date such as 2030-12-31, a date-time, or a span such as 12h, 30d, 4w, 1y (default: never)',
    )
    .action(createKeyAndPrint);
  command.command('list').description('list all keys, oldest first').action(list);
  command
    .command('show')
    .description('show one key')
    .argument('<id>', 'id of the key, such as key_4f9sK2mQx0Lz')
    .action(show);
  command
    .command('revoke')
    .description('revoke a key for good')
    .argument('<id>', 'id of the key, such as key_4f9sK2mQx0Lz')
    .action(revoke);
  command
    .command('backup')
    .description('copy all keys into a new file, also while the service runs')
    .argument('<file>', 'the file to make; it must not be there yet')
    .action(backup);
  for (const each of command.commands) addSettingFlags(each, ['database']).option('--json', 'print JSON');
  command
    .command('copy')
    .description('copy all keys into another database, such as from SQLite to PostgreSQL; can be repeated')
    .requiredOption('--from <place>', 'where the keys are: a SQLite file or a URL of PostgreSQL')
    .requiredOption('--to <place>', 'where they go: likewise; the tables are made when there are none')
    .option('--json', 'print JSON')
    .action(copyKeysAndPrint);
  return sayErrorsInOneLine(command);
}

async function list(flags: KeysFlags): Promise<void> {
  const stored = await withStore(flags, { mayBeMade: false }, (store) => store.list());
  const now = new Date();
  if (flags.json === true) {
    print(JSON.stringify(stored.map(({ key }) => toJson(key, now))));
  } else if (stored.length === 0) {
    print(
      `There are no keys yet. Make one: gazarch keys create --name NAME --endpoints ${KEY_SCOPES.join(',')}`,
    );
  } else {
    const header = ['ID', 'NAME', 'STATUS', 'ENDPOINTS', 'PER MINUTE', 'CREATED', 'EXPIRES', 'LAST USED'];
    print(
      formatTable(
        header,
        stored.map(({ key }) => tableRow(key, now)),
      ),
    );
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

/** Writes a copy of the database that `serve` may be using. */
async function backup(file: string, flags: KeysFlags): Promise<void> {
  const keys = await withStore(flags, { mayBeMade: false }, (store) => store.backup(file));
  const path = resolve(file);
  print(
    flags.json === true
      ? JSON.stringify({ file: path, keys })
      : `${keys === 1 ? '1 key is' : `${keys} keys are`} in ${path}`,
  );
}

function unknownKey(id: string): never {
  // The user may have pasted the key itself. Do not print it: it would be on the terminal a second time.
  if (isWellFormedToken(id))
    throw new InputError(
      'this is a key, not the id of one; `gazarch keys list` shows the ids, which begin with key_',
    );
  throw new InputError(
    `there is no key with the id ${JSON.stringify(id)}; \`gazarch keys list\` shows them all`,
  );
}

function printKey(key: ApiKey, flags: KeysFlags): void {
  const now = new Date();
  print(flags.json === true ? JSON.stringify(toJson(key, now)) : describe(key, now));
}

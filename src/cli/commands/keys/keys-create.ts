import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError } from '../../../errors.js';
import { KEY_SCOPES } from '../../../keys/api-key.js';
import type { KeyScope } from '../../../keys/api-key.js';
import { makeKey } from '../../../keys/create-key.js';
import { openUsageDatabase } from '../../../database/open-usage-database.js';
import type { KeyStore, WholeKeyStore } from '../../../keys/key-store.js';
import { readDatasetPlace } from '../../settings/dataset-place.js';
import { knownCopyPath, readKnownCopy } from '../../terminal/known-copy.js';
import { printNote, printsNowhere, printSurely } from '../../terminal/output.js';
import { readSetting } from '../../settings/settings.js';
import { quoted } from '../../../shell-words.js';
import { checkProject } from '../../../keys/project-bounds.js';
import { withStore, type KeysFlags } from './key-database.js';
import { readRules, type KeyRuleFlags } from './key-flags.js';
import { describe, toJson } from './key-text.js';

export interface CreateFlags extends KeysFlags, KeyRuleFlags {
  name: string;
  endpoints: string;
  project: string;
  databaseMustExist?: boolean;
  data?: string;
  force?: boolean;
}

/**
 * `gazarch keys create`. Afterwards, either the key is stored and has been printed, or no usable key was
 * created.
 * @throws InputError on failure, with a message that says whether the key exists
 */
export async function createKeyAndPrint(flags: CreateFlags): Promise<void> {
  if (printsNowhere())
    throw new InputError('the key would be lost: stdout is closed or goes to /dev/null; no key was created');
  refuseUnnamedDatabase(flags);
  const now = new Date();
  const { rateLimit = null, expiresAt = null, ...rules } = readRules(flags, now);
  const { name, project: projectId } = flags;
  const endpoints = parseEndpoints(flags.endpoints);
  const made = makeKey({ ...rules, name, endpoints, projectId, rateLimit, expiresAt }, now);
  const { key, hash, previousHash } = made;
  await withStore(flags, { mayBeMade: true }, async (store) => {
    await checkProject(store, key);
    if (flags.force !== true) await refuseLostKeys(store, flags);
    try {
      await store.create({ key, hash, previousHash });
    } catch (error) {
      if (!InputError.is(error)) throw error;
      throw new InputError(`${error.message}; ${await undo(store, key.id)}`, { cause: error });
    }
    try {
      await printSurely(flags.json === true ? jsonText(made, now) : textOf(made, now));
    } catch (error) {
      const reason = (error as Error).message;
      throw new InputError(`the key could not be printed (${reason}); ${await undo(store, key.id)}`, {
        cause: error,
      });
    }
    // The note is printed last, because a closed stderr ends the program.
    if (store.isNew) printNote(`created the key database ${store.place}`);
  });
}

/**
 * Refuses to create a database that the user did not name, because a key is useless in a database that no
 * service reads. In a clone of the repository, the default database depends on the current folder.
 */
function refuseUnnamedDatabase(flags: CreateFlags): void {
  const named = [flags.database, flags.data, process.env['GAZARCH_DATABASE'], process.env['GAZARCH_DATA']];
  if (named.some((one) => one !== undefined && one !== '')) return;
  // With this setting, the database is not created, and another message says so.
  if (readSetting('databaseMustExist', { ...flags }, process.env)) return;
  const path = resolve(readSetting('database', { ...flags }, process.env));
  if (existsSync(path)) return;
  throw new InputError(
    `there is no key database ${path}, and no key was created; ` +
      `name your service's database with --database FILE ` +
      `(the service prints it at startup), or create a new one here with --database ${quoted(path)}`,
  );
}

/**
 * Refuses an empty database if the service has had keys before: it is either the wrong database or one that
 * has lost its keys. If a key were created in it, the keys that the service still knows would stop working.
 * @throws InputError with the evidence
 */
async function refuseLostKeys(store: WholeKeyStore, flags: CreateFlags): Promise<void> {
  if ((await store.list()).length > 0) return;
  const trace = await traceOfKeys(store, flags);
  if (trace === null) return;
  throw new InputError(
    `there are no keys in ${store.place}, but there used to be: ${trace}; no key was created. ` +
      'Mount the volume of the database, restore a backup (`gazarch restore FILE`), or start ' +
      'over with --force',
  );
}

/** Returns evidence of earlier keys, or `null` if there is none. */
async function traceOfKeys(store: WholeKeyStore, flags: CreateFlags): Promise<string | null> {
  const path = knownCopyPath(readDatasetPlace({ ...flags }, process.env).folder);
  try {
    if (readKnownCopy(path, store.place) !== null) return `${path} is a copy of the keys`;
  } catch {
    // The copy of the keys belongs to another database or cannot be used.
  }
  const { place, database } = await openUsageDatabase(
    readSetting('database', { ...flags }, process.env),
    true,
  );
  try {
    const months = database.selectFrom('usage_months').select('key_id').where('key_id', '<>', '');
    return (await months.executeTakeFirst()) === undefined
      ? null
      : `the usage of earlier keys is recorded in ${place}`;
  } catch {
    return null;
  } finally {
    await database.destroy();
  }
}

/**
 * Revokes a key that was never shown to anyone. Even after a failed write, the key may be in the database: if
 * only the last step failed, SQLite may complete the write later.
 * @returns what happened to the key, for the message
 */
async function undo(store: KeyStore, id: string): Promise<string> {
  try {
    const stored = await store.revoke(id, new Date());
    return stored === null ? 'no usable key was created' : `${id} was revoked; create another`;
  } catch {
    return `it is unknown whether the key was stored: if \`gazarch keys list\` shows ${id}, revoke it`;
  }
}

type MadeKey = ReturnType<typeof makeKey>;

function jsonText({ key, token }: MadeKey, now: Date): string {
  const { id, name, ...rest } = toJson(key, now);
  return JSON.stringify({ id, name, key: token, ...rest });
}

function textOf({ key, token }: MadeKey, now: Date): string {
  return (
    `${describe(key, now)}\n\nAuthorization: Bearer ${token}\n\n` +
    `This is the header to send with every request. Save it now: the key will not be shown again.`
  );
}

function parseEndpoints(text: string): KeyScope[] {
  return text.split(',').map((part) => {
    const endpoint = KEY_SCOPES.find((known) => known === part.trim());
    if (endpoint !== undefined) return endpoint;
    throw new InputError(
      `--endpoints is ${JSON.stringify(text)}; it must be a comma-separated list of ${KEY_SCOPES.join(', ')}`,
    );
  });
}

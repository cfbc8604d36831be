import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { KEY_SCOPES } from '../../../keys/api-key.js';
import { makeKey } from '../../../keys/create-key.js';
import type { KeyStore } from '../../../keys/key-store.js';

/** The key of a new user, and the way he gets it. */
export interface FirstKey {
  id: string;
  token: string;
  /** The file with the key; null: the terminal shows it. */
  file: string | null;
}

/**
 * Creates a key for a new user, unless the store has one already. The output of a service goes into journals
 * and logs that many people can read. So a key is shown only on a terminal. Otherwise it is written to a file
 * in `folder` that only its owner reads.
 * @returns null if no key was created
 */
export async function createFirstKey(
  store: KeyStore,
  { folder, isTerminal, logger }: { folder: string; isTerminal: boolean; logger: Logger },
): Promise<FirstKey | null> {
  if ((await store.list()).length > 0) return null;
  const { key, hash, previousHash, token } = makeKey({
    name: 'first key',
    endpoints: [...KEY_SCOPES],
    rateLimit: null,
    expiresAt: null,
  });
  // The file comes first: a key that is in no database opens nothing, but a key that nobody has is lost.
  const file = isTerminal ? null : writeFirstKey(folder, key.id, token);
  try {
    await store.create({ key, hash, previousHash });
  } catch (error) {
    if (file !== null) rmSync(file, { force: true });
    throw error;
  }
  if (file !== null)
    logger.warn({ file, key_id: key.id }, `the first key is in ${file}; move it to a safe place`);
  return { id: key.id, token, file };
}

/** @returns the full path of the file with the key and a line end */
function writeFirstKey(folder: string, id: string, token: string): string {
  const usual = join(folder, 'first-key.txt');
  try {
    writeSecret(usual, token);
    return usual;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // It has the key of an earlier database. Somebody may still need it.
  const other = join(folder, `first-key-${id}.txt`);
  writeSecret(other, token);
  return other;
}

/** Makes a file that only its owner reads, or no file. */
function writeSecret(path: string, secret: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, `${secret}\n`);
    fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { KEY_SCOPES } from '../../../keys/api-key.js';
import { makeKey } from '../../../keys/create-key.js';
import type { KeyStore } from '../../../keys/key-store.js';

/** A new user's key, and how the user receives it. */
export interface FirstKey {
  id: string;
  token: string;
  /** The file with the key; `null` if the terminal shows it. */
  file: string | null;
}

/**
 * Creates a key for a new user, unless the store already has one. A service's output ends up in logs that
 * many people can read. The key is therefore shown only on a terminal. Otherwise it is written to a file in
 * `folder` that only its owner can read.
 * @returns `null` if no key was created
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
  // The file is written before the key is stored: a key that is in no database is merely useless, but a
  // stored key that nobody has received is lost.
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

/** @returns the full path of the file, which contains the key followed by a newline */
function writeFirstKey(folder: string, id: string, token: string): string {
  const usual = join(folder, 'first-key.txt');
  try {
    writeSecret(usual, token);
    return usual;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // The existing file contains an earlier database's key, which may still be needed.
  const other = join(folder, `first-key-${id}.txt`);
  writeSecret(other, token);
  return other;
}

/** Creates a file that only its owner can read, or no file at all. */
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

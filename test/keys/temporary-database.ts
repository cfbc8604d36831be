import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ApiKey } from '../../src/keys/api-key.js';
import { createKey } from '../../src/keys/create-key.js';
import type { KeyLookup } from '../../src/keys/key-lookup.js';
import type { KeyStore, WholeKeyStore } from '../../src/keys/key-store.js';
import type { KeyRequest } from '../../src/keys/create-key.js';
import type { OpenOptions } from '../../src/database/schema/open-database.js';
import { openKeyStore } from '../../src/cli/terminal/open-key-store.js';
import { SCRATCH } from '../scratch.js';

/** A new folder for one test. It is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(SCRATCH, 'gazarch-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A path where no database exists yet. */
export function temporaryDatabase(): string {
  return join(temporaryFolder(), 'keys.sqlite');
}

export function openSqliteKeyStore(path: string, options: Partial<OpenOptions> = {}): Promise<WholeKeyStore> {
  return openKeyStore(path, { mustExist: false, warn: () => undefined, ...options });
}

/** Opens a store that is closed when the test ends. */
export async function openStore(path: string): Promise<WholeKeyStore> {
  const store = await openSqliteKeyStore(path);
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

export const REQUEST: KeyRequest = {
  name: 'test',
  endpoints: ['geocode', 'route'],
  rateLimit: null,
  expiresAt: null,
};

export function newKey(store: KeyStore, request: Partial<KeyRequest> = {}): ReturnType<typeof createKey> {
  return createKey(store, { ...REQUEST, ...request });
}

/** The key that a lookup finds, at once where the lookup knows it at once. */
export function findKey(keys: KeyLookup, token: string): ApiKey | null | Promise<ApiKey | null> {
  const found = keys.find(token);
  return found instanceof Promise ? found.then((late) => late?.key ?? null) : (found?.key ?? null);
}

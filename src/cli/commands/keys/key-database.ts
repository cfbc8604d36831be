import { openDatabase } from '../../../database/open-database.js';
import type { WholeKeyStore } from '../../../keys/key-store.js';
import { DATABASE_REMEDY } from '../../terminal/open-key-store.js';
import { AuditedKeyStore } from '../../terminal/audited-key-store.js';
import { printWarning } from '../../terminal/output.js';
import { readSetting, unknownSettings } from '../../settings/settings.js';

/** The flags that all `gazarch keys` commands share. */
export interface KeysFlags {
  database?: string;
  json?: boolean;
}

/**
 * Opens the key store, runs `work` with it, and closes it afterwards. Unknown `GAZARCH_` variables cause a
 * warning.
 */
export async function withStore<T>(
  flags: KeysFlags,
  options: { mayBeMade: boolean },
  work: (store: WholeKeyStore) => Promise<T>,
): Promise<T> {
  unknownSettings(process.env).forEach(printWarning);
  const path = readSetting('database', { ...flags }, process.env);
  const mayNot = options.mayBeMade && readSetting('databaseMustExist', { ...flags }, process.env);
  const database = await openDatabase(path, {
    mustExist: !options.mayBeMade || mayNot,
    ...(mayNot ? { remedy: DATABASE_REMEDY } : {}),
    warn: printWarning,
  });
  const store = new AuditedKeyStore(database);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

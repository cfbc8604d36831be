import { openDatabase } from '../../database/open-database.js';
import type { OpenDatabase } from '../../database/schema/open-database.js';
import { printWarning } from '../terminal/output.js';
import { readSetting, unknownSettings, type SettingFlags } from './settings.js';

/**
 * Opens the key database for a command, and closes it afterwards. @param how.mayBeMade whether to create a
 * missing database
 */
export async function withDatabase<T>(
  flags: SettingFlags,
  { mayBeMade }: { mayBeMade: boolean },
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  unknownSettings(process.env).forEach(printWarning);
  const place = readSetting('database', flags, process.env);
  const database = await openDatabase(place, { mustExist: !mayBeMade, warn: printWarning });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

import { ConsoleError } from '../../../console/accounts/guards/console-error.js';
import type { OpenServices } from '../../../console/open-services.js';
import { openDatabase } from '../../../database/open-database.js';
import { openUsageDatabase } from '../../../database/open-usage-database.js';
import { InputError } from '../../../errors.js';
import { SqlKeyStore } from '../../../keys/sql-key-store.js';
import { Calendar } from '../../../usage/calendar.js';
import { SqlUsageStore } from '../../../usage/sql/sql-usage-store.js';
import { printWarning } from '../../terminal/output.js';
import { readSetting, unknownSettings, type SettingName, type Settings } from '../../settings/settings.js';

/** The flags that all `gazarch users` and `gazarch projects` commands share. */
export type ConsoleFlags = Readonly<Record<string, unknown>> & { json?: boolean };

/** The settings that these commands read. */
export const COMMAND_SETTINGS = [
  ...['database', 'timeZone', 'defaultRateLimit', 'consolePort', 'consoleUrl', 'openSignUp', 'smtp'],
  ...['mailFrom', 'signUpRateLimit'],
] as SettingName[];

/**
 * Opens the console's data, passes `work` the functions that the console's pages use, and closes the data
 * afterwards.
 */
export async function withConsole<T>(
  flags: ConsoleFlags,
  work: (commands: OpenServices) => Promise<T>,
): Promise<T> {
  unknownSettings(process.env).forEach(printWarning);
  const read = <Name extends SettingName>(name: Name): Settings[Name] =>
    readSetting(name, flags, process.env);
  const place = read('database');
  const database = await openDatabase(place, { mustExist: false, warn: printWarning });
  const keys = new SqlKeyStore(database);
  const calendar = new Calendar(read('timeZone'));
  const usage = new SqlUsageStore((await openUsageDatabase(place, false)).database, calendar);
  const { openServices } = await import('../../../console/open-services.js');
  const [smtp, mailFrom] = [read('smtp'), read('mailFrom')];
  const commands = openServices({
    ...{ database, keys, usage, calendar },
    consoleUrl: read('consoleUrl') || `http://localhost:${read('consolePort')}`,
    mail: smtp === '' ? null : { url: smtp, from: mailFrom },
    opensSignUp: read('openSignUp'),
    signUpRateLimit: read('signUpRateLimit'),
    defaultRateLimit: read('defaultRateLimit'),
  });
  try {
    return await work(commands);
  } catch (error) {
    // If the console rejects an action, its message is printed as one line.
    if (ConsoleError.is(error)) throw new InputError(error.message);
    throw error;
  } finally {
    commands.close();
    await usage.close();
    await keys.close();
  }
}

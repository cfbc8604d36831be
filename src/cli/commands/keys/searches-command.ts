import { Command } from 'commander';
import { openUsageDatabase } from '../../../database/open-usage-database.js';
import { InputError } from '../../../errors.js';
import { Calendar, dateText } from '../../../usage/calendar.js';
import { SqlUsageStore } from '../../../usage/sql/sql-usage-store.js';
import { SHOWN_FROM } from '../../../usage/unfound-searches.js';
import { addSettingFlags, readSetting, type SettingFlags } from '../../settings/settings.js';
import { formatTable, print, sayErrorsInOneLine } from '../../terminal/output.js';

interface SearchesFlags extends SettingFlags {
  unfound?: boolean;
  json?: boolean;
}

/** The maximum number of search texts to print. */
const MOST = 1_000;

/** `gazarch searches --unfound` */
export function searchesCommand(): Command {
  const command = new Command('searches')
    .description('show searches by many people that found nothing')
    .option('--unfound', 'list searches that found nothing, or matched only part of the query')
    .option('--json', 'print JSON')
    .action(show);
  return sayErrorsInOneLine(addSettingFlags(command, ['database', 'timeZone']));
}

async function show(flags: SearchesFlags): Promise<void> {
  if (flags.unfound !== true)
    throw new InputError('add --unfound: only searches that found nothing are counted');
  const calendar = new Calendar(readSetting('timeZone', flags, process.env));
  const { database } = await openUsageDatabase(readSetting('database', flags, process.env), true);
  const store = new SqlUsageStore(database, calendar);
  try {
    const texts = await store.unfound(Date.now(), MOST);
    if (flags.json === true) {
      print(JSON.stringify(texts.map(({ last_s, ...rest }) => ({ ...rest, last: dateText(last_s) }))));
    } else if (texts.length === 0) {
      const { askers, days_apart } = SHOWN_FROM;
      print(
        `No query was sent by ${askers} or more different clients, the last time at least ${days_apart} ` +
          'days after the first. The service counts such queries only with --count-unfound.',
      );
    } else {
      const rows = texts.map(({ text, requests, askers, last_s }) => [
        ...[text, String(requests), String(askers), dateText(last_s)],
      ]);
      print(formatTable(['TEXT', 'REQUESTS', 'ASKERS', 'LAST'], rows));
    }
  } finally {
    await store.close();
  }
}

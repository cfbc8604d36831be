import { Command, InvalidArgumentError } from 'commander';
import { openUsageDatabase } from '../../../database/open-usage-database.js';
import { InputError } from '../../../errors.js';
import type { ApiKey } from '../../../keys/api-key.js';
import { isWellFormedToken } from '../../../keys/key-token.js';
import { addDays, Calendar, dateText } from '../../../usage/calendar.js';
import { SqlUsageStore } from '../../../usage/sql/sql-usage-store.js';
import type { UsageColumn, UsageSum } from '../../../usage/usage-store.js';
import { print } from '../../terminal/output.js';
import { addSettingFlags, readSetting } from '../../settings/settings.js';
import { withStore } from './key-database.js';
import { allKeysText, oneKeyText, usageJson, type UsageView } from './usage-text.js';

interface UsageFlags {
  key?: string;
  days: number;
  json?: boolean;
  database?: string;
  timeZone?: string;
}

/** Usage per day is kept for 13 months. */
const MOST_DAYS = 396;

/** `gazarch usage [--key ID] [--days N] [--json]` */
export function usageCommand(): Command {
  const command = new Command('usage')
    .description('show the daily usage of the API keys; the last few seconds are not included yet')
    .option('--key <id>', 'only this key, by its id, such as key_4f9sK2mQx0Lz (default: all, busiest first)')
    .option('--days <n>', `the number of days up to today, at most ${MOST_DAYS}`, daysOf, 30)
    .action(show);
  return addSettingFlags(command, ['database', 'timeZone']).option('--json', 'print JSON');
}

function daysOf(text: string): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MOST_DAYS)
    throw new InvalidArgumentError(`it must be a whole number from 1 to ${MOST_DAYS}.`);
  return days;
}

async function show(flags: UsageFlags): Promise<void> {
  const keys = (await withStore(flags, { mayBeMade: false }, (store) => store.list())).map(({ key }) => key);
  const key = flags.key === undefined ? null : knownKey(keys, flags.key);
  const view = await viewOf(flags, keys, key);
  if (flags.json === true) print(JSON.stringify(usageJson(view)));
  else print(key === null ? allKeysText(view) : oneKeyText(view, key));
}

function knownKey(keys: readonly ApiKey[], id: string): ApiKey {
  const key = keys.find((each) => each.id === id);
  if (key !== undefined) return key;
  // The id is not printed: if it is the key itself, it would appear on the terminal twice.
  const what = isWellFormedToken(id) ? 'this is a key, not its id' : `there is no key ${JSON.stringify(id)}`;
  throw new InputError(`${what}; \`gazarch keys list\` shows the ids`);
}

async function viewOf(flags: UsageFlags, keys: readonly ApiKey[], key: ApiKey | null): Promise<UsageView> {
  const calendar = new Calendar(readSetting('timeZone', { ...flags }, process.env));
  const { database } = await openUsageDatabase(readSetting('database', { ...flags }, process.env), true);
  const store = new SqlUsageStore(database, calendar);
  const today_s = calendar.dateAt(Date.now());
  const from_s = addDays(today_s, 1 - flags.days);
  const sums = (column: UsageColumn): Promise<UsageSum[]> =>
    store.read({
      span: 'day',
      from_s,
      until_s: addDays(today_s, 1),
      keyId: key?.id,
      by: [column, 'outcome'],
    });
  try {
    return {
      timeZone: calendar.timeZone,
      dates: Array.from({ length: flags.days }, (_, i) => dateText(addDays(from_s, i))),
      key,
      names: new Map(keys.map(({ id, name }) => [id, name])),
      byDate: await sums('start'),
      byEndpoint: await sums('endpoint'),
      byKey: key === null ? await sums('key') : [],
    };
  } finally {
    await store.close();
  }
}

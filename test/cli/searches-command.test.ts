import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { searchesCommand } from '../../src/cli/commands/keys/searches-command.js';
import { openUsageDatabase } from '../../src/database/open-usage-database.js';
import { Calendar } from '../../src/usage/calendar.js';
import { SqlUsageStore } from '../../src/usage/sql/sql-usage-store.js';
import { SCRATCH } from '../scratch.js';

/** What `gazarch searches --unfound` says if there is nothing to show. */

const DAY_MS = 86_400_000;
const folder = mkdtempSync(join(SCRATCH, 'gazarch-searches-'));
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it('says the rule by which a query is shown: a span of days, not a number of days', async () => {
  const place = join(folder, 'keys.sqlite');
  const { database } = await openUsageDatabase(place, false);
  const store = new SqlUsageStore(database, new Calendar('Asia/Ulaanbaatar'));
  // Five clients on three days, of which the last is only two days after the first.
  const unfound = Array.from({ length: 5 }, (_, asker) => ({
    ...{ text: 'шинэ дэлгүүр', asker: `key_${asker}`, requests: 1 },
    time_ms: Date.now() - (asker % 3) * DAY_MS,
  }));
  await store.add({ writer: 'w', sequence: 1, counts: [], unfound });
  await store.close();
  const said: unknown[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(text) > 0);
  await searchesCommand().parseAsync(['--unfound', '--database', place], { from: 'user' });
  expect(said.join('')).toMatch(
    /^No query was sent by 5 or more different clients, the last time at least 3 days after the first\. /,
  );
});

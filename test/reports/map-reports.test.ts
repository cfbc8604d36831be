import { describe, expect, it, onTestFinished } from 'vitest';
import { openStores } from '../../src/cli/terminal/open-key-store.js';
import type { MapReports, NewReport } from '../../src/reports/map-reports.js';
import { temporaryDatabase } from '../keys/temporary-database.js';
import { hasPostgres, usePostgres } from '../postgres.js';

const REPORT: NewReport = {
  ...{ kind: 'place', text: "Дэлгүүр нүүсэн'; drop table map_reports; --", asked: '#q=дэлгүүр' },
  ...{ longitude: 106.9176, latitude: 47.9188, place_id: 'osm:node:1', place_name: 'Номин' },
};

async function open(place: string): Promise<MapReports> {
  const { keys, reports } = await openStores(place, { mustExist: false, warn: () => undefined });
  onTestFinished(() => keys.close());
  return reports;
}

/** What holds of reports in every database. */
function contract(place: () => string | Promise<string>): void {
  it('keeps what was said, newest first, until it is done', async () => {
    const reports = await open(await place());
    expect(await reports.add(REPORT, 1_000)).toBe(true);
    const other = { ...REPORT, kind: 'road', place_id: null, place_name: null, asked: '' };
    expect(await reports.add(other, 2_000)).toBe(true);
    const [second, first] = await reports.list();
    expect(first).toEqual({ ...REPORT, id: first.id, own_name: null, created_at: 1_000 });
    expect(second).toEqual({ ...other, id: second.id, own_name: null, created_at: 2_000 });
    await reports.setOwnName(first.id, 'Номин');
    await reports.remove(second.id);
    expect(await reports.list()).toEqual([{ ...first, own_name: 'Номин' }]);
  });

  it('takes no more than a thousand', async () => {
    const reports = await open(await place());
    for (let i = 0; i < 1_000; i++) await reports.add(REPORT, i);
    expect(await reports.add(REPORT, 1_000)).toBe(false);
    const [last] = await reports.list();
    await reports.remove(last.id);
    expect(await reports.add(REPORT, 1_001)).toBe(true);
  });
}

describe('reports in SQLite', () => contract(temporaryDatabase));

describe.skipIf(!hasPostgres)('reports in PostgreSQL', () => {
  const server = usePostgres();
  contract(async () => server.url(await server.makeDatabase()));
});

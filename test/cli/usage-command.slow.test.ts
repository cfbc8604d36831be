import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteUsage } from '../../src/database/sqlite/sqlite-usage.js';
import { Calendar, dateText, addDays } from '../../src/usage/calendar.js';
import { SqlUsageStore } from '../../src/usage/sql/sql-usage-store.js';
import { UsageCounter } from '../../src/usage/usage-counter.js';
import { UsageWriter } from '../../src/usage/usage-writer.js';
import { runCli, type CliResult } from './run-cli.js';

const ZONE = new Calendar('Asia/Ulaanbaatar');
const DAY_MS = 86_400_000;
/** The tests speak of days ago, so they take one moment for now. Days of this zone all have 24 hours. */
const NOW_MS = Date.now();
const day = (ago: number): string => dateText(addDays(ZONE.dateAt(NOW_MS), -ago));

let folder: string;
let database: string;
const keys: { id: string; key: string }[] = [];

const usage = (...flags: string[]): Promise<CliResult> => runCli(['usage', '--database', database, ...flags]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-usage-'));
  database = join(folder, 'keys.sqlite');
  for (const name of ['delivery app', 'website', 'unused'])
    keys.push(
      JSON.parse(
        (
          await runCli([
            'keys',
            'create',
            '--name',
            name,
            '--endpoints',
            'geocode,route',
            '--json',
            '--database',
            database,
          ])
        ).stdout,
      ) as (typeof keys)[0],
    );
  const counter = new UsageCounter();
  const [{ id: delivery }, { id: website }] = keys;
  const count = (
    n: number,
    [key, endpoint, status]: [string | null, number, number],
    ago: number,
    ms = 0.3,
  ): void => {
    for (let i = 0; i < n; i++) counter.add(key, endpoint, status, ms, NOW_MS - ago * DAY_MS);
  };
  count(60, [delivery, 0, 200], 2);
  count(39, [delivery, 1, 200], 0);
  count(1, [delivery, 1, 404], 0, 7);
  count(5, [delivery, 1, 429], 0, 0.01);
  count(2_000, [website, 0, 200], 1, 12_000);
  count(3, [null, 3, 404], 0);
  count(9, [delivery, 0, 200], 40);
  const store = new SqlUsageStore(openSqliteUsage(`${database}-usage`), ZONE);
  await new UsageWriter({ store, take: () => counter.take() }).close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('gazarch usage', () => {
  it('shows one key by day, with a chart, and by endpoint', async () => {
    const { stdout, stderr, status } = await usage('--key', keys[0].id, '--days', '4');
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const bars = ['', '█'.repeat(24), '', '█'.repeat(18)];
    expect(stdout).toBe(
      [
        `${keys[0].id} (delivery app) from ${day(3)} to ${day(0)} (Asia/Ulaanbaatar)`,
        '',
        'DAY         REQUESTS  OK  NOT FOUND  LIMITED  P50 MS  P95 MS  P99 MS',
        `${day(3)}         0   0          0        0       -       -       -`,
        `${day(2)}        60  60          0        0     0.5     0.5     0.5  ${bars[1]}`,
        `${day(1)}         0   0          0        0       -       -       -`,
        `${day(0)}        45  39          1        5     0.5     0.5      10  ${bars[3]}`,
        '',
        'ENDPOINT  REQUESTS  OK  NOT FOUND  LIMITED  P50 MS  P95 MS  P99 MS',
        `geocode         60  60          0        0     0.5     0.5     0.5  ${'█'.repeat(24)}`,
        `route           45  39          1        5     0.5     0.5      10  ${'█'.repeat(18)}`,
        '',
      ].join('\n'),
    );
  });

  it('shows all keys, busiest first, and what came without a known key', async () => {
    const lines = (await usage()).stdout.split('\n');
    expect(lines[0]).toBe(`All keys from ${day(29)} to ${day(0)} (Asia/Ulaanbaatar)`);
    expect(lines[2]).toMatch(/^KEY +NAME +REQUESTS +OK +NOT FOUND +LIMITED +P50 MS +P95 MS +P99 MS$/);
    expect(lines.slice(3, 6).map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
      [keys[1].id, 'website', '2,000'],
      [keys[0].id, 'delivery app', '105'],
      ['(no known key)', '3', '0'],
    ]);
    expect(lines[3]).toContain('>10000');
  });

  it('prints the same as JSON', async () => {
    const one = JSON.parse((await usage('--key', keys[0].id, '--json')).stdout) as Record<string, unknown>;
    expect(one).toMatchObject({
      time_zone: 'Asia/Ulaanbaatar',
      from: day(29),
      to: day(0),
      key_id: keys[0].id,
      total: {
        requests: 105,
        outcomes: { ok: 99, not_found: 1, limited: 5, error: 0 },
        p50_ms: 0.5,
        p99_ms: 0.5,
      },
      endpoints: [
        { endpoint: 'geocode', requests: 60 },
        { endpoint: 'route', requests: 45 },
      ],
    });
    expect(one['days']).toHaveLength(30);
    expect(one).not.toHaveProperty('keys');
    const all = JSON.parse((await usage('--json', '--days', '45')).stdout) as { keys: unknown };
    expect(all).toMatchObject({
      key_id: null,
      keys: [
        { key_id: keys[1].id, name: 'website', requests: 2_000, p50_ms: null },
        { key_id: keys[0].id, name: 'delivery app', requests: 114 },
        { key_id: null, name: null, requests: 3 },
      ],
    });
  });

  it('says when a key was not used', async () => {
    expect((await usage('--key', keys[2].id, '--days', '1')).stdout).toBe(
      `${keys[2].id} (unused) was not used on ${day(0)} (Asia/Ulaanbaatar).\n`,
    );
  });

  it('refuses what it cannot answer, in one line that names the remedy', async () => {
    const said = async (...flags: string[]): Promise<string> => {
      const { status, stdout, stderr } = await usage(...flags);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      return stderr;
    };
    expect(await said('--key', 'key_nobody')).toBe(
      'gazarch: there is no key "key_nobody"; `gazarch keys list` shows the ids\n',
    );
    expect(await said('--key', keys[0].key)).toBe(
      'gazarch: this is a key, not its id; `gazarch keys list` shows the ids\n',
    );
    for (const days of ['0', '397', 'week']) expect(await said('--days', days)).toContain('from 1 to 396');
    expect(await said('--time-zone', 'Asia/Nowhere')).toContain('--time-zone is "Asia/Nowhere"; it must be');
    rmSync(`${database}-usage`);
    expect(await said()).toBe(
      `gazarch: there is no usage database ${database}-usage yet; \`gazarch serve\` creates it\n`,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { Calendar } from '../../src/usage/calendar.js';
import { monthAt } from '../../src/usage/month.js';
import { QuotaWatch, type Quota } from '../../src/usage/quota-watch.js';
import { RequestErrors } from '../../src/usage/request-errors.js';
import { UsedUpQuotas } from '../../src/usage/used-up.js';

const iso = (time_ms: number): string => new Date(time_ms).toISOString();

describe('a month', () => {
  it.each([
    ['Asia/Ulaanbaatar', '2026-10-31T15:59:59Z', '2026-10-01', '2026-10-31T16:00:00.000Z'],
    ['Asia/Ulaanbaatar', '2026-10-31T16:00:00Z', '2026-11-01', '2026-11-30T16:00:00.000Z'],
    ['UTC', '2026-12-31T23:59:59Z', '2026-12-01', '2027-01-01T00:00:00.000Z'],
    ['America/New_York', '2026-11-15T00:00:00Z', '2026-11-01', '2026-12-01T05:00:00.000Z'],
    ['America/New_York', '2026-10-15T00:00:00Z', '2026-10-01', '2026-11-01T04:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-02-27T00:00:00Z', '2026-02-01', '2026-02-28T10:00:00.000Z'],
    ['Asia/Kathmandu', '2028-02-29T12:00:00Z', '2028-02-01', '2028-02-29T18:15:00.000Z'],
  ])('in %s at %s', (timeZone, now, first, end) => {
    const month = monthAt(new Calendar(timeZone), Date.parse(now));
    expect([iso(month.first_s * 1000).slice(0, 10), iso(month.ends_ms)]).toEqual([first, end]);
  });
});

describe('watching quotas', () => {
  const NOVEMBER = Date.parse('2026-11-20T00:00Z');
  const END = Date.parse('2026-12-01T00:00Z');

  it('tells what is used up, when it changes, and anew in the next month', async () => {
    const quotas: Quota[] = [
      { id: 'key_a', keyIds: ['key_a'], quota: 10 },
      { id: 'prj_1', keyIds: ['key_a', 'key_b'], quota: 15 },
    ];
    let used = new Map([['key_a', 9]]);
    const [told, asked]: [[string[], string][], string[]] = [[], []];
    const watch = new QuotaWatch({
      quotas: async () => quotas,
      usage: {
        monthlyUse: async (first_s) => {
          asked.push(iso(first_s * 1000).slice(0, 10));
          return used;
        },
      },
      calendar: new Calendar('UTC'),
      tell: (ids, ends_ms) => told.push([ids, iso(ends_ms).slice(0, 10)]),
    });
    await watch.look(NOVEMBER);
    used = new Map([['key_a', 10]]);
    await watch.look(NOVEMBER);
    await watch.look(NOVEMBER);
    used = new Map([
      ['key_a', 10],
      ['key_b', 5],
      ['key_c', 99],
    ]);
    await watch.look(END - 1);
    quotas[0].quota = 11;
    await watch.look(END - 1);
    used = new Map();
    await watch.look(END);
    quotas.length = 0;
    await watch.look(END);
    expect(told).toEqual([
      [[], '2026-12-01'],
      [['key_a'], '2026-12-01'],
      [['key_a', 'prj_1'], '2026-12-01'],
      [['prj_1'], '2026-12-01'],
      [[], '2027-01-01'],
    ]);
    expect(asked).toEqual([...new Array<string>(5).fill('2026-11-01'), '2026-12-01']);
  });

  it('holds on to what is known while the counts are away, and says so once', async () => {
    let isAway = false;
    const [told, problems]: [string[][], unknown[]] = [[], []];
    const watch = new QuotaWatch({
      quotas: async () => [{ id: 'key_a', keyIds: ['key_a'], quota: 1 }],
      usage: {
        monthlyUse: async () => {
          if (isAway) throw new Error('away');
          return new Map([['key_a', 1]]);
        },
      },
      calendar: new Calendar('UTC'),
      tell: (ids) => told.push(ids),
      onProblem: (problem) => problems.push(problem instanceof Error ? problem.message : problem),
    });
    await watch.look(NOVEMBER);
    isAway = true;
    await watch.look(NOVEMBER);
    await watch.look(NOVEMBER);
    isAway = false;
    await watch.look(NOVEMBER);
    expect([told, problems]).toEqual([[['key_a']], ['away', null]]);
  });

  it('keeps a key out by its own quota or that of its project, until the month ends', () => {
    const usedUp = new UsedUpQuotas();
    expect(usedUp.until_ms('key_a', 'prj_1', NOVEMBER)).toBeNull();
    usedUp.set(['key_a', 'prj_2'], END);
    expect(usedUp.until_ms('key_a', 'prj_1', NOVEMBER)).toBe(END);
    expect(usedUp.until_ms('key_b', 'prj_2', NOVEMBER)).toBe(END);
    expect(usedUp.until_ms('key_b', 'prj_1', NOVEMBER)).toBeNull();
    expect(usedUp.until_ms('key_a', 'prj_2', END)).toBeNull();
    usedUp.set([], END);
    expect(usedUp.until_ms('key_a', 'prj_2', NOVEMBER)).toBeNull();
  });
});

describe('errors of one process', () => {
  it('are bounded for each key, and for all', () => {
    const errors = new RequestErrors();
    const error = { time_ms: 0, requestId: 'r', endpoint: 'route', status: 404, code: 'NOT_FOUND' };
    const add = (keyId: string): void => {
      if (errors.hasRoom(keyId)) errors.add({ ...error, keyId, reason: null, field: null });
    };
    for (let i = 0; i < 1000; i++) add('key_loud');
    add('key_quiet');
    const taken = errors.take();
    expect([taken.length, taken.filter(({ keyId }) => keyId === 'key_quiet').length]).toEqual([21, 1]);
    for (let i = 0; i < 1000; i++) add(`key_${i}`);
    expect(errors.take()).toHaveLength(500);
    expect(errors.take()).toEqual([]);
  });
});

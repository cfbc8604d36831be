import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteUsage } from '../../src/database/sqlite/sqlite-usage.js';
import { Calendar } from '../../src/usage/calendar.js';
import { SqlUsageStore } from '../../src/usage/sql/sql-usage-store.js';
import { compileSource } from '../keys/compiled-source.js';
import { temporaryUsage } from './temporary-usage.js';

const PROCESSES = 4;
const ROUNDS = 25;
const REQUESTS = 120;

const script = join(compileSource(), 'usage-child.js');

/** Each round counts the same requests of 30 keys, and writes them while the others do so. */
writeFileSync(
  script,
  `import { openSqliteUsage } from './database/sqlite/sqlite-usage.js';
  import { Calendar } from './usage/calendar.js';
  import { SqlUsageStore } from './usage/sql/sql-usage-store.js';
  import { UsageCounter } from './usage/usage-counter.js';
  import { UsageWriter } from './usage/usage-writer.js';
  const counter = new UsageCounter();
  const writer = new UsageWriter({
    store: new SqlUsageStore(openSqliteUsage(process.argv[2]), new Calendar('UTC')),
    take: () => counter.take(),
    flush_ms: 1e9,
  });
  for (let round = 0; round < ${ROUNDS}; round++) {
    for (let i = 0; i < ${REQUESTS}; i++)
      counter.add('key_' + (i % 30), i % 4, i % 5 === 0 ? 404 : 200, i, Date.now());
    await writer.flush();
  }
  process.exit((await writer.close()) === 0 ? 0 : 1);
  `,
);

it(`adds up what ${PROCESSES} processes write to one file at once`, async () => {
  const path = temporaryUsage();
  const ends = Array.from({ length: PROCESSES }, async () => {
    const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'inherit', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [status] = (await once(child, 'exit')) as [number | null];
    return status;
  });
  expect(await Promise.all(ends)).toEqual(Array.from(ends, () => 0));
  const store = new SqlUsageStore(openSqliteUsage(path), new Calendar('UTC'));
  onTestFinished(() => store.close());
  const rounds = PROCESSES * ROUNDS;
  for (const span of ['minute', 'hour', 'day'] as const) {
    const sums = await store.read({ span, from_s: 0, until_s: 1e11, by: ['key', 'outcome'] });
    const counted = sums.map(({ keyId, outcome, requests }) => `${keyId} ${outcome} ${requests}`);
    const expected = Array.from({ length: 30 }, (_, key) => {
      const missed = Array.from({ length: REQUESTS }, (__, i) => i).filter(
        (i) => i % 30 === key && i % 5 === 0,
      );
      const own = [REQUESTS / 30 - missed.length, missed.length].map((n) => n * rounds);
      return [`key_${key} ok ${own[0]}`, `key_${key} not_found ${own[1]}`].filter(
        (line) => !line.endsWith(' 0'),
      );
    });
    expect(counted.sort(), span).toEqual(expected.flat().sort());
  }
});

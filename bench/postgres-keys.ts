import { openPostgres } from '../src/database/postgres/postgres-database.js';
import type { StoredKey } from '../src/keys/api-key.js';
import { KeyMirror } from '../src/keys/key-mirror.js';
import { SqlKeyStore } from '../src/keys/sql-key-store.js';
import { makeKey } from '../src/keys/create-key.js';
import { randomText } from '../src/keys/key-token.js';
import { collectGarbage } from './collect-garbage.js';

/**
 * Start and memory of a process with many keys on PostgreSQL. Fills an empty database first.
 *
 *     node data/bench/bench/postgres-keys.js postgres://user:password@host/database [keys]
 */
const url = process.argv[2];
const count = Number(process.argv[3] ?? 100_000);
if (url === undefined) throw new Error('name an empty database: postgres://user:password@host/database');

const open = async (): Promise<SqlKeyStore> =>
  new SqlKeyStore(await openPostgres(url, { mustExist: false, warn: console.warn }));

const writer = await open();
const there = (await writer.list()).length;
if (there < count) {
  const began_ms = performance.now();
  await writer.createAll(Array.from({ length: count - there }, randomKey));
  console.log(`${count - there} keys written in ${seconds(began_ms)} s`);
}
await writer.close();

const before_bytes = memory();
const began_ms = performance.now();
const store = await open();
const mirror = await KeyMirror.start(store);
const took = seconds(began_ms);
const after_bytes = memory();
console.log(`${count} keys: connected and read in ${took} s, state ${mirror.state()}`);
const { heap, resident } = { heap: after_bytes.heap - before_bytes.heap, resident: after_bytes.rss };
console.log(`${(heap / 1e6).toFixed(1)} MB of heap, ${Math.round(heap / count)} bytes a key`);
console.log(`${(resident / 1e6).toFixed(0)} MB resident, ${(before_bytes.rss / 1e6).toFixed(0)} MB before`);
const poll_ms = performance.now();
const { cursor } = await store.changes(null);
for (let i = 0; i < 100; i++) await store.changes(cursor);
console.log(`one whole read and 100 polls without changes: ${seconds(poll_ms)} s`);
await mirror.close();
await store.close();

function randomKey(): StoredKey {
  return makeKey({
    name: `customer ${randomText(8)}`,
    endpoints: ['geocode', 'route'],
    rateLimit: null,
    expiresAt: null,
  });
}

function memory(): { heap: number; rss: number } {
  collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed, rss };
}

function seconds(since_ms: number): string {
  return ((performance.now() - since_ms) / 1000).toFixed(2);
}

import { describe, expect, it, onTestFinished } from 'vitest';
import { openStores } from '../../src/cli/terminal/open-key-store.js';
import type { NewZone } from '../../src/zones/zone.js';
import type { ZoneStore } from '../../src/zones/zone-store.js';
import { temporaryDatabase } from '../keys/temporary-database.js';
import { hasPostgres, usePostgres } from '../postgres.js';

const PLATES: NewZone = {
  name: 'Дугаарын хязгаарлалт',
  area: [
    [
      [
        [106.9, 47.9],
        [106.91, 47.9],
        [106.9, 47.91],
        [106.9, 47.9],
      ],
    ],
  ],
  ways: null,
  closedFor: ['plate:1', 'plate:6'],
  hours: 'Mo 08:00-20:00; PH off',
  ends: 'closed',
  source: 'https://montsame.mn/mn/read/378315',
  date: '2025-09-17',
  properties: {},
};
const ROADS: NewZone = {
  ...{ name: 'bridges', area: null, ways: [1, 123_456_789_012], closedFor: [], hours: null, ends: 'allowed' },
  ...{ source: '', date: null, properties: { price: 5_000, үнэ: [1, { a: null }] } },
};

/** What holds of zones in every database. */
function contract(open: () => Promise<ZoneStore>): void {
  it('gives back what was added, and has a new version after each change', async () => {
    const store = await open();
    const first = (await store.changes(null))!;
    expect(first.zones).toEqual([]);
    expect(await store.changes(first.version)).toBeNull();
    const added = await store.add([PLATES, ROADS], 1_000);
    expect(added).toEqual([
      { ...PLATES, id: added[0].id, created_ms: 1_000 },
      { ...ROADS, id: added[0].id + 1, created_ms: 1_000 },
    ]);
    const second = (await store.changes(first.version))!;
    expect(second.zones).toEqual(added);
    expect(await store.remove([added[0].id, 999])).toBe(1);
    expect((await store.changes(second.version))!.zones).toEqual(added.slice(1));
    // No number is used twice.
    expect((await store.add([PLATES], 2_000))[0].id).toBe(added[1].id + 1);
  });

  it('keeps kinds of vehicles by their names', async () => {
    const store = await open();
    const { version } = (await store.changes(null))!;
    await store.putVehicle({ name: 'van', height_m: 2.6, weight_t: null }, 1_000);
    await store.putVehicle({ name: 'ten-ton', height_m: null, weight_t: 8 }, 1_000);
    const put = (await store.changes(version))!;
    await store.putVehicle({ name: 'ten-ton', height_m: 4, weight_t: 10 }, 2_000);
    const changed = (await store.changes(put.version))!;
    expect(changed.vehicles).toEqual([
      { name: 'ten-ton', height_m: 4, weight_t: 10 },
      { name: 'van', height_m: 2.6, weight_t: null },
    ]);
    await store.removeVehicle('van');
    expect((await store.changes(changed.version))!.vehicles).toHaveLength(1);
  });

  it('tells another connection of a change, and adds thousands at once', async () => {
    const [store, other] = [await open(), await open()];
    const before = (await other.changes(null))!;
    await store.add(
      Array.from({ length: 1_050 }, (_, i) => ({ ...ROADS, ways: [i + 1] })),
      0,
    );
    const { zones } = (await other.changes(before.version))!;
    expect(zones.slice(-1_050).map(({ ways }) => ways![0])).toEqual(
      Array.from({ length: 1_050 }, (_, i) => i + 1),
    );
  });
}

async function open(place: string): Promise<ZoneStore> {
  const { keys, zones } = await openStores(place, { mustExist: false, warn: () => undefined });
  onTestFinished(() => keys.close());
  return zones;
}

/** Each test has a database of its own, however often it opens it. */
function once(make: () => string | Promise<string>): () => Promise<ZoneStore> {
  let last: string | null = null;
  return async () => {
    if (last === null) {
      last = await make();
      onTestFinished(() => void (last = null));
    }
    return open(last);
  };
}

describe('zones in SQLite', () => contract(once(temporaryDatabase)));

describe.skipIf(!hasPostgres)('zones in PostgreSQL', () => {
  const server = usePostgres();
  contract(once(async () => server.url(await server.makeDatabase())));
});

it('has zones in a backup of the keys', async () => {
  const place = temporaryDatabase();
  const { keys, zones } = await openStores(place, { mustExist: false, warn: () => undefined });
  const added = await zones.add([PLATES, ROADS], 1_000);
  await keys.backup(`${place}.backup`);
  await keys.close();
  expect(await (await open(`${place}.backup`)).list()).toEqual(added);
});

import { expect, it } from 'vitest';
import type { NewClosure } from '../../src/closures/closure.js';
import type { ClosureStore } from '../../src/closures/closure-store.js';

const CLOSED_WAY: NewClosure = {
  wayId: 123_456_789_012,
  area: null,
  mode: 'driving',
  factor: 0,
  reason: 'Хэрлэн мөрний мөс',
  from_ms: Date.UTC(2026, 10, 1),
  until_ms: Date.UTC(2027, 3, 16),
};
const SLOW_AREA: NewClosure = {
  wayId: null,
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
  mode: null,
  factor: 0.25,
  reason: '',
  from_ms: null,
  until_ms: null,
};

/** What holds of closures in every database. */
export function closureStoreContract(open: () => Promise<ClosureStore>): void {
  it('gives back what was added, and has a new version after each change', async () => {
    const store = await open();
    const first = (await store.changes(null))!;
    expect(first.closures).toEqual([]);
    expect(await store.changes(first.version)).toBeNull();
    const added = await store.add([CLOSED_WAY, SLOW_AREA], 1_000);
    expect(added).toEqual([
      { ...CLOSED_WAY, id: added[0].id, created_ms: 1_000 },
      { ...SLOW_AREA, id: added[0].id + 1, created_ms: 1_000 },
    ]);
    const second = (await store.changes(first.version))!;
    expect(second.closures).toEqual(added);
    expect(await store.changes(second.version)).toBeNull();
    expect(await store.remove([added[0].id, 999])).toBe(1);
    const third = (await store.changes(second.version))!;
    expect(third.closures).toEqual(added.slice(1));
    // No number is used twice.
    expect((await store.add([CLOSED_WAY], 2_000))[0].id).toBe(added[1].id + 1);
  });

  it('adds thousands at once', async () => {
    const store = await open();
    await store.add(
      Array.from({ length: 2_500 }, (_, i) => ({ ...CLOSED_WAY, wayId: i + 1 })),
      0,
    );
    expect((await store.list()).map(({ wayId }) => wayId)).toEqual(
      Array.from({ length: 2_500 }, (_, i) => i + 1),
    );
  });

  it('tells another connection of a change', async () => {
    const [store, other] = [await open(), await open()];
    const before = (await other.changes(null))!;
    await store.add([SLOW_AREA], 5);
    expect((await other.changes(before.version))!.closures).toHaveLength(before.closures.length + 1);
  });
}

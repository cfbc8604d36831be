/**
 * Runs an asynchronous task for every item, a few items at a time. The first failure is reported only after
 * all work has ended, so that no late writes interfere with a caller's cleanup.
 */
export async function forAll<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const failures: unknown[] = [];
  const one = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (failures.length > 0) return;
      await work(item, index).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  if (failures.length > 0) throw failures[0];
}

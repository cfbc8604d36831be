/**
 * Does work for all, some at a time. All has ended before anybody hears of the first failure: nothing is
 * written behind the back of who tidies up.
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

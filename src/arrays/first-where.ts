/**
 * Returns the first number from `low` up to `high` for which `isReached` is true, or `high` if there is none.
 * The test must be false up to some number and true from there on.
 */
export function firstWhere(low: number, high: number, isReached: (number: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

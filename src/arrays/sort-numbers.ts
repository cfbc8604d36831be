/**
 * Arrays with at most this many numbers are sorted by this module's own code, because creating and sorting a
 * typed array would take longer.
 */
const FEW = 24;

/** Sorts finite numbers in ascending order: in place if there are only a few, otherwise into a new array. */
export function sortedNumbers(numbers: number[]): readonly number[] | Float64Array {
  if (numbers.length > FEW) return new Float64Array(numbers).sort();
  for (let i = 1; i < numbers.length; i++) {
    const number = numbers[i];
    let at = i;
    for (; at > 0 && numbers[at - 1] > number; at--) numbers[at] = numbers[at - 1];
    numbers[at] = number;
  }
  return numbers;
}

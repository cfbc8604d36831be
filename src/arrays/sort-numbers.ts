/** Up to so many numbers are sorted here: for as few, a typed array and the call to its sort cost more than the sorting. */
const FEW = 24;

/** Sorts numbers ascending, where they are if they are few; all of them are finite. */
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

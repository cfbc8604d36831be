/** As many digits are a whole number that a double holds exactly; so does it the power of ten that they are divided by, and the quotient is the double next to the decimal, as `Number` has it. */
const MOST_CHARACTERS = 15;
const POWERS = Array.from({ length: MOST_CHARACTERS + 1 }, (_, n) => 10 ** n);

const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;

/**
 * What `Number` makes of the characters from `from` up to `to`, for digits with a point among them or none, and a minus in front or none: nearly all numbers that are sent, and this takes half as
 * long. NaN for all else, numbers or not.
 */
export function plainDecimal(text: string, from: number, to: number): number {
  if (to <= from) return NaN;
  const isNegative = text.charCodeAt(from) === MINUS;
  const first = isNegative ? from + 1 : from;
  if (to - first > MOST_CHARACTERS) return NaN;
  let digits = 0;
  let afterPoint = -1;
  for (let i = first; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code >= ZERO && code < ZERO + 10) digits = digits * 10 + (code - ZERO);
    else if (code === POINT && afterPoint < 0) afterPoint = i + 1;
    else return NaN;
  }
  if (afterPoint >= 0 ? to - first < 2 : to === first) return NaN;
  const value = afterPoint < 0 ? digits : digits / POWERS[to - afterPoint];
  return isNegative ? -value : value;
}

/**
 * Seeds of random proofs. `npm test` takes a tenth of them, the same each time: a change must not fail for
 * what another one broke. `npm run proof` takes all, and others each day.
 */

const DAY_MS = 86_400_000;
/** Seeds of two days lie so far apart. */
const DAY_STEP = 100_000;
const SHARE = 10;

/** Whether this is the whole proof. */
export const isWhole = process.env['GAZARCH_TEST_WHOLE'] !== undefined;

/** The seed of a day, a number that grows by one each day. GAZARCH_SEED has that of another day, or 0. */
const SEED_OF_DAY = Number(process.env['GAZARCH_SEED'] ?? Math.floor(Date.now() / DAY_MS) % 10_000);

if (isWhole) process.stdout.write(`random proofs of this day: GAZARCH_SEED=${SEED_OF_DAY}\n`);

/**
 * The seeds of one test.
 * @param count how many the whole proof has
 */
export function seedsOf(count: number, first = 1): number[] {
  const from = first + (isWhole ? SEED_OF_DAY * DAY_STEP : 0);
  return Array.from({ length: isWhole ? count : Math.ceil(count / SHARE) }, (_, i) => from + i);
}

/** Proofs ask all that they otherwise ask in parts, one a day. */
export const ASKS_ALL = isWhole || process.env['GAZARCH_TEST_PARTS'] === 'all';

/**
 * What a proof asks today of cases of one kind. After so many days it has asked all of them.
 * @param days no divisor of a pattern that the list has
 */
export function partOfDay<T>(cases: readonly T[], days: number): T[] {
  return ASKS_ALL ? [...cases] : cases.filter((_, i) => i % days === SEED_OF_DAY % days);
}

/** How many cases of one seed a test asks. @param count how many the whole proof has */
export function casesOf(count: number): number {
  return isWhole ? count : Math.ceil(count / SHARE);
}

/** The seed of a test with many cases of one: its own, and in the whole proof another one each day. */
export function seedOf(own: number): number {
  return seedsOf(1, own)[0];
}

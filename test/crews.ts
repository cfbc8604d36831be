/**
 * Whether tests that hold for one process and for several alike take the one. `npm test` takes several;
 * the proofs `…-alone` run the same tests again with a single process.
 */
const isAlone = process.env['GAZARCH_TEST_ALONE'] !== undefined;

/** Numbers of workers to test with. */
export function crews(several = 2): number[] {
  return [isAlone ? 1 : several];
}

/** Tests that are not of a number of processes, or of several only: they run once. */
export function notAlone(describeThem: () => void): void {
  if (!isAlone) describeThem();
}

/** Tests of a single process. */
export function alone(describeThem: () => void): void {
  if (isAlone) describeThem();
}

/**
 * Tests that hold for one process and for several alike take one number of them in `npm test`. The proofs
 * `…-alone` and `…-crew` run the same tests again with the other number.
 */
const isProof = process.env['GAZARCH_TEST_ALONE'] !== undefined;

/** Numbers of workers to test with: several, where a fault between processes is what is looked for. */
export function crews(several = 2): number[] {
  return [isProof ? 1 : several];
}

/** The same where each process does its part for itself: one, and several in the proof. */
export function loners(several = 2): number[] {
  return [isProof ? several : 1];
}

/** Tests that are not of a number of processes, or of several only: they run once. */
export function notAlone(describeThem: () => void): void {
  if (!isProof) describeThem();
}

/** Tests of a single process. */
export function alone(describeThem: () => void): void {
  if (isProof) describeThem();
}

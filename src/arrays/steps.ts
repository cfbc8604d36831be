/**
 * Work in steps of less than a millisecond, so that others may have their turn after each. The same work is
 * done at once if nobody waits.
 */
export type Steps<T> = Generator<void, T>;

/** Takes all steps. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

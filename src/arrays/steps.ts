/**
 * Work split into steps of less than a millisecond, so that other tasks can run between them. If nothing else
 * is waiting, all steps run without a pause.
 */
export type Steps<T> = Generator<void, T>;

/** Runs all steps and returns the result. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

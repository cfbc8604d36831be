import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Proofs that take minutes of one core: behind the others, one of them would keep the other core waiting. */
const LONGEST = /\b(?:certainty|probes|fault-loop|area|isochrones|orphans|same-answers)\.proof\.test\.ts$/;

/**
 * Long files first, and the many short ones last: these fill both cores until the end, whichever of the long
 * ones takes longest. Vitest alone would begin with the largest files, as it knows no times in a new clone.
 */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean =>
      moduleId.endsWith('.slow.test.ts') || LONGEST.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

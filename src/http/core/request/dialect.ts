import type { OperatingError } from '../../../errors.js';

/** The answer format of an endpoint that imitates another project. */
export interface Dialect {
  /** Returns an error's body in the format that the project's clients expect. */
  errorText(error: OperatingError, requestId: string): string;
}

import type { OperatingError } from '../../../errors.js';

/** The response format of an endpoint that imitates another project's API. */
export interface Dialect {
  /** Returns an error's body in the format that the project's clients expect. */
  errorText(error: OperatingError, requestId: string): string;
}

import type { OperatingError } from '../../../errors.js';

/** How an endpoint answers that speaks the form of another project. */
export interface Dialect {
  /** The body of an error, as clients of that project know it. */
  errorText(error: OperatingError, requestId: string): string;
}

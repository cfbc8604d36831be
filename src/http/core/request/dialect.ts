import type { OperatingError } from '../../../errors.js';

/** How an endpoint in the form of another project answers. */
export interface Dialect {
  /** The body of an error in the form that clients of that project know. */
  errorText(error: OperatingError, requestId: string): string;
}

import type { OperatingError } from '../../../errors.js';

/** How an endpoint in another project's format answers. */
export interface Dialect {
  /** The body of an error in the format that clients of that project know. */
  errorText(error: OperatingError, requestId: string): string;
}

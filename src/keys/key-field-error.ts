import { InputError } from '../errors.js';

/** The fields of a key or project, as named in JSON and on the command line. */
export type KeyField =
  | 'key'
  | 'name'
  | 'endpoints'
  | 'rate_limit'
  | 'total_rate_limit'
  | 'expires_at'
  | 'allowed_origins'
  | 'allowed_addresses'
  | 'monthly_quota'
  | 'project'
  | 'grace';

/** Why the request was refused: a stable word, for callers that show it in another language. */
export type KeyFieldReason =
  | 'missing'
  | 'too_long'
  | 'too_many'
  | 'bad_format'
  | 'bad_character'
  | 'out_of_range'
  | 'in_the_past'
  | 'above_ceiling'
  | 'unknown'
  | 'archived'
  | 'revoked'
  | 'changed_meanwhile';

/**
 * The error thrown when a request to create or change a key or project cannot be fulfilled. The message is
 * written for people.
 */
export class KeyFieldError extends InputError {
  static override readonly mark = 'KeyFieldError';

  readonly field: KeyField;
  readonly reason: KeyFieldReason;

  /** The faulty value, if the field has several values. */
  readonly value: string | undefined;

  constructor(field: KeyField, reason: KeyFieldReason, message: string, value?: string) {
    super(message);
    this.value = value;
    this.field = field;
    this.reason = reason;
  }
}

import { InputError } from '../errors.js';

/** Fields of a key or a project, as the command line and JSON name them. */
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

/** Why it was refused: a stable word, for callers that say it in another language. */
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

/** A request about a key or a project that cannot be granted. The message says so to people. */
export class KeyFieldError extends InputError {
  static override readonly mark = 'KeyFieldError';

  readonly field: KeyField;
  readonly reason: KeyFieldReason;

  /** The wrong one of several values. */
  readonly value: string | undefined;

  constructor(field: KeyField, reason: KeyFieldReason, message: string, value?: string) {
    super(message);
    this.value = value;
    this.field = field;
    this.reason = reason;
  }
}

/** Failures of requests to the console. */

/** The HTTP status of each failure code. */
export interface FailureStatus {
  /** A field is missing or invalid: `field` names the field, and `reason` says what is wrong with it. */
  invalid_request: 400;
  /** Nobody is signed in, or the session has ended. */
  sign_in_required: 401;
  /** The address or password is wrong, the passkey is unknown, or the current password is wrong. */
  wrong_credentials: 401;
  /** The password was correct, and a one-time code is needed: `POST /api/sign-in/code`. */
  code_needed: 401;
  /**
   * The password was last entered more than ten minutes ago: send `POST /api/account/proof`, then repeat the
   * request.
   */
  proof_needed: 403;
  /**
   * The person's role does not allow the action. `reason`: `owner_needed`, `member_needed`,
   * `operator_needed`, `second_factor_needed`.
   */
  forbidden: 403;
  /** The address is not verified yet. A new email was sent, if there is a mail server. */
  email_unverified: 403;
  /** Signing up requires an invitation. */
  sign_up_closed: 403;
  /** An operator has closed the account. */
  account_closed: 403;
  /** The request came from a page of another origin, or without JSON. */
  cross_origin: 403;
  not_found: 404;
  /** The change has already been made, or something prevents it. `reason` is one of `ConflictReason`. */
  conflict: 409;
  /** The link was used, has expired or never existed. */
  link_invalid: 410;
  too_large: 413;
  /** There were too many attempts. The header `Retry-After` and `retry_after_s` say when to try again. */
  too_many_attempts: 429;
  internal: 500;
  /** The database, the mail server or the provider does not answer. `reason` says which. */
  unavailable: 503;
}

export type FailureCode = keyof FailureStatus;

export type ConflictReason =
  /** There is already an administrator, so the first one cannot be created. */
  | 'already_set_up'
  /** A member, an invitation or an account with this address already exists. */
  | 'already_there'
  /** An organisation needs at least one owner. */
  | 'last_owner'
  /** A deployment needs at least one operator. */
  | 'last_operator'
  /** Only a person with a second factor may require others to have one. */
  | 'second_factor_first'
  /** The last way to sign in (password, passkey, provider) cannot be removed. */
  | 'last_way_in'
  /** A revoked or expired key can be neither edited nor rotated. */
  | 'key_ended'
  /** Active keys prevent archiving the project: revoke them first. */
  | 'active_keys'
  /** Active projects prevent the organisation's removal. */
  | 'has_projects'
  /** The project `default` cannot be removed. */
  | 'default_project'
  /** The invitation is for an address other than the account's. */
  | 'other_address'
  /** Another account requested the link. */
  | 'other_account'
  /** The maximum number of organisations, projects, keys, passkeys or open invitations has been reached. */
  | 'too_many';

/** The values of `reason` for a field of an `invalid_request`. */
export type FieldReason =
  | 'missing'
  | 'too_short'
  | 'too_long'
  | 'out_of_range'
  | 'bad_format'
  | 'too_common'
  | 'in_the_past'
  | 'too_many'
  | 'bad_character'
  | 'above_ceiling'
  | 'unknown'
  | 'not_allowed';

export interface Failure {
  error: {
    code: FailureCode;
    /** An English sentence. Pages show their own text for the code and the reason. */
    message: string;
    /** The field's name in the body or the query. */
    field?: string;
    reason?: string;
    /** The invalid value, if the field has several values. */
    value?: string;
    retry_after_s?: number;
  };
  request_id: string;
}

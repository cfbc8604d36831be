/** Failures of requests to the console. */

/** HTTP status of each failure code. */
export interface FailureStatus {
  /** A field is missing or wrong: `field` and `reason` say which and how. */
  invalid_request: 400;
  /** Nobody is signed in, or the session has ended. */
  sign_in_required: 401;
  /** Wrong address or password, an unknown passkey, or a wrong current password. */
  wrong_credentials: 401;
  /** The password was right, and a one-time code is needed: `POST /api/sign-in/code`. */
  code_needed: 401;
  /** The password was shown more than ten minutes ago: `POST /api/account/proof`, then again. */
  proof_needed: 403;
  /**
   * The role does not allow it. `reason`: `owner_needed`, `member_needed`, `operator_needed`,
   * `second_factor_needed`.
   */
  forbidden: 403;
  /** The address is not verified yet. A new mail was sent, if there is a mail server. */
  email_unverified: 403;
  /** Signing up needs an invitation. */
  sign_up_closed: 403;
  /** The account was closed by an operator. */
  account_closed: 403;
  /** The request came from a page of another origin, or without JSON. */
  cross_origin: 403;
  not_found: 404;
  /** It already is so, or something stands in the way. `reason` is one of `ConflictReason`. */
  conflict: 409;
  /** The link was used, has expired or was never made. */
  link_invalid: 410;
  too_large: 413;
  /** Too many attempts. The header `Retry-After` and `retry_after_s` say when to try again. */
  too_many_attempts: 429;
  internal: 500;
  /** The database, the mail server or the provider does not answer. `reason` says which. */
  unavailable: 503;
}

export type FailureCode = keyof FailureStatus;

export type ConflictReason =
  /** There already is an administrator, so the first one cannot be made. */
  | 'already_set_up'
  /** A member, an invitation or an account with this address already exists. */
  | 'already_there'
  /** An organisation needs at least one owner. */
  | 'last_owner'
  /** A deployment needs at least one operator. */
  | 'last_operator'
  /** A person who requires a second factor of others needs one. */
  | 'second_factor_first'
  /** The last way to sign in (password, passkey, provider) stays. */
  | 'last_way_in'
  /** A revoked or expired key can be neither edited nor rotated. */
  | 'key_ended'
  /** Active keys stand in the way: revoke them first. */
  | 'active_keys'
  /** Active projects stand in the way. */
  | 'has_projects'
  /** The project `default` stays. */
  | 'default_project'
  /** The invitation is for an address other than the account's. */
  | 'other_address'
  /** Another account asked for the link. */
  | 'other_account'
  /** Too many of a kind (organisations, projects, keys, passkeys, open invitations). */
  | 'too_many';

/** Words of `reason` for a field of an `invalid_request`. */
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
    /** One English sentence. Pages show their own text for the code and the reason. */
    message: string;
    /** Name of the field in the body or the query. */
    field?: string;
    reason?: string;
    /** The wrong one of several values in a field. */
    value?: string;
    retry_after_s?: number;
  };
  request_id: string;
}

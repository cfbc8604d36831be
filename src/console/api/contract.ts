/**
 * The JSON API of the console, for its pages and for automation. This folder contains only types and no
 * runtime code, so that the pages and the server can share it.
 *
 * - Requests and responses are JSON. Times are in ISO 8601 format in UTC, and ids are strings.
 * - A cookie that scripts cannot read identifies the signed-in person. Every request except `GET` has a JSON
 *   body (`{}` if it is empty) with `Content-Type: application/json`, and is refused from another origin.
 * - A failure is a `Failure` from `failure.ts`, with the HTTP status of its code.
 * - A request for data that the person may not see is answered with 404, as if the data did not exist. A
 *   forbidden action on visible data is answered with 403.
 * - `answer: null` stands for a 204 response without a body.
 */

import type {
  Account,
  AccountSession,
  Empty,
  Language,
  Passkey,
  SecondFactorSetup,
  Session,
  Setup,
  SignedUp,
  SignUp,
  WebAuthnJson,
} from './account-data.js';
import type {
  InvitationPreview,
  Invitation,
  Key,
  KeySettings,
  KeyWithSecret,
  MadeInvitation,
  Member,
  NewKey,
  Organisation,
  Project,
  Role,
  TryPage,
} from './project-data.js';
import type { AuditPage, OperatorApi } from './operator-contract.js';
import type { ErrorsAnswer, RefusedRequest, Usage, UsageQuery } from './usage-data.js';

/** A request without a body or a query. */
interface Plain<Answer> {
  answer: Answer;
}

interface WithBody<Body, Answer> {
  body: Body;
  answer: Answer;
}

interface WithQuery<Query, Answer> {
  query: Query;
  answer: Answer;
}

/** All requests by method and path; `:name` stands for one encoded segment of a path. */
interface ConsoleApi extends OperatorApi {
  'GET /api/session': Plain<Session>;
  /** Creates the first administrator, who is an operator and owner, and signs this person in. */
  'POST /api/setup': WithBody<Setup, Session>;
  'POST /api/sign-up': WithBody<SignUp, SignedUp>;
  'POST /api/sign-in': WithBody<{ email: string; password: string }, Session>;
  /** Sent after `code_needed`, with six digits or a recovery code. */
  'POST /api/sign-in/code': WithBody<{ code: string }, Session>;
  'POST /api/sign-out': WithBody<Empty, null>;
  /**
   * The email contains the link `/verify#TOKEN`, which signs the person in. If the link is opened in a
   * browser other than the one used for the sign-up, it verifies the address and drops the password, because
   * someone else may have chosen it. `account.has_password` is then false, and the page requests a new one
   * (`POST /api/account/password`).
   */
  'POST /api/verify': WithBody<{ token: string }, Session>;
  /** Sends the link again. The response is the same for every address. */
  'POST /api/verify/send': WithBody<{ email: string }, null>;
  /** The response is the same for every address. The email contains the link `/reset#TOKEN`. */
  'POST /api/reset/send': WithBody<{ email: string; language: Language }, null>;
  /** Ends all of the account's sessions. */
  'POST /api/reset': WithBody<{ token: string; password: string }, null>;

  'POST /api/passkeys/sign-in/options': WithBody<Empty, WebAuthnJson>;
  'POST /api/passkeys/sign-in': WithBody<{ credential: WebAuthnJson }, Session>;
  'GET /api/passkeys': Plain<Passkey[]>;
  'POST /api/passkeys/options': WithBody<Empty, WebAuthnJson>;
  'POST /api/passkeys': WithBody<{ name: string; credential: WebAuthnJson }, Passkey>;
  'PATCH /api/passkeys/:passkey': WithBody<{ name: string }, Passkey>;
  'DELETE /api/passkeys/:passkey': WithBody<Empty, null>;

  'PATCH /api/account': WithBody<{ name?: string; language?: Language }, Account>;
  /** `current` is required if the account has a password. All other sessions end. */
  'POST /api/account/password': WithBody<{ current?: string; password: string }, null>;
  /**
   * Sends the link `/email#TOKEN` to the new address. Until the link is opened, the old address stays valid;
   * it also receives a notice. The response is the same for every address. `password` is required if the
   * account has one; otherwise, a recent proof of identity is required.
   */
  'POST /api/account/email': WithBody<{ email: string; password?: string }, null>;
  /**
   * Only the account that requested the link may use it. Ends all other sessions, and notifies the old
   * address.
   */
  'POST /api/account/email/confirm': WithBody<{ token: string }, Account>;
  /**
   * `email` is entered as a confirmation; `password` is required if the account has one. Keys stay with their
   * projects.
   */
  'DELETE /api/account': WithBody<{ email: string; password?: string }, null>;
  /**
   * Proves the password again. Sensitive requests are accepted for ten minutes after this request; later,
   * they are refused with `proof_needed`.
   */
  'POST /api/account/proof': WithBody<{ password: string }, null>;
  /** `password` is required if the account has one. */
  'POST /api/account/second-factor': WithBody<{ password?: string }, SecondFactorSetup>;
  'POST /api/account/second-factor/confirm': WithBody<{ code: string }, Account>;
  'DELETE /api/account/second-factor': WithBody<Empty, Account>;
  'GET /api/account/sessions': Plain<AccountSession[]>;
  'DELETE /api/account/sessions/:session': WithBody<Empty, null>;
  /** Ends all sessions except this one. */
  'DELETE /api/account/sessions': WithBody<Empty, null>;
  'GET /api/account/identities': Plain<{ provider: string; linked_at: string }[]>;

  'GET /api/organisations': Plain<Organisation[]>;
  'POST /api/organisations': WithBody<{ name: string }, Organisation>;
  'GET /api/organisations/:organisation': Plain<Organisation>;
  'PATCH /api/organisations/:organisation': WithBody<
    { name?: string; needs_second_factor?: boolean },
    Organisation
  >;
  /** Refused while the organisation has projects. */
  'DELETE /api/organisations/:organisation': WithBody<Empty, null>;
  'GET /api/organisations/:organisation/members': Plain<Member[]>;
  'PATCH /api/organisations/:organisation/members/:account': WithBody<{ role: Role }, Member>;
  /** Owners can remove any member, and every member may leave. */
  'DELETE /api/organisations/:organisation/members/:account': WithBody<Empty, null>;
  'GET /api/organisations/:organisation/invitations': Plain<Invitation[]>;
  'POST /api/organisations/:organisation/invitations': WithBody<
    { email: string; role: Role; language: Language },
    MadeInvitation
  >;
  'DELETE /api/organisations/:organisation/invitations/:invitation': WithBody<Empty, null>;
  /** Returns the members' actions, newest first. Only for owners. */
  'GET /api/organisations/:organisation/audit': WithQuery<{ before?: string }, AuditPage>;

  /** The `token` comes from the link `/invitation#TOKEN`. */
  'POST /api/invitation/preview': WithBody<{ token: string }, InvitationPreview>;
  /** Allowed only for the signed-in person with the invited address. */
  'POST /api/invitation/accept': WithBody<{ token: string }, Organisation | null>;

  /** Returns all projects that the account sees through its organisations, except archived ones. */
  'GET /api/projects': Plain<Project[]>;
  'POST /api/organisations/:organisation/projects': WithBody<{ name: string }, Project>;
  'GET /api/projects/:project': Plain<Project>;
  'PATCH /api/projects/:project': WithBody<{ name: string }, Project>;
  /** Archives the project; this is refused while any of its keys are active. Only for owners. */
  'DELETE /api/projects/:project': WithBody<Empty, null>;

  'GET /api/projects/:project/keys': Plain<Key[]>;
  'POST /api/projects/:project/keys': WithBody<NewKey, KeyWithSecret>;
  'GET /api/keys/:key': Plain<Key>;
  'PATCH /api/keys/:key': WithBody<Partial<KeySettings>, Key>;
  /** Creates a new secret immediately; the old one works for another `grace_s` seconds (0 to 7 days). */
  'POST /api/keys/:key/rotate': WithBody<{ grace_s: number }, KeyWithSecret>;
  'POST /api/keys/:key/revoke': WithBody<Empty, Key>;

  'GET /api/projects/:project/usage': WithQuery<UsageQuery, Usage>;
  /** Returns the latest refused requests of the project's keys, newest first. */
  'GET /api/projects/:project/errors': WithQuery<{ key?: string }, ErrorsAnswer>;
  /**
   * Returns one request by its id, if the account may see it; operators may also see requests without a key.
   */
  'GET /api/errors/:request_id': Plain<RefusedRequest>;

  'GET /api/try': Plain<TryPage>;
}

export type ConsoleRequest = keyof ConsoleApi;
export type AnswerOf<R extends ConsoleRequest> = ConsoleApi[R]['answer'];
export type BodyOf<R extends ConsoleRequest> = ConsoleApi[R] extends { body: infer Body } ? Body : undefined;
export type QueryOf<R extends ConsoleRequest> = ConsoleApi[R] extends { query: infer Query }
  ? Query
  : undefined;

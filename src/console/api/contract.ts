/**
 * The JSON API of the console, for its pages and for automation. This folder holds only types, no code that
 * runs, so pages and server share it.
 *
 * - Requests and answers are JSON. Times are ISO 8601 in UTC, ids are text.
 * - A cookie that scripts cannot read says who is signed in. Every request but `GET` has a JSON body (`{}` if
 *   there is nothing to say) with `Content-Type: application/json`, and is refused from another origin.
 * - A failure is a `Failure` of `failure.ts`, with the status of its code.
 * - Things that a person may not see are a 404, as if they did not exist. Things that a person sees but may
 *   not do are a 403.
 * - `answer: null` is a 204 without a body.
 */

import type {
  Account,
  AccountSession,
  Empty,
  InvitationPreview,
  Invitation,
  Key,
  KeySettings,
  KeyWithSecret,
  Language,
  MadeInvitation,
  Member,
  NewKey,
  Organisation,
  Passkey,
  Project,
  Role,
  SecondFactorSetup,
  Session,
  Setup,
  SignedUp,
  SignUp,
  TryPage,
  WebAuthnJson,
} from './data.js';
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

/** Every request by method and path; `:name` stands for one encoded part of a path. */
interface ConsoleApi extends OperatorApi {
  'GET /api/session': Plain<Session>;
  /** Makes the first administrator, an operator and owner, and signs him in. */
  'POST /api/setup': WithBody<Setup, Session>;
  'POST /api/sign-up': WithBody<SignUp, SignedUp>;
  'POST /api/sign-in': WithBody<{ email: string; password: string }, Session>;
  /** Follows `code_needed`: six digits, or a recovery code. */
  'POST /api/sign-in/code': WithBody<{ code: string }, Session>;
  'POST /api/sign-out': WithBody<Empty, null>;
  /**
   * The link of the mail is `/verify#TOKEN`. Signs in. If it is opened in another browser than that of the
   * sign-up, it verifies the address and drops the password, because somebody else may have chosen it.
   * `account.has_password` is then false, and the page asks for one (`POST /api/account/password`).
   */
  'POST /api/verify': WithBody<{ token: string }, Session>;
  /** Sends the link again. The answer is the same for every address. */
  'POST /api/verify/send': WithBody<{ email: string }, null>;
  /** The answer is the same for every address. The link of the mail is `/reset#TOKEN`. */
  'POST /api/reset/send': WithBody<{ email: string; language: Language }, null>;
  /** Ends all sessions of the account. */
  'POST /api/reset': WithBody<{ token: string; password: string }, null>;

  'POST /api/passkeys/sign-in/options': WithBody<Empty, WebAuthnJson>;
  'POST /api/passkeys/sign-in': WithBody<{ credential: WebAuthnJson }, Session>;
  'GET /api/passkeys': Plain<Passkey[]>;
  'POST /api/passkeys/options': WithBody<Empty, WebAuthnJson>;
  'POST /api/passkeys': WithBody<{ name: string; credential: WebAuthnJson }, Passkey>;
  'PATCH /api/passkeys/:passkey': WithBody<{ name: string }, Passkey>;
  'DELETE /api/passkeys/:passkey': WithBody<Empty, null>;

  'PATCH /api/account': WithBody<{ name?: string; language?: Language }, Account>;
  /** `current` is needed if the account has a password. Ends all other sessions. */
  'POST /api/account/password': WithBody<{ current?: string; password: string }, null>;
  /**
   * Sends a link to the new address, `/email#TOKEN`. Until it is opened, the old address stays valid and gets
   * a notice. The answer is the same for every address. `password` is needed if the account has one,
   * otherwise a proof.
   */
  'POST /api/account/email': WithBody<{ email: string; password?: string }, null>;
  /** For the account that asked for it. Ends all other sessions, and notifies the old address. */
  'POST /api/account/email/confirm': WithBody<{ token: string }, Account>;
  /**
   * `email` is typed to confirm; `password` is needed if the account has one. Keys stay with their projects.
   */
  'DELETE /api/account': WithBody<{ email: string; password?: string }, null>;
  /** Shows the password again. Ten minutes later, dangerous requests are refused with `proof_needed`. */
  'POST /api/account/proof': WithBody<{ password: string }, null>;
  /** `password` is needed if the account has one. */
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
  /** Refused while it has projects. */
  'DELETE /api/organisations/:organisation': WithBody<Empty, null>;
  'GET /api/organisations/:organisation/members': Plain<Member[]>;
  'PATCH /api/organisations/:organisation/members/:account': WithBody<{ role: Role }, Member>;
  /** Owners remove anybody; everybody may leave. */
  'DELETE /api/organisations/:organisation/members/:account': WithBody<Empty, null>;
  'GET /api/organisations/:organisation/invitations': Plain<Invitation[]>;
  'POST /api/organisations/:organisation/invitations': WithBody<
    { email: string; role: Role; language: Language },
    MadeInvitation
  >;
  'DELETE /api/organisations/:organisation/invitations/:invitation': WithBody<Empty, null>;
  /** Actions of members, newest first. For owners. */
  'GET /api/organisations/:organisation/audit': WithQuery<{ before?: string }, AuditPage>;

  /** `token` from the link `/invitation#TOKEN`. */
  'POST /api/invitation/preview': WithBody<{ token: string }, InvitationPreview>;
  /** For the person who is signed in with the invited address. */
  'POST /api/invitation/accept': WithBody<{ token: string }, Organisation | null>;

  /** All projects that the account can see through its organisations, except archived ones. */
  'GET /api/projects': Plain<Project[]>;
  'POST /api/organisations/:organisation/projects': WithBody<{ name: string }, Project>;
  'GET /api/projects/:project': Plain<Project>;
  'PATCH /api/projects/:project': WithBody<{ name: string }, Project>;
  /** Archives it; refused while keys are active. For owners. */
  'DELETE /api/projects/:project': WithBody<Empty, null>;

  'GET /api/projects/:project/keys': Plain<Key[]>;
  'POST /api/projects/:project/keys': WithBody<NewKey, KeyWithSecret>;
  'GET /api/keys/:key': Plain<Key>;
  'PATCH /api/keys/:key': WithBody<Partial<KeySettings>, Key>;
  /** Makes a new secret at once; the old one works for `grace_s` more (0 to 7 days). */
  'POST /api/keys/:key/rotate': WithBody<{ grace_s: number }, KeyWithSecret>;
  'POST /api/keys/:key/revoke': WithBody<Empty, Key>;

  'GET /api/projects/:project/usage': WithQuery<UsageQuery, Usage>;
  /** The latest refused requests of its keys, newest first. */
  'GET /api/projects/:project/errors': WithQuery<{ key?: string }, ErrorsAnswer>;
  /** One request by its id, if the account may see it; operators also see those without a key. */
  'GET /api/errors/:request_id': Plain<RefusedRequest>;

  'GET /api/try': Plain<TryPage>;
}

export type ConsoleRequest = keyof ConsoleApi;
export type AnswerOf<R extends ConsoleRequest> = ConsoleApi[R]['answer'];
export type BodyOf<R extends ConsoleRequest> = ConsoleApi[R] extends { body: infer Body } ? Body : undefined;
export type QueryOf<R extends ConsoleRequest> = ConsoleApi[R] extends { query: infer Query }
  ? Query
  : undefined;

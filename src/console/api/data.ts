/** The parts of requests and answers of the console; see `contract.ts`. */

export type Language = 'mn' | 'en';

/** The role in an organisation. Viewers see, members also change projects and keys, owners do everything. */
export type Role = 'owner' | 'member' | 'viewer';

export type Endpoint =
  ('geocode' | 'route' | 'matrix' | 'isochrone' | 'places') | ('match' | 'trip' | 'zones');

// Accounts

export interface Account {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  language: Language;
  /** Sees all projects and the pages for operators. */
  is_operator: boolean;
  has_password: boolean;
  /** The sign-in asks for one-time codes. A passkey needs none. */
  has_second_factor: boolean;
  created_at: string;
}

/** One-time codes (RFC 6238), before the first was shown. */
export interface SecondFactorSetup {
  /** `otpauth://totp/…`, for the app that makes the codes. */
  uri: string;
  /** Each works once in place of a code. They are shown only once. */
  recovery_codes: string[];
}

/** The data that a page begins with. */
export interface Session {
  /** Null: nobody is signed in. */
  account: Account | null;
  /** True while there is no administrator; the page of the printed link makes one. */
  needs_setup: boolean;
  sign_up: 'open' | 'invitation';
  /** Providers of OpenID Connect: each gets a button, a link to `/api/oidc/ID?to=/path`. */
  providers: Provider[];
  /** False: mails are not sent, and operators pass links on by hand. */
  has_mail: boolean;
  /** The address of the API for its users, without a slash at the end: `http://localhost:8080`. */
  api_url: string;
  /** The address of its map page; null: this deployment has none. */
  map_url: string | null;
  /** The address of the console. */
  console_url: string;
  version: string;
  limits: ConsoleLimits;
}

interface Provider {
  id: string;
  name: string;
}

/** Bounds of the forms, which a page can state before the server does. */
export interface ConsoleLimits {
  password_min: number;
  password_max: number;
  name_max: number;
  /** Requests a minute for a key without a limit of its own. */
  default_rate_limit: number;
  rate_limit_max: number;
  monthly_quota_max: number;
  grace_max_s: number;
  origins_max: number;
  addresses_max: number;
}

export interface Setup {
  /** From the printed link: `/setup#TOKEN`. */
  token: string;
  name: string;
  email: string;
  password: string;
  /** The first organisation's name. */
  organisation: string;
  language: Language;
}

export interface SignUp {
  name: string;
  email: string;
  password: string;
  language: Language;
  /** From the link of an invitation. With it the address is the invited one, and counts as verified. */
  invitation?: string;
}

/** The outcome of a sign-up. Without an invitation the answer is the same for a known address. */
export interface SignedUp {
  /** `verify`: a mail was sent (or an operator has the link); nobody is signed in yet. */
  next: 'verify' | 'signed_in';
  session: Session | null;
}

/** WebAuthn values as JSON (`PublicKeyCredential.toJSON()` and `parse…OptionsFromJSON()`). */
export type WebAuthnJson = Readonly<Record<string, unknown>>;

export interface Passkey {
  id: string;
  name: string;
  created_at: string;
  /** Kept by a provider and copied to other devices. */
  is_synced: boolean;
}

export interface AccountSession {
  id: string;
  is_current: boolean;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  /** The address of the last request; null: unknown. */
  address: string | null;
  /** `Firefox on Windows`: a text to show, from a header that anybody can set. */
  device: string | null;
}

// Organisations and projects

export interface Organisation {
  id: string;
  name: string;
  /** Only members with a second factor or a passkey see its projects. */
  needs_second_factor: boolean;
  /** The role of the person who asks. Null: an operator who is not a member. */
  role: Role | null;
  members: number;
  projects: number;
  created_at: string;
}

export interface Member {
  account_id: string;
  name: string;
  email: string;
  role: Role;
  joined_at: string;
}

export interface Invitation {
  id: string;
  email: string;
  /** Null: the invitation is only to sign up. */
  role: Role | null;
  /** Name of a person; null: a command made it, or the account is gone. */
  invited_by: string | null;
  created_at: string;
  expires_at: string;
}

export interface MadeInvitation extends Invitation {
  /** False: there is no mail server, or it refused the mail. */
  was_mailed: boolean;
  /** The link to pass on by hand, only if it was not mailed. */
  link: string | null;
}

/** The content of a link's page before anybody signs in. */
export interface InvitationPreview {
  organisation: string | null;
  email: string;
  role: Role | null;
  expires_at: string;
  /** Whether the person should sign in rather than sign up. */
  has_account: boolean;
}

export interface Project {
  id: string;
  name: string;
  organisation: { id: string; name: string } | null;
  /** The role in the organisation of the person who asks. Null: an operator who is not a member. */
  role: Role | null;
  /** Highest limit of each of its keys, in requests a minute. Null: no limit. Operators set it. */
  rate_limit: number | null;
  /** Requests a minute of all its keys together. Null: no limit. Operators set it. */
  total_rate_limit: number | null;
  /** Requests a minute of all projects of the organisation together. Null: no limit. Operators set it. */
  organisation_rate_limit: number | null;
  /** Requests a month of all its keys together. Null: no quota. Operators set it. */
  monthly_quota: number | null;
  /** True: requests above the quota are refused. False: the owners only get a mail. */
  quota_refuses: boolean;
  active_keys: number;
  created_at: string;
  archived_at: string | null;
}

// Keys

export interface Key {
  id: string;
  project_id: string;
  name: string;
  /** The last characters of the secret are unknown: only its hash is kept. */
  endpoints: Endpoint[];
  status: 'active' | 'expired' | 'revoked';
  /** Null: the default of the deployment. */
  rate_limit: number | null;
  /** The limit in force: the key's own or the default, at most the ceiling of the project. */
  effective_rate_limit: number;
  monthly_quota: number | null;
  quota_refuses: boolean;
  /** Empty: every web page may use it. They stop pages of others, not programs. */
  allowed_origins: string[];
  /** Addresses and blocks (`192.0.2.0/24`, `2001:db8::/32`). Empty: every address may use it. */
  allowed_addresses: string[];
  created_at: string;
  /** Name of the maker; null: a command, or the account is gone. */
  created_by: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  /** Active, older than 90 days, and not used for as long. */
  is_unused: boolean;
  /** Until when the secret before the last rotation works. Null: none does. */
  previous_expires_at: string | null;
}

export interface KeySettings {
  name: string;
  rate_limit: number | null;
  expires_at: string | null;
  monthly_quota: number | null;
  quota_refuses: boolean;
  allowed_origins: string[];
  allowed_addresses: string[];
}

export interface NewKey extends Partial<KeySettings> {
  name: string;
  endpoints: Endpoint[];
}

/** The only answer that contains the secret. */
export interface KeyWithSecret {
  key: Key;
  secret: string;
}

// The page to try requests

export interface TryRequest {
  /** A word that stays the same, for the page's text: `geocode.search`, `geocode.reverse`, `route`. */
  id: string;
  endpoint: Endpoint;
  method: 'GET';
  path: string;
  query: Record<string, string>;
}

export interface TryPage {
  /** Base of the requests. */
  api_url: string;
  requests: TryRequest[];
  docs_url: string;
  /** Null: this deployment has no map. */
  map_url: string | null;
}

/** An empty body: `{}`. */
export type Empty = Readonly<Record<string, never>>;

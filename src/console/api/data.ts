/** What requests and answers of the console consist of; see `contract.ts`. */

export type Language = 'mn' | 'en';

/** In an organisation. A viewer sees, a member also changes projects and keys, an owner does all. */
export type Role = 'owner' | 'member' | 'viewer';

export type Endpoint =
  ('geocode' | 'route' | 'matrix' | 'isochrone' | 'places') | ('match' | 'trip' | 'zones');

// Who is there

export interface Account {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  language: Language;
  /** Sees all projects and the pages for operators. */
  is_operator: boolean;
  has_password: boolean;
  /** One-time codes are asked for at the sign-in. A passkey needs none. */
  has_second_factor: boolean;
  created_at: string;
}

/** One-time codes (RFC 6238), before the first was shown. */
export interface SecondFactorSetup {
  /** `otpauth://totp/…`, for the app that makes the codes. */
  uri: string;
  /** Each works once in place of a code. Shown once. */
  recovery_codes: string[];
}

/** What a page needs to begin. */
export interface Session {
  /** Null: nobody is signed in. */
  account: Account | null;
  /** There is no administrator yet; the page of the printed link makes one. */
  needs_setup: boolean;
  sign_up: 'open' | 'invitation';
  /** Providers of OpenID Connect: a button each, a link to `/api/oidc/ID?to=/path`. */
  providers: Provider[];
  /** False: mails are not sent, and operators pass links on by hand. */
  has_mail: boolean;
  /** Where the API is for its users, without a slash at the end: `http://localhost:8080`. */
  api_url: string;
  /** Its page with a map; null: this deployment has none. */
  map_url: string | null;
  /** Where the console is. */
  console_url: string;
  version: string;
  limits: ConsoleLimits;
}

interface Provider {
  id: string;
  name: string;
}

/** Bounds of the forms, so that a page can say them before the server does. */
export interface ConsoleLimits {
  password_min: number;
  password_max: number;
  name_max: number;
  /** Requests a minute of a key without a limit of its own. */
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
  /** Of the first organisation. */
  organisation: string;
  language: Language;
}

export interface SignUp {
  name: string;
  email: string;
  password: string;
  language: Language;
  /** From the link of an invitation. With it the address is that of the invitation, and is verified. */
  invitation?: string;
}

/** What became of a sign-up. Without an invitation the answer is the same for a known address. */
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
  /** Of the last request; null: unknown. */
  address: string | null;
  /** `Firefox on Windows`: text to show, from a header that anybody can set. */
  device: string | null;
}

// Organisations and projects

export interface Organisation {
  id: string;
  name: string;
  /** Only members with a second factor or a passkey see its projects. */
  needs_second_factor: boolean;
  /** Of who asks. Null: an operator who is no member. */
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
  /** Null: into no organisation, only to sign up. */
  role: Role | null;
  /** Name of a person; null: it was made by a command, or that account is gone. */
  invited_by: string | null;
  created_at: string;
  expires_at: string;
}

export interface MadeInvitation extends Invitation {
  /** False: there is no mail server, or it refused. */
  was_mailed: boolean;
  /** To pass on by hand; only when it was not mailed. */
  link: string | null;
}

/** What the page of a link shows before anybody signs in. */
export interface InvitationPreview {
  organisation: string | null;
  email: string;
  role: Role | null;
  expires_at: string;
  /** Sign in, rather than sign up. */
  has_account: boolean;
}

export interface Project {
  id: string;
  name: string;
  organisation: { id: string; name: string } | null;
  /** Of who asks, in the organisation. Null: an operator who is no member. */
  role: Role | null;
  /** Highest limit of each of its keys, in requests a minute. Null: none. Operators set it. */
  rate_limit: number | null;
  /** Requests a minute of all keys together. Null: no limit. Operators set it. */
  total_rate_limit: number | null;
  /** Requests a minute of all projects of the organisation together. Null: no limit. Operators set it. */
  organisation_rate_limit: number | null;
  /** Requests a month of all keys together. Null: none. Operators set it. */
  monthly_quota: number | null;
  /** True: above the quota requests are refused. False: it is only mailed. */
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
  /** The last characters of the secret are not known: only its hash is kept. */
  endpoints: Endpoint[];
  status: 'active' | 'expired' | 'revoked';
  /** Null: the default of the deployment. */
  rate_limit: number | null;
  /** What holds for the key: its own limit or the default, at most the ceiling of the project. */
  effective_rate_limit: number;
  monthly_quota: number | null;
  quota_refuses: boolean;
  /** Empty: from every web page. They stop pages of others, not programs. */
  allowed_origins: string[];
  /** Addresses and blocks (`192.0.2.0/24`, `2001:db8::/32`). Empty: from everywhere. */
  allowed_addresses: string[];
  created_at: string;
  /** Name of who made it; null: by a command, or the account is gone. */
  created_by: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  /** Active, older than 90 days, and not used for as long. */
  is_unused: boolean;
  /** The secret before the last rotation works until then. Null: there is none that works. */
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

/** The only answer that has the secret. */
export interface KeyWithSecret {
  key: Key;
  secret: string;
}

// The page to try

export interface TryRequest {
  /** Stable word, for the text of the page: `geocode.search`, `geocode.reverse`, `route`. */
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

/** A body that says nothing: `{}`. */
export type Empty = Readonly<Record<string, never>>;

/** Accounts and sessions in the console's requests and responses: see `contract.ts`. */

export type Language = 'mn' | 'en';

export interface Account {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  language: Language;
  /** Whether the person sees all projects and the pages for operators. */
  is_operator: boolean;
  has_password: boolean;
  /** Whether signing in requires one-time codes. Signing in with a passkey requires no code. */
  has_second_factor: boolean;
  created_at: string;
}

/** The setup of one-time codes (RFC 6238), before the first code has been entered. */
export interface SecondFactorSetup {
  /** The URI `otpauth://totp/…` for the app that generates the codes. */
  uri: string;
  /** Each code works once in place of a one-time code. The codes are shown only once. */
  recovery_codes: string[];
}

/** The data that a page needs when it starts. */
export interface Session {
  /** `null` if nobody is signed in. */
  account: Account | null;
  /**
   * Whether there is no administrator yet. The page that the printed link opens creates the first
   * administrator.
   */
  needs_setup: boolean;
  sign_up: 'open' | 'invitation';
  /** OpenID Connect providers: each gets a button, which links to `/api/oidc/ID?to=/path`. */
  providers: Provider[];
  /** Whether mails are sent. Without a mail server, operators pass links on by hand. */
  has_mail: boolean;
  /** The API's address for its users, without a trailing slash: `http://localhost:8080`. */
  api_url: string;
  /** The address of the API's map page; `null` if this deployment has none. */
  map_url: string | null;
  /** The console's address. */
  console_url: string;
  version: string;
  limits: ConsoleLimits;
}

interface Provider {
  id: string;
  name: string;
}

/** The bounds that forms can show before the server checks the values. */
export interface ConsoleLimits {
  password_min: number;
  password_max: number;
  name_max: number;
  /** Requests per minute for a key without its own limit. */
  default_rate_limit: number;
  rate_limit_max: number;
  monthly_quota_max: number;
  grace_max_s: number;
  origins_max: number;
  addresses_max: number;
}

export interface Setup {
  /** The token from the printed link, `/setup#TOKEN`. */
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
  /**
   * The token from an invitation's link. If this token is given, the address is the one that was invited, and
   * counts as verified.
   */
  invitation?: string;
}

/**
 * The result of a sign-up. Without an invitation, the response is the same for an address that already has an
 * account.
 */
export interface SignedUp {
  /** `verify`: an email was sent (or an operator has the link), and nobody is signed in yet. */
  next: 'verify' | 'signed_in';
  session: Session | null;
}

/** WebAuthn values as JSON (`PublicKeyCredential.toJSON()` and `parse…OptionsFromJSON()`). */
export type WebAuthnJson = Readonly<Record<string, unknown>>;

export interface Passkey {
  id: string;
  name: string;
  created_at: string;
  /** Whether a provider stores the passkey and copies it to other devices. */
  is_synced: boolean;
}

export interface AccountSession {
  id: string;
  is_current: boolean;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  /** The network address of the last request; `null` if it is unknown. */
  address: string | null;
  /** A description such as `Firefox on Windows`, from a header that anyone can set. */
  device: string | null;
}

/** An empty body: `{}`. */
export type Empty = Readonly<Record<string, never>>;

/** Organisations, projects and keys in the console's requests and responses: see `contract.ts`. */

/**
 * The role in an organisation. Viewers can only view data, members can also change projects and keys, and
 * owners can do everything.
 */
export type Role = 'owner' | 'member' | 'viewer';

/** The endpoints that a key may be allowed to call, in the order in which the console shows them. */
export const ENDPOINTS = [
  ...(['geocode', 'route', 'matrix', 'isochrone', 'places', 'match', 'trip', 'zones'] as const),
] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

export interface Organisation {
  id: string;
  name: string;
  /** Whether only members with a second factor or a passkey can see the organisation's projects. */
  needs_second_factor: boolean;
  /** The role of the requesting person; `null` for an operator who is not a member. */
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
  /** `null` if the invitation is only for signing up. */
  role: Role | null;
  /**
   * The name of the person who sent the invitation; `null` if a command created the invitation, or if the
   * person's account was removed.
   */
  invited_by: string | null;
  created_at: string;
  expires_at: string;
}

export interface MadeInvitation extends Invitation {
  /** `false` if there is no mail server, or if the mail server refused the email. */
  was_mailed: boolean;
  /** The link to pass on by hand; present only if it was not sent by email. */
  link: string | null;
}

/** The content of the page that a link opens, before anyone signs in. */
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
  /** The requesting person's role in the organisation; `null` for an operator who is not a member. */
  role: Role | null;
  /**
   * The maximum limit of each of the project's keys, in requests per minute; `null` for no maximum. Operators
   * set it.
   */
  rate_limit: number | null;
  /** Requests per minute for all of the project's keys in total; `null` for no limit. Operators set it. */
  total_rate_limit: number | null;
  /**
   * Requests per minute for all of the organisation's projects in total; `null` for no limit. Operators set
   * it.
   */
  organisation_rate_limit: number | null;
  /** Requests per month for all of the project's keys in total; `null` for no quota. Operators set it. */
  monthly_quota: number | null;
  /** Whether requests beyond the quota are refused. Otherwise, the owners only receive an email. */
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
  /** The endpoints that the key may use. */
  endpoints: Endpoint[];
  status: 'active' | 'expired' | 'revoked';
  /** `null` if the deployment's default applies. */
  rate_limit: number | null;
  /** The limit in force: the key's own limit or the default, but at most the project's ceiling. */
  effective_rate_limit: number;
  monthly_quota: number | null;
  quota_refuses: boolean;
  /**
   * If the list is empty, every web page may use the key. Origins restrict other people's web pages, but not
   * programs.
   */
  allowed_origins: string[];
  /**
   * Addresses and blocks (`192.0.2.0/24`, `2001:db8::/32`). If the list is empty, every address may use the
   * key.
   */
  allowed_addresses: string[];
  created_at: string;
  /** The creator's name; `null` if a command created the key, or if the creator's account was removed. */
  created_by: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  /** Whether the key is active, older than 90 days, and has not been used in that time. */
  is_unused: boolean;
  /**
   * The time when the secret from before the last rotation stops working; `null` if only the current secret
   * works.
   */
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

/** The only response that contains a key's secret. */
export interface KeyWithSecret {
  key: Key;
  secret: string;
}

// The page for trying requests

export interface TryRequest {
  /** A word that never changes, for the page's texts: `geocode.search`, `geocode.reverse`, `route`. */
  id: string;
  endpoint: Endpoint;
  method: 'GET';
  path: string;
  query: Record<string, string>;
}

export interface TryPage {
  /** The base URL of the requests. */
  api_url: string;
  requests: TryRequest[];
  docs_url: string;
  /** `null` if this deployment has no map. */
  map_url: string | null;
}

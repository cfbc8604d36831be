import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { KeySchema } from './key-schema.js';
import type { AttemptRow, SecondFactorRow } from './security-schema.js';

/**
 * The tables of the developer console, for any database that kysely supports.
 *
 * The first five tables belong to the account library, which writes times and booleans in each database's own
 * format: as ISO text and 0 or 1 in SQLite. The other tables are ours and store times as Unix milliseconds.
 */

/** A time in the account library's format. */
export type StoredMoment = string | Date;
/** A boolean in the account library's format. */
export type StoredTruth = number | boolean;

export interface AccountRow {
  id: string;
  name: string;
  /** The email address in lowercase. */
  email: string;
  email_verified: StoredTruth;
  image: string | null;
  created_at: StoredMoment;
  updated_at: StoredMoment;
  /** The columns from here on are ours; the library does not use them. */
  language: string;
  /** 0 or 1. */
  is_operator: number;
  closed_at: number | null;
  /** The account library uses this column. */
  has_second_factor: StoredTruth;
}

interface SessionRow {
  id: string;
  account_id: string;
  /** SHA-256 of the token. */
  token: string;
  expires_at: StoredMoment;
  created_at: StoredMoment;
  updated_at: StoredMoment;
  address: string | null;
  device: string | null;
  /** When the user last entered the password; null if the user has not entered it since signing in. */
  proved_ms: number | null;
}

/** A way to sign in: a password, or an account with an OpenID Connect provider. */
interface IdentityRow {
  id: string;
  account_id: string;
  /** `credential` for a password. */
  provider: string;
  subject: string;
  password: string | null;
  created_at: StoredMoment;
}

interface PasskeyRow {
  id: string;
  account_id: string;
  name: string | null;
  backed_up: StoredTruth;
  created_at: StoredMoment | null;
}

export interface OrganisationRow {
  id: string;
  name: string;
  /** 0 or 1. */
  needs_second_factor: number;
  /** The limit for all keys of the organisation's projects in total, in requests per minute. */
  total_rate_limit: number | null;
  created_at: number;
}

interface MemberRow {
  organisation_id: string;
  account_id: string;
  role: string;
  joined_at: number;
}

export interface InvitationRow {
  id: string;
  /** Null if the invitation is only for signing up. */
  organisation_id: string | null;
  email: string;
  role: string | null;
  invited_by: string | null;
  created_at: number;
  expires_at: number;
}

/** A link that can be used once. */
export interface LinkRow {
  /** SHA-256 of the token. */
  hash: string;
  kind: string;
  email: string;
  account_id: string | null;
  invitation_id: string | null;
  created_at: number;
  expires_at: number;
  /** The token, kept until an email can be sent; an operator may also pass the link on. */
  unsent_token: string | null;
  /** The hash of the cookie of the browser that requested the link. */
  browser_hash: string | null;
}

interface AuditRow {
  /** Ids sort by time. */
  id: string;
  time: number;
  action: string;
  account_id: string | null;
  organisation_id: string | null;
  project_id: string | null;
  target_id: string | null;
  target_name: string | null;
  /** JSON. */
  details: string;
  address: string | null;
  /** The account's name at that time; `shell:root` for a command. */
  actor: string | null;
}

interface ConsoleSettingRow {
  name: string;
  value: string;
}

/** A quota email that was sent. */
interface QuotaMailRow {
  /** The id of a project or a key. */
  target_id: string;
  /** The month, such as `2026-11`. */
  month: string;
  percent: number;
}

export interface ConsoleSchema extends KeySchema {
  accounts: AccountRow;
  account_sessions: SessionRow;
  account_identities: IdentityRow;
  account_passkeys: PasskeyRow;
  account_second_factors: SecondFactorRow;
  attempts: AttemptRow;
  organisations: OrganisationRow;
  members: MemberRow;
  invitations: InvitationRow;
  one_time_links: LinkRow;
  audit_log: AuditRow;
  console_settings: ConsoleSettingRow;
  quota_mails: QuotaMailRow;
}

/** Creates the first version of the tables, for a migration. */
export async function createConsoleTables(
  db: Kysely<unknown>,
  types: { moment: 'text' | 'timestamptz'; truth: 'integer' | 'boolean' },
): Promise<void> {
  await createLibraryTables(db, types);
  await createOrganisationTables(db);
  await createConsoleRecords(db);
}

async function createLibraryTables(
  db: Kysely<unknown>,
  { moment, truth }: { moment: 'text' | 'timestamptz'; truth: 'integer' | 'boolean' },
): Promise<void> {
  const [at, yes] = [sql.raw(moment), sql.raw(truth)];
  await sql`create table accounts (
    id text primary key,
    name text not null,
    email text not null unique,
    email_verified ${yes} not null,
    image text,
    created_at ${at} not null,
    updated_at ${at} not null,
    language text not null default 'mn',
    is_operator integer not null default 0,
    closed_at bigint
  )`.execute(db);
  await sql`create table account_sessions (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    token text not null unique,
    expires_at ${at} not null,
    created_at ${at} not null,
    updated_at ${at} not null,
    address text,
    device text
  )`.execute(db);
  await sql`create index account_sessions_account on account_sessions (account_id)`.execute(db);
  await sql`create table account_identities (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    provider text not null,
    subject text not null,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at ${at},
    refresh_token_expires_at ${at},
    scope text,
    password text,
    created_at ${at} not null,
    updated_at ${at} not null,
    unique (provider, subject)
  )`.execute(db);
  await sql`create index account_identities_account on account_identities (account_id)`.execute(db);
  await sql`create table account_challenges (
    id text primary key,
    identifier text not null,
    value text not null,
    expires_at ${at} not null,
    created_at ${at} not null,
    updated_at ${at} not null
  )`.execute(db);
  await sql`create index account_challenges_identifier on account_challenges (identifier)`.execute(db);
  await sql`create table account_passkeys (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    name text,
    public_key text not null,
    credential_id text not null unique,
    counter bigint not null,
    device_type text not null,
    backed_up ${yes} not null,
    transports text,
    created_at ${at},
    aaguid text
  )`.execute(db);
  await sql`create index account_passkeys_account on account_passkeys (account_id)`.execute(db);
}

async function createOrganisationTables(db: Kysely<unknown>): Promise<void> {
  await sql`create table organisations (
    id text primary key,
    name text not null,
    created_at bigint not null
  )`.execute(db);
  await sql`create table members (
    organisation_id text not null references organisations (id) on delete cascade,
    account_id text not null references accounts (id) on delete cascade,
    role text not null,
    joined_at bigint not null,
    primary key (organisation_id, account_id)
  )`.execute(db);
  await sql`create index members_account on members (account_id)`.execute(db);
  await sql`create table invitations (
    id text primary key,
    organisation_id text references organisations (id) on delete cascade,
    email text not null,
    role text,
    invited_by text references accounts (id) on delete set null,
    created_at bigint not null,
    expires_at bigint not null
  )`.execute(db);
  await sql`create index invitations_organisation on invitations (organisation_id)`.execute(db);
  await sql`create index invitations_email on invitations (email)`.execute(db);
}

async function createConsoleRecords(db: Kysely<unknown>): Promise<void> {
  await sql`create table one_time_links (
    hash text primary key,
    kind text not null,
    email text not null,
    account_id text references accounts (id) on delete cascade,
    invitation_id text references invitations (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    unsent_token text,
    browser_hash text
  )`.execute(db);
  await sql`create table audit_log (
    id text primary key,
    time bigint not null,
    action text not null,
    account_id text,
    organisation_id text,
    project_id text,
    target_id text,
    target_name text,
    details text not null,
    address text
  )`.execute(db);
  await sql`create index audit_log_organisation on audit_log (organisation_id, id)`.execute(db);
  await sql`create table console_settings (name text primary key, value text not null)`.execute(db);
  await sql`create table quota_mails (
    target_id text not null,
    month text not null,
    percent integer not null,
    primary key (target_id, month, percent)
  )`.execute(db);
}

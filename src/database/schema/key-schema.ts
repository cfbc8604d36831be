import { sql, type Kysely, type RawBuilder } from 'kysely';

/**
 * One row of `api_keys`. Times are Unix milliseconds; endpoints are joined by commas, origins and addresses
 * by spaces.
 */
export interface ApiKeyRow {
  id: string;
  hash: string;
  /** The hash before the last rotation, and until when it works. */
  previous_hash: string | null;
  previous_expires_at: number | null;
  project_id: string;
  /** The account that made the key. */
  created_by: string | null;
  name: string;
  endpoints: string;
  rate_limit: number | null;
  allowed_origins: string;
  allowed_addresses: string;
  monthly_quota: number | null;
  /** 0 or 1. */
  quota_refuses: number;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  /**
   * Grows with every creation and edit in this table and in `projects`, so that readers can ask for changes.
   */
  revision: number;
}

/** One row of `projects`. */
export interface ProjectRow {
  id: string;
  /** An id in the console's table of organisations; null: the operator's own. */
  organisation_id: string | null;
  name: string;
  rate_limit: number | null;
  /** Requests a minute of all its keys together. */
  total_rate_limit: number | null;
  monthly_quota: number | null;
  /** 0 or 1. */
  quota_refuses: number;
  created_at: number;
  archived_at: number | null;
  /** Shares its count with `api_keys`. */
  revision: number;
}

/** The tables that both databases have. */
export interface KeySchema {
  api_keys: ApiKeyRow;
  projects: ProjectRow;
}

/** The databases' names for a whole number of 64 bits. */
type Large = 'integer' | 'bigint';

/**
 * Makes the first form of the table of keys, without its triggers, for a migration.
 * @param end the words of SQLite after the columns: `strict`
 */
export async function createKeyTable(
  db: Kysely<unknown>,
  large: Large,
  end: RawBuilder<unknown> = sql``,
): Promise<void> {
  const long = sql.raw(large);
  await sql`create table api_keys (
    id text primary key,
    hash text not null unique,
    name text not null,
    endpoints text not null,
    rate_limit integer,
    created_at ${long} not null,
    expires_at ${long},
    revoked_at ${long},
    last_used_at ${long},
    revision ${long} not null default 0
  ) ${end}`.execute(db);
  await sql`create index api_keys_revision on api_keys (revision)`.execute(db);
}

/** Makes the first form of the table of projects, with the project that every deployment has. */
export async function createProjectTable(
  db: Kysely<unknown>,
  large: Large,
  end: RawBuilder<unknown> = sql``,
): Promise<void> {
  const long = sql.raw(large);
  await sql`create table projects (
    id text primary key,
    organisation_id text,
    name text not null,
    rate_limit integer,
    monthly_quota ${long},
    quota_refuses integer not null default 0,
    created_at ${long} not null,
    archived_at ${long},
    revision ${long} not null default 0
  ) ${end}`.execute(db);
  await sql`create index projects_revision on projects (revision)`.execute(db);
  await sql`insert into projects (id, name, created_at)
    values ('default', 'default', ${sql.lit(Date.now())})`.execute(db);
}

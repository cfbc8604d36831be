import { sql, type Kysely, type RawBuilder } from 'kysely';

/**
 * A row of `api_keys`. Times are Unix milliseconds; endpoints are separated by commas, origins and addresses
 * by spaces.
 */
export interface ApiKeyRow {
  id: string;
  hash: string;
  /** The hash before the last rotation, and the time until which that hash is still accepted. */
  previous_hash: string | null;
  previous_expires_at: number | null;
  project_id: string;
  /** The account that created the key. */
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
   * Increases with every insert and update in this table and in `projects`, so that readers can query for
   * changes.
   */
  revision: number;
}

/** A row of `projects`. */
export interface ProjectRow {
  id: string;
  /** An id from the console's table of organisations; null if the project belongs to the operator. */
  organisation_id: string | null;
  name: string;
  rate_limit: number | null;
  /** The limit for all of the project's keys in total, in requests per minute. */
  total_rate_limit: number | null;
  monthly_quota: number | null;
  /** 0 or 1. */
  quota_refuses: number;
  created_at: number;
  archived_at: number | null;
  /** Comes from the same counter as the revisions in `api_keys`. */
  revision: number;
}

/** The tables that both database types have. */
export interface KeySchema {
  api_keys: ApiKeyRow;
  projects: ProjectRow;
}

/** The type name for a 64-bit integer, which depends on the database. */
type Large = 'integer' | 'bigint';

/**
 * Creates the first version of the key table without its triggers, for a migration.
 * @param end SQLite's table options, which follow the columns: `strict`
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

/** Creates the first version of the project table, with the project that every deployment has. */
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

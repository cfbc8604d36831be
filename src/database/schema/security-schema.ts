import { sql, type Kysely } from 'kysely';

/**
 * Additional tables that protect the console from thieves and floods of requests; see `console-schema.ts`.
 */

/** A second factor: the secret for one-time codes, and recovery codes. The library owns this table. */
export interface SecondFactorRow {
  id: string;
  account_id: string;
  /** Encrypted. */
  secret: string;
  /** Encrypted. */
  backup_codes: string;
  /**
   * Whether the user has entered a code at least once. Until the user has entered a code, the second factor
   * is not required.
   */
  verified: number | boolean;
}

/** The number of attempts at an action in a time window that begins with the first attempt. */
export interface AttemptRow {
  kind: string;
  subject: string;
  count: number;
  until_ms: number;
  last_ms: number;
}

/**
 * Creates the tables, for a migration. This function also ends all sessions, because their tokens were
 * readable in the table, which from now on stores only hashes of tokens.
 */
export async function createSecurityTables(
  db: Kysely<unknown>,
  { moment, truth, no }: { moment: 'text' | 'timestamptz'; truth: 'integer' | 'boolean'; no: string },
): Promise<void> {
  const [at, yes] = [sql.raw(moment), sql.raw(truth)];
  await sql`delete from account_sessions`.execute(db);
  await sql`alter table account_sessions add column proved_ms bigint`.execute(db);
  await sql`alter table accounts add column has_second_factor ${yes} not null default ${sql.raw(no)}`.execute(
    db,
  );
  await sql`alter table organisations add column needs_second_factor integer not null default 0`.execute(db);
  await sql`alter table audit_log add column actor text`.execute(db);
  await sql`create table account_second_factors (
    id text primary key,
    account_id text not null unique references accounts (id) on delete cascade,
    secret text not null,
    backup_codes text not null,
    verified ${yes} not null default ${sql.raw(no)},
    failed_count integer default 0,
    locked_until ${at}
  )`.execute(db);
  await sql`create table attempts (
    kind text not null,
    subject text not null,
    count integer not null,
    until_ms bigint not null,
    last_ms bigint not null,
    primary key (kind, subject)
  )`.execute(db);
  await sql`create index attempts_until on attempts (until_ms)`.execute(db);
}

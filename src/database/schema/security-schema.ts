import { sql, type Kysely } from 'kysely';

/** More tables of the console, against thieves and floods: see `console-schema.ts`. */

/** A second factor: the secret of one-time codes, and recovery codes. It belongs to the library. */
export interface SecondFactorRow {
  id: string;
  account_id: string;
  /** Encrypted. */
  secret: string;
  /** Encrypted. */
  backup_codes: string;
  /** Whether a code was shown once. Until then it does not count. */
  verified: number | boolean;
}

/** How often something was tried within a window that began with the first try. */
export interface AttemptRow {
  kind: string;
  subject: string;
  count: number;
  until_ms: number;
  last_ms: number;
}

/**
 * For a migration. It ends all sessions: their tokens were readable in the table, which from now on has only
 * hashes of tokens.
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

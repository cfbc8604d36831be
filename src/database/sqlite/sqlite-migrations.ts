import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** `gzch` in ASCII. SQLite's application_id tells which program a file belongs to. */
export const APPLICATION_ID = 0x677a6368;

/**
 * Applied in the order of their names. A released migration never changes; a later
 * change is a new migration.
 */
export const SQLITE_MIGRATIONS: Record<string, Migration> = {
  '0001-keys': { up: createKeys },
};

/**
 * Triggers keep the revision, so that an operator's own `update` in a database shell is noticed like one
 * of ours. Triggers also refuse two mistakes: deleting a key (nobody would notice; keys are revoked
 * instead) and changing the id or the hash of a key.
 */
async function createKeys(db: Kysely<unknown>): Promise<void> {
  await sql`create table api_keys (
    id text primary key,
    hash text not null unique,
    name text not null,
    endpoints text not null,
    rate_limit integer,
    created_at integer not null,
    expires_at integer,
    revoked_at integer,
    last_used_at integer,
    revision integer not null default 0
  ) strict`.execute(db);
  await sql`create index api_keys_revision on api_keys (revision)`.execute(db);
  await sql`create trigger api_keys_created after insert on api_keys begin
    update api_keys set revision = (select max(revision) + 1 from api_keys) where id = new.id;
  end`.execute(db);
  await sql`create trigger api_keys_edited after update of name, endpoints, rate_limit, expires_at, revoked_at
    on api_keys begin
    update api_keys set revision = (select max(revision) + 1 from api_keys) where id = new.id;
  end`.execute(db);
  await sql`create trigger api_keys_identity before update of id, hash on api_keys begin
    select raise(abort, 'the id and the hash of a key do not change');
  end`.execute(db);
  await sql`create trigger api_keys_kept before delete on api_keys begin
    select raise(abort, 'keys are revoked, not deleted');
  end`.execute(db);
}

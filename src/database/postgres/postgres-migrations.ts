import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { createClosureTables } from '../schema/closure-schema.js';
import { createConsoleTables } from '../schema/console-schema.js';
import { createSecurityTables } from '../schema/security-schema.js';
import { createKeyTable, createProjectTable } from '../schema/key-schema.js';
import { createMonthsAndErrors, createUnfound, createUsageTables } from '../schema/usage-schema.js';
import { createReportTable } from '../schema/report-schema.js';
import { createVehicleTable, createZoneTables } from '../schema/zone-schema.js';

/**
 * The channel that announces every new or changed key. A notification only wakes listeners, which then use
 * the revision to find the change.
 */
export const KEYS_CHANNEL = 'gazarch_keys';

/**
 * Each migration is applied once, in name order, all in one transaction whose search path is the schema. A
 * released migration never changes; a later change is a new migration.
 */
export const POSTGRES_MIGRATIONS: Record<string, Migration> = {
  '0001-keys': { up: createKeys },
  '0002-usage': { up: (db) => createUsageTables(db as Kysely<unknown>) },
  '0003-projects': { up: createProjects },
  '0004-console': {
    up: (db) => createConsoleTables(db as Kysely<unknown>, { moment: 'timestamptz', truth: 'boolean' }),
  },
  '0005-months-and-errors': {
    up: (db) =>
      createMonthsAndErrors(
        db as Kysely<unknown>,
        sql`extract(epoch from date_trunc('month', to_timestamp(start_s) at time zone 'UTC'))::bigint`,
      ),
  },
  '0006-closures': { up: createClosures },
  '0008-security': {
    up: (db) =>
      createSecurityTables(db as Kysely<unknown>, { moment: 'timestamptz', truth: 'boolean', no: 'false' }),
  },
  '0009-total-limits': { up: createTotalLimits },
  '0010-zones': { up: createZones },
  '0011-vehicles': { up: createVehicles },
  '0012-unfound': { up: (db) => createUnfound(db as Kysely<unknown>) },
  '0013-map-reports': {
    up: (db) => createReportTable(db, 'id bigint primary key generated always as identity'),
  },
};

/**
 * Creates the same table as in SQLite, which also rejects deleting a key or changing its id or hash.
 *
 * Revisions: before each statement that adds or edits keys, a trigger increments the single row of
 * `key_revision`. This locks the row until the transaction ends, and PostgreSQL makes a transaction's writes
 * visible before it releases the lock. Transactions therefore become visible in revision order: a reader that
 * sees revision 6 also sees all of revision 5. A sequence could not guarantee this order. The trigger fires
 * per statement rather than per row, because updating a row 100,000 times in one transaction makes that row
 * slow.
 */
async function createKeys(db: Kysely<unknown>): Promise<void> {
  await createKeyTable(db, 'bigint');
  await sql`create table key_revision (
    only_one boolean primary key default true check (only_one),
    revision bigint not null
  )`.execute(db);
  await sql`insert into key_revision (revision) values (0)`.execute(db);
  await createRevisionTriggers(db);
  await createGuards(db);
}

/** The functions use the schema-qualified table name, so they do not depend on anyone's search path. */
async function createRevisionTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`create function raise_key_revision() returns trigger language plpgsql as $$ begin
    execute format('update %I.key_revision set revision = revision + 1', tg_table_schema);
    perform pg_notify(${sql.lit(KEYS_CHANNEL)}, '');
    return null;
  end $$`.execute(db);
  await sql`create function take_key_revision() returns trigger language plpgsql as $$ begin
    execute format('select revision from %I.key_revision', tg_table_schema) into strict new.revision;
    return new;
  end $$`.execute(db);
  for (const what of ['insert', 'update of name, endpoints, rate_limit, expires_at, revoked_at']) {
    const verb = what.slice(0, 6);
    await sql`create trigger ${sql.id(`api_keys_${verb}_raises`)} before ${sql.raw(what)} on api_keys
      for each statement execute function raise_key_revision()`.execute(db);
    await sql`create trigger ${sql.id(`api_keys_${verb}_takes`)} before ${sql.raw(what)} on api_keys
      for each row execute function take_key_revision()`.execute(db);
  }
}

async function createGuards(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_identity_change() returns trigger language plpgsql as $$ begin
    raise exception 'the id and the hash of a key do not change';
  end $$`.execute(db);
  await sql`create trigger api_keys_identity before update of id, hash on api_keys
    for each row when (old.id <> new.id or old.hash <> new.hash)
    execute function refuse_identity_change()`.execute(db);
  await sql`create function refuse_key_deletion() returns trigger language plpgsql as $$ begin
    raise exception 'keys are revoked, not deleted';
  end $$`.execute(db);
  await sql`create trigger api_keys_kept before delete or truncate on api_keys
    for each statement execute function refuse_key_deletion()`.execute(db);
}

/**
 * Creates projects, and a key's additional columns for the developer console. Keys and projects share one
 * revision counter, so that one cursor covers both. Only a rotation changes a key's hash, and it keeps the
 * previous hash.
 */
async function createProjects(db: Kysely<unknown>): Promise<void> {
  await createProjectTable(db, 'bigint');
  await sql`alter table api_keys
    add column project_id text not null default 'default' references projects (id),
    add column created_by text,
    add column previous_hash text unique,
    add column previous_expires_at bigint,
    add column allowed_origins text not null default '',
    add column allowed_addresses text not null default '',
    add column monthly_quota bigint,
    add column quota_refuses integer not null default 0`.execute(db);
  await sql`create index api_keys_project on api_keys (project_id)`.execute(db);
  for (const trigger of ['update_raises', 'update_takes', 'identity'])
    await sql`drop trigger ${sql.id(`api_keys_${trigger}`)} on api_keys`.execute(db);
  await createTriggersOf(db, 'api_keys', [
    `update of name, endpoints, rate_limit, expires_at, revoked_at, hash, previous_hash,
      previous_expires_at, project_id, created_by, allowed_origins, allowed_addresses, monthly_quota,
      quota_refuses`,
  ]);
  await createTriggersOf(db, 'projects', [
    'insert',
    'update of organisation_id, name, rate_limit, monthly_quota, quota_refuses, archived_at',
  ]);
  await sql`create or replace function refuse_identity_change() returns trigger language plpgsql as $$ begin
    raise exception 'the id and the hash of a key do not change, but by a rotation';
  end $$`.execute(db);
  await sql`create trigger api_keys_identity before update of id, hash on api_keys
    for each row when (
      old.id <> new.id or (old.hash <> new.hash and new.previous_hash is distinct from old.hash)
    ) execute function refuse_identity_change()`.execute(db);
  await sql`create function refuse_project_deletion() returns trigger language plpgsql as $$ begin
    raise exception 'projects are archived, not deleted';
  end $$`.execute(db);
  await sql`create trigger projects_kept before delete or truncate on projects
    for each statement execute function refuse_project_deletion()`.execute(db);
}

async function createTriggersOf(db: Kysely<unknown>, table: string, events: string[]): Promise<void> {
  for (const what of events) {
    const verb = what.slice(0, 6);
    await sql`create trigger ${sql.id(`${table}_${verb}_raises`)} before ${sql.raw(what)} on ${sql.id(table)}
      for each statement execute function raise_key_revision()`.execute(db);
    await sql`create trigger ${sql.id(`${table}_${verb}_takes`)} before ${sql.raw(what)} on ${sql.id(table)}
      for each row execute function take_key_revision()`.execute(db);
  }
}

/** A trigger counts all changes, including those that an operator makes in a database shell. */
async function createClosures(db: Kysely<unknown>): Promise<void> {
  await createClosureTables(db, 'id bigint primary key generated always as identity');
  await createRevision(db, 'closure');
  await countChanges(db, 'closures', 'closure');
}

/** Zones work the same way as closures. */
async function createZones(db: Kysely<unknown>): Promise<void> {
  await createZoneTables(db, 'id bigint primary key generated always as identity');
  await createRevision(db, 'zone');
  await countChanges(db, 'zones', 'zone');
}

/** Vehicles share the revision of the zones. */
async function createVehicles(db: Kysely<unknown>): Promise<void> {
  await createVehicleTable(db);
  await countChanges(db, 'vehicles', 'zone');
}

type Counted = 'closure' | 'zone';

async function createRevision(db: Kysely<unknown>, of: Counted): Promise<void> {
  await sql`create function ${sql.raw(`raise_${of}_revision`)}() returns trigger language plpgsql as $$ begin
    execute format('update %I.${sql.raw(of)}_revision set revision = revision + 1', tg_table_schema);
    return null;
  end $$`.execute(db);
}

async function countChanges(db: Kysely<unknown>, table: string, of: Counted): Promise<void> {
  await sql`create trigger ${sql.id(`${table}_changed`)}
    before insert or update or delete or truncate on ${sql.id(table)}
    for each statement execute function ${sql.raw(`raise_${of}_revision`)}()`.execute(db);
}

/**
 * Adds per-minute limits to projects and organisations. A change to an organisation's limit also updates its
 * projects, so that readers of projects see it.
 */
async function createTotalLimits(db: Kysely<unknown>): Promise<void> {
  for (const table of ['projects', 'organisations'])
    await sql`alter table ${sql.id(table)} add column total_rate_limit integer`.execute(db);
  for (const trigger of ['update_raises', 'update_takes'])
    await sql`drop trigger ${sql.id(`projects_${trigger}`)} on projects`.execute(db);
  await createTriggersOf(db, 'projects', [
    `update of organisation_id, name, rate_limit, total_rate_limit, monthly_quota, quota_refuses,
      archived_at`,
  ]);
  await sql`create function tell_organisation_limit() returns trigger language plpgsql as $$ begin
    execute format('update %I.projects set total_rate_limit = total_rate_limit where organisation_id = $1',
      tg_table_schema) using new.id;
    return null;
  end $$`.execute(db);
  await sql`create trigger organisations_limited after update of total_rate_limit on organisations
    for each row execute function tell_organisation_limit()`.execute(db);
}

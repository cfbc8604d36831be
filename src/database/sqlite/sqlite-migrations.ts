import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { createClosureTables } from '../schema/closure-schema.js';
import { createConsoleTables } from '../schema/console-schema.js';
import { createSecurityTables } from '../schema/security-schema.js';
import { createKeyTable, createProjectTable } from '../schema/key-schema.js';
import { createReportTable } from '../schema/report-schema.js';
import { createVehicleTable, createZoneTables } from '../schema/zone-schema.js';

/** `gzch` in ASCII. SQLite's application_id shows which program a file belongs to. */
export const APPLICATION_ID = 0x677a6368;

/**
 * Migrations are applied in name order. A released migration never changes; a later change is a new
 * migration.
 */
export const SQLITE_MIGRATIONS: Record<string, Migration> = {
  '0001-keys': { up: createKeys },
  '0002-projects': { up: createProjects },
  '0003-console': { up: (db) => createConsoleTables(db, { moment: 'text', truth: 'integer' }) },
  '0004-closures': { up: createClosures },
  '0006-security': {
    up: (db) => createSecurityTables(db, { moment: 'text', truth: 'integer', no: '0' }),
  },
  '0007-total-limits': { up: createTotalLimits },
  '0008-zones': { up: createZones },
  '0009-vehicles': { up: createVehicles },
  '0010-map-reports': { up: (db) => createReportTable(db, 'id integer primary key autoincrement') },
};

/**
 * Triggers update the revision, so that it also reflects an operator's own `update` in a database shell.
 * Triggers also refuse two mistakes: deleting a key, which would go unnoticed (keys are revoked instead), and
 * changing a key's id or hash.
 */
async function createKeys(db: Kysely<unknown>): Promise<void> {
  await createKeyTable(db, 'integer', sql`strict`);
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

/**
 * Creates projects, and a key's additional columns for the developer console. Keys and projects share one
 * revision counter, so that one cursor covers both. Only a rotation changes a key's hash, and it keeps the
 * previous hash.
 */
async function createProjects(db: Kysely<unknown>): Promise<void> {
  await createProjectTable(db, 'integer', sql`strict`);
  for (const column of [
    `project_id text not null default 'default'`,
    'created_by text',
    'previous_hash text',
    'previous_expires_at integer',
    `allowed_origins text not null default ''`,
    `allowed_addresses text not null default ''`,
    'monthly_quota integer',
    'quota_refuses integer not null default 0',
  ])
    await sql`alter table api_keys add column ${sql.raw(column)}`.execute(db);
  await sql`create unique index api_keys_previous_hash on api_keys (previous_hash)`.execute(db);
  await sql`create index api_keys_project on api_keys (project_id)`.execute(db);
  for (const trigger of ['api_keys_created', 'api_keys_edited', 'api_keys_identity'])
    await sql`drop trigger ${sql.id(trigger)}`.execute(db);
  await createRevisionTriggers(db, 'api_keys', [
    ...['name', 'endpoints', 'rate_limit', 'expires_at', 'revoked_at', 'hash', 'previous_hash'],
    ...['previous_expires_at', 'project_id', 'created_by', 'allowed_origins', 'allowed_addresses'],
    ...['monthly_quota', 'quota_refuses'],
  ]);
  await createRevisionTriggers(db, 'projects', [
    ...['organisation_id', 'name', 'rate_limit', 'monthly_quota', 'quota_refuses', 'archived_at'],
  ]);
  await sql`create trigger api_keys_identity before update of id, hash on api_keys
    when old.id <> new.id or (old.hash <> new.hash and new.previous_hash is not old.hash) begin
    select raise(abort, 'the id and the hash of a key do not change, but by a rotation');
  end`.execute(db);
  await sql`create trigger projects_kept before delete on projects begin
    select raise(abort, 'projects are archived, not deleted');
  end`.execute(db);
}

async function createRevisionTriggers(db: Kysely<unknown>, table: string, edits: string[]): Promise<void> {
  const raise = sql`update ${sql.id(table)} set revision = max(
    (select coalesce(max(revision), 0) from api_keys),
    (select coalesce(max(revision), 0) from projects)
  ) + 1 where id = new.id`;
  await sql`create trigger ${sql.id(`${table}_created`)} after insert on ${sql.id(table)} begin
    ${raise};
  end`.execute(db);
  await sql`create trigger ${sql.id(`${table}_edited`)} after update of ${sql.raw(edits.join(', '))}
    on ${sql.id(table)} begin
    ${raise};
  end`.execute(db);
}

/** A trigger counts all changes, including those that an operator makes in a database shell. */
async function createClosures(db: Kysely<unknown>): Promise<void> {
  await createClosureTables(db, 'id integer primary key autoincrement');
  await countChanges(db, 'closures', 'closure_revision');
}

/** Zones work the same way as closures. */
async function createZones(db: Kysely<unknown>): Promise<void> {
  await createZoneTables(db, 'id integer primary key autoincrement');
  await countChanges(db, 'zones', 'zone_revision');
}

/** Vehicles share the revision of the zones. */
async function createVehicles(db: Kysely<unknown>): Promise<void> {
  await createVehicleTable(db);
  await countChanges(db, 'vehicles', 'zone_revision');
}

async function countChanges(db: Kysely<unknown>, table: string, revision: string): Promise<void> {
  for (const what of ['insert', 'update', 'delete'])
    await sql`create trigger ${sql.id(`${table}_${what}`)} after ${sql.raw(what)} on ${sql.id(table)} begin
      update ${sql.id(revision)} set revision = revision + 1;
    end`.execute(db);
}

/**
 * Adds per-minute limits to projects and organisations. A change to an organisation's limit also updates its
 * projects, so that readers of projects see it.
 */
async function createTotalLimits(db: Kysely<unknown>): Promise<void> {
  for (const table of ['projects', 'organisations'])
    await sql`alter table ${sql.id(table)} add column total_rate_limit integer`.execute(db);
  await sql`drop trigger projects_created`.execute(db);
  await sql`drop trigger projects_edited`.execute(db);
  await createRevisionTriggers(db, 'projects', [
    ...['organisation_id', 'name', 'rate_limit', 'monthly_quota', 'quota_refuses', 'archived_at'],
    'total_rate_limit',
  ]);
  await sql`create trigger organisations_limited after update of total_rate_limit on organisations begin
    update projects set total_rate_limit = total_rate_limit where organisation_id = new.id;
  end`.execute(db);
}

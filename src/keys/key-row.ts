import type { ApiKeyRow, ProjectRow } from '../database/schema/key-schema.js';
import { KEY_SCOPES } from './api-key.js';
import type { KeyEdit, StoredKey } from './api-key.js';
import type { Project, ProjectEdit } from './project.js';

/** Converts a key to a database row, which is the same in both types of database. */
export function toRow({ key, hash, previousHash }: StoredKey): ApiKeyRow {
  return {
    id: key.id,
    hash,
    previous_hash: previousHash,
    previous_expires_at: key.previousExpiresAt?.getTime() ?? null,
    project_id: key.projectId,
    created_by: key.createdBy,
    name: key.name,
    endpoints: key.endpoints.join(','),
    rate_limit: key.rateLimit,
    allowed_origins: joined(key.allowedOrigins),
    allowed_addresses: joined(key.allowedAddresses),
    monthly_quota: key.monthlyQuota,
    quota_refuses: Number(key.quotaRefuses),
    created_at: key.createdAt.getTime(),
    expires_at: key.expiresAt?.getTime() ?? null,
    revoked_at: key.revokedAt?.getTime() ?? null,
    last_used_at: key.lastUsedAt?.getTime() ?? null,
    revision: 0,
  };
}

export function fromRow(row: Omit<ApiKeyRow, 'revision'>): StoredKey {
  const scopes = row.endpoints.split(',');
  const key = {
    id: row.id,
    projectId: row.project_id,
    createdBy: row.created_by,
    name: row.name,
    endpoints: KEY_SCOPES.filter((endpoint) => scopes.includes(endpoint)),
    rateLimit: row.rate_limit,
    allowedOrigins: apart(row.allowed_origins),
    allowedAddresses: apart(row.allowed_addresses),
    monthlyQuota: row.monthly_quota,
    quotaRefuses: row.quota_refuses !== 0,
    createdAt: new Date(row.created_at),
    expiresAt: dateOrNull(row.expires_at),
    revokedAt: dateOrNull(row.revoked_at),
    lastUsedAt: dateOrNull(row.last_used_at),
    previousExpiresAt: dateOrNull(row.previous_expires_at),
  };
  return { key, hash: row.hash, previousHash: row.previous_hash };
}

/** Returns the columns to update when a key is edited; undefined columns are left unchanged. */
export function toKeyChange(edit: KeyEdit): Partial<ApiKeyRow> {
  const { name, rateLimit, expiresAt, allowedOrigins, allowedAddresses, monthlyQuota, quotaRefuses } = edit;
  return {
    ...(name === undefined ? {} : { name }),
    ...(rateLimit === undefined ? {} : { rate_limit: rateLimit }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt?.getTime() ?? null }),
    ...(allowedOrigins === undefined ? {} : { allowed_origins: joined(allowedOrigins) }),
    ...(allowedAddresses === undefined ? {} : { allowed_addresses: joined(allowedAddresses) }),
    ...(monthlyQuota === undefined ? {} : { monthly_quota: monthlyQuota }),
    ...(quotaRefuses === undefined ? {} : { quota_refuses: Number(quotaRefuses) }),
  };
}

export function toProjectRow(project: Project): ProjectRow {
  return {
    id: project.id,
    organisation_id: project.organisationId,
    name: project.name,
    rate_limit: project.rateLimit,
    total_rate_limit: project.totalRateLimit,
    monthly_quota: project.monthlyQuota,
    quota_refuses: Number(project.quotaRefuses),
    created_at: project.createdAt.getTime(),
    archived_at: project.archivedAt?.getTime() ?? null,
    revision: 0,
  };
}

/** A project row as read, joined with its organisation's limit. */
export interface ReadProjectRow extends ProjectRow {
  organisation_rate_limit: number | null;
}

export function fromProjectRow(row: ReadProjectRow): Project {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    rateLimit: row.rate_limit,
    totalRateLimit: row.total_rate_limit,
    organisationRateLimit: row.organisation_rate_limit,
    monthlyQuota: row.monthly_quota,
    quotaRefuses: row.quota_refuses !== 0,
    createdAt: new Date(row.created_at),
    archivedAt: dateOrNull(row.archived_at),
  };
}

/** Returns the columns to update when a project is edited; undefined columns are left unchanged. */
export function toProjectChange(edit: ProjectEdit): Partial<ProjectRow> {
  const { name, rateLimit, totalRateLimit, monthlyQuota, quotaRefuses, archivedAt } = edit;
  return {
    ...(name === undefined ? {} : { name }),
    ...(rateLimit === undefined ? {} : { rate_limit: rateLimit }),
    ...(totalRateLimit === undefined ? {} : { total_rate_limit: totalRateLimit }),
    ...(monthlyQuota === undefined ? {} : { monthly_quota: monthlyQuota }),
    ...(quotaRefuses === undefined ? {} : { quota_refuses: Number(quotaRefuses) }),
    ...(archivedAt === undefined ? {} : { archived_at: archivedAt?.getTime() ?? null }),
  };
}

/** Splits the items into groups of at most `size`. */
export function batches<T>(items: readonly T[], size: number): T[][] {
  const groups: T[][] = [];
  for (let first = 0; first < items.length; first += size) groups.push(items.slice(first, first + size));
  return groups;
}

/** Joins a list into one string, separated by spaces: no origin or address contains a space. */
function joined(list: readonly string[]): string {
  return list.join(' ');
}

/** Nearly all keys have empty lists and share this empty list. */
const NONE: readonly string[] = Object.freeze([]);

function apart(text: string): readonly string[] {
  return text === '' ? NONE : text.split(' ');
}

function dateOrNull(time_ms: number | null): Date | null {
  return time_ms === null ? null : new Date(time_ms);
}

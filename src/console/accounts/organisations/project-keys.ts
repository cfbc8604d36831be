import { keyStatus, type ApiKey, type KeyEdit } from '../../../keys/api-key.js';
import { editKey, rotateKey } from '../../../keys/change-key.js';
import { createKey } from '../../../keys/create-key.js';
import type { KeyStore } from '../../../keys/key-store.js';
import type { Project } from '../../../keys/project.js';
import type { OpenDatabase } from '../../../database/schema/open-database.js';
import type { Key, KeySettings, KeyWithSecret, NewKey } from '../../api/project-data.js';
import type { AuditAction } from '../../api/operator-contract.js';
import type { Access, Person } from '../guards/access.js';
import { changesOf, type AuditLog, type AuditNote } from '../guards/audit-log.js';
import { conflict, notFound, wrongField } from '../guards/console-error.js';
import { activeKeys } from './projects.js';

/** The maximum number of active keys per project: every process of the API keeps each of them in memory. */
const KEYS_MAX = 500;

/** Keys that were not used for this many days are marked in lists. */
const UNUSED_DAYS = 90;
const DAY_MS = 86_400_000;

interface Parts {
  database: OpenDatabase;
  keys: KeyStore;
  access: Access;
  audit: AuditLog;
  defaultRateLimit: number;
}

/** A project's keys, which are changed through the same functions as on the command line. */
export class ProjectKeys {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns the keys, newest first. */
  async list(person: Person, projectId: string): Promise<Key[]> {
    const { project } = await this.#parts.access.project(person, projectId, 'viewer');
    const stored = await this.#parts.keys.list(projectId);
    const names = await this.#names(stored.map(({ key }) => key.createdBy));
    return stored.map(({ key }) => this.#view(key, project, names)).reverse();
  }

  async get(person: Person, id: string): Promise<Key> {
    const { stored, project } = await this.#parts.access.key(person, id, 'viewer');
    return this.#describe(stored.key, project);
  }

  async create(person: Person, projectId: string, wanted: NewKey): Promise<KeyWithSecret> {
    const { project } = await this.#parts.access.project(person, projectId, 'member');
    if (activeKeys(await this.#parts.keys.list(projectId)) >= KEYS_MAX)
      throw conflict('too_many', `A project may have at most ${KEYS_MAX} active keys.`);
    const { key, token } = await createKey(this.#parts.keys, {
      name: wanted.name,
      endpoints: wanted.endpoints,
      rateLimit: wanted.rate_limit ?? null,
      expiresAt: expiryOf(wanted.expires_at) ?? null,
      projectId,
      createdBy: person.id,
      allowedOrigins: wanted.allowed_origins,
      allowedAddresses: wanted.allowed_addresses,
      monthlyQuota: wanted.monthly_quota,
      quotaRefuses: wanted.quota_refuses,
    });
    await this.#note(person, 'key.created', { key, project }, changesOf({}, shownOf(key)));
    return { key: await this.#describe(key, project), secret: token };
  }

  async edit(person: Person, id: string, wanted: Partial<KeySettings>): Promise<Key> {
    const { stored, project } = await this.#parts.access.key(person, id, 'member');
    refuseEnded(stored.key);
    const edit: KeyEdit = {
      name: wanted.name,
      rateLimit: wanted.rate_limit,
      expiresAt: expiryOf(wanted.expires_at),
      monthlyQuota: wanted.monthly_quota,
      quotaRefuses: wanted.quota_refuses,
      allowedOrigins: wanted.allowed_origins,
      allowedAddresses: wanted.allowed_addresses,
    };
    const key = await editKey(this.#parts.keys, id, edit);
    if (key === null) throw notFound('key');
    await this.#note(person, 'key.changed', { key, project }, changesOf(shownOf(stored.key), shownOf(key)));
    return this.#describe(key, project);
  }

  async rotate(person: Person, id: string, grace_s: number): Promise<KeyWithSecret> {
    const { stored, project } = await this.#parts.access.key(person, id, 'member');
    refuseEnded(stored.key);
    const rotated = await rotateKey(this.#parts.keys, id, grace_s);
    if (rotated === null) throw notFound('key');
    await this.#note(person, 'key.rotated', { key: rotated.key, project }, { grace_s });
    return { key: await this.#describe(rotated.key, project), secret: rotated.token };
  }

  async revoke(person: Person, id: string): Promise<Key> {
    const { stored, project } = await this.#parts.access.key(person, id, 'member');
    const revoked = await this.#parts.keys.revoke(id, new Date());
    if (revoked === null) throw notFound('key');
    if (stored.key.revokedAt === null) await this.#note(person, 'key.revoked', { key: revoked.key, project });
    return this.#describe(revoked.key, project);
  }

  async #describe(key: ApiKey, project: Project): Promise<Key> {
    return this.#view(key, project, await this.#names([key.createdBy]));
  }

  #view(key: ApiKey, project: Project, names: ReadonlyMap<string, string>): Key {
    const now = Date.now();
    const own = key.rateLimit ?? this.#parts.defaultRateLimit;
    const status = keyStatus(key, now);
    const used_ms = (key.lastUsedAt ?? key.createdAt).getTime();
    const previous = key.previousExpiresAt;
    return {
      id: key.id,
      project_id: key.projectId,
      name: key.name,
      endpoints: [...key.endpoints],
      status,
      rate_limit: key.rateLimit,
      effective_rate_limit: project.rateLimit === null ? own : Math.min(own, project.rateLimit),
      monthly_quota: key.monthlyQuota,
      quota_refuses: key.quotaRefuses,
      allowed_origins: [...key.allowedOrigins],
      allowed_addresses: [...key.allowedAddresses],
      created_at: key.createdAt.toISOString(),
      created_by: key.createdBy === null ? null : (names.get(key.createdBy) ?? null),
      expires_at: isoOf(key.expiresAt),
      revoked_at: isoOf(key.revokedAt),
      last_used_at: isoOf(key.lastUsedAt),
      is_unused: status === 'active' && now - used_ms > UNUSED_DAYS * DAY_MS,
      previous_expires_at: previous !== null && previous.getTime() > now ? isoOf(previous) : null,
    };
  }

  /** Returns the accounts' names by id. */
  async #names(ids: readonly (string | null)[]): Promise<Map<string, string>> {
    const wanted = [...new Set(ids.filter((id) => id !== null))];
    if (wanted.length === 0) return new Map();
    const rows = await this.#parts.database.db
      .selectFrom('accounts')
      .select(['id', 'name'])
      .where('id', 'in', wanted)
      .execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  #note(
    person: Person,
    action: AuditAction,
    { key, project }: { key: ApiKey; project: Project },
    details: AuditNote['details'] = {},
  ): Promise<void> {
    const target = { id: key.id, name: key.name };
    const { id: projectId, organisationId } = project;
    return this.#parts.audit.by(person, action, { organisationId, projectId, target, details });
  }
}

/** Returns a key's values for the audit log. */
export function shownOf(key: ApiKey): object {
  const { name, endpoints, rateLimit, expiresAt, monthlyQuota, quotaRefuses } = key;
  return {
    ...{ name, endpoints, rate_limit: rateLimit, expires_at: expiresAt },
    ...{ monthly_quota: monthlyQuota, quota_refuses: quotaRefuses },
    allowed_origins: key.allowedOrigins,
    allowed_addresses: key.allowedAddresses,
  };
}

function isoOf(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

/** Returns `undefined` for an expiry that does not change. */
function expiryOf(text: string | null | undefined): Date | null | undefined {
  if (text === undefined || text === null) return text;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw wrongField('expires_at', 'bad_format', 'The expiry must be a time such as 2030-12-31T00:00:00Z.');
  return date;
}

function refuseEnded(key: ApiKey): void {
  if (keyStatus(key, Date.now()) !== 'active')
    throw conflict('key_ended', 'A revoked or expired key cannot be changed; create another.');
}

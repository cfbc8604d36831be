import { AuditLog, changesOf } from '../../console/accounts/guards/audit-log.js';
import { shownOf } from '../../console/accounts/organisations/project-keys.js';
import { ceilingsOf } from '../../console/accounts/organisations/projects.js';
import type { OpenDatabase } from '../../database/schema/open-database.js';
import type { KeyEdit, StoredKey } from '../../keys/api-key.js';
import type { KeyRotation } from '../../keys/key-store.js';
import type { Project, ProjectEdit } from '../../keys/project.js';
import { SqlKeyStore } from '../../keys/sql-key-store.js';
import { SHELL } from './shell-audit.js';

/** Keys and projects for commands, which record their changes in the console's audit log. */
export class AuditedKeyStore extends SqlKeyStore {
  readonly #audit: AuditLog;

  constructor(database: OpenDatabase) {
    super(database);
    this.#audit = new AuditLog(database);
  }

  override async create(stored: StoredKey): Promise<void> {
    await super.create(stored);
    await this.#noteKey('key.created', stored, changesOf({}, shownOf(stored.key)));
  }

  override async createAll(keys: readonly StoredKey[]): Promise<void> {
    await super.createAll(keys);
    for (const stored of keys) await this.#noteKey('key.created', stored, { copied: true });
  }

  override async edit(id: string, edit: KeyEdit): Promise<StoredKey | null> {
    const before = await this.get(id);
    const after = await super.edit(id, edit);
    if (before !== null && after !== null)
      await this.#noteKey('key.changed', after, changesOf(shownOf(before.key), shownOf(after.key)));
    return after;
  }

  override async rotate(id: string, rotation: KeyRotation): Promise<StoredKey | null> {
    const rotated = await super.rotate(id, rotation);
    if (rotated !== null)
      await this.#noteKey('key.rotated', rotated, { until: rotation.until.toISOString() });
    return rotated;
  }

  override async revoke(id: string, at: Date): Promise<StoredKey | null> {
    const wasRevoked = (await this.get(id))?.key.revokedAt !== null;
    const revoked = await super.revoke(id, at);
    if (revoked !== null && !wasRevoked) await this.#noteKey('key.revoked', revoked, {});
    return revoked;
  }

  override async createProject(project: Project): Promise<void> {
    await super.createProject(project);
    await this.#noteProject('project.created', project, {});
  }

  override async editProject(id: string, edit: ProjectEdit): Promise<Project | null> {
    const before = await this.project(id);
    const after = await super.editProject(id, edit);
    if (before !== null && after !== null) {
      const values = (project: Project): object => ({ name: project.name, ...ceilingsOf(project) });
      const action = edit.archivedAt == null ? 'project.changed' : 'project.archived';
      await this.#noteProject(action, after, changesOf(values(before), values(after)));
    }
    return after;
  }

  #noteKey(
    action: 'key.created' | 'key.changed' | 'key.rotated' | 'key.revoked',
    { key }: StoredKey,
    details: ReturnType<typeof changesOf>,
  ): Promise<void> {
    return this.#audit.by(SHELL, action, {
      ...{ projectId: key.projectId, details },
      target: { id: key.id, name: key.name },
    });
  }

  #noteProject(
    action: 'project.created' | 'project.changed' | 'project.archived',
    { id, name, organisationId }: Project,
    details: ReturnType<typeof changesOf>,
  ): Promise<void> {
    return this.#audit.by(SHELL, action, { organisationId, projectId: id, details, target: { id, name } });
  }
}

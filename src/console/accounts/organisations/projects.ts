import { createProject, editProject } from '../../../keys/change-project.js';
import { keyStatus, type StoredKey } from '../../../keys/api-key.js';
import type { KeyStore } from '../../../keys/key-store.js';
import { DEFAULT_PROJECT, type Project as StoredProject } from '../../../keys/project.js';
import type { OpenDatabase } from '../../../database/schema/open-database.js';
import type { Project, Role } from '../../api/project-data.js';
import type { AuditAction, ProjectCeilings } from '../../api/operator-contract.js';
import type { Access, Person } from '../guards/access.js';
import { changesOf, type AuditLog, type AuditNote } from '../guards/audit-log.js';
import { conflict } from '../guards/console-error.js';

/** The maximum number of projects per organisation, so that nobody can fill the database. */
const PROJECTS_MAX = 100;

interface Parts {
  database: OpenDatabase;
  keys: KeyStore;
  access: Access;
  audit: AuditLog;
  /** The maximum rate limit of keys in a project that was not created by an operator. */
  defaultRateLimit: number;
}

/** The projects of organisations, and the operator's own project, `default`. */
export class Projects {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Returns the projects that the person can see through organisations, oldest first. Operators also see
   * projects without an organisation.
   */
  async list(person: Person): Promise<Project[]> {
    const roles = await this.#parts.access.rolesOf(person.id);
    const all = (await this.#parts.keys.projects()).filter(({ archivedAt }) => archivedAt === null);
    const seen = all.filter(({ organisationId }) =>
      organisationId === null ? person.isOperator : roles.has(organisationId),
    );
    return this.describeAll(seen, (project) =>
      project.organisationId === null ? null : (roles.get(project.organisationId) ?? null),
    );
  }

  /** Returns every active project, for operators. */
  async listAll(): Promise<Project[]> {
    const all = (await this.#parts.keys.projects()).filter(({ archivedAt }) => archivedAt === null);
    return this.describeAll(all, () => null);
  }

  async get(person: Person, id: string): Promise<Project> {
    const { project, role } = await this.#parts.access.project(person, id, 'viewer');
    return this.#describe(project, role);
  }

  /** @param organisationId `null` if the project belongs to the operator */
  async create(person: Person, organisationId: string | null, name: string): Promise<Project> {
    const role =
      organisationId === null
        ? null
        : (await this.#parts.access.organisation(person, organisationId, 'member')).role;
    const { keys, defaultRateLimit } = this.#parts;
    const own = (await keys.projects()).filter((project) => project.organisationId === organisationId);
    if (own.filter(({ archivedAt }) => archivedAt === null).length >= PROJECTS_MAX)
      throw conflict('too_many', `An organisation may have at most ${PROJECTS_MAX} projects.`);
    // People who are not operators cannot give their keys a higher limit than the deployment's default.
    const rateLimit = person.isOperator ? null : defaultRateLimit;
    const project = await createProject(keys, { name, organisationId, rateLimit });
    await this.#note(person, 'project.created', project);
    return this.#describe(project, role);
  }

  async rename(person: Person, id: string, name: string): Promise<Project> {
    const { role, project: before } = await this.#parts.access.project(person, id, 'member');
    const project = (await editProject(this.#parts.keys, id, { name }))!;
    await this.#note(
      person,
      'project.changed',
      project,
      changesOf({ name: before.name }, { name: project.name }),
    );
    return this.#describe(project, role);
  }

  /** Refuses to archive a project with active keys, because the keys would stop working immediately. */
  async archive(person: Person, id: string): Promise<void> {
    const { project } = await this.#parts.access.project(person, id, 'owner');
    if (id === DEFAULT_PROJECT) throw conflict('default_project', 'The project default cannot be archived.');
    const working = activeKeys(await this.#parts.keys.list(id));
    if (working > 0) throw conflict('active_keys', 'Revoke the keys of the project first.');
    await editProject(this.#parts.keys, id, { archivedAt: new Date() });
    await this.#note(person, 'project.archived', project);
  }

  /** Sets a project's ceilings, for operators. */
  async setCeilings(person: Person, id: string, wanted: Partial<ProjectCeilings>): Promise<Project> {
    const { role, project: before } = await this.#parts.access.project(person, id, 'owner');
    const project = (await editProject(this.#parts.keys, id, {
      ...(wanted.rate_limit === undefined ? {} : { rateLimit: wanted.rate_limit }),
      ...(wanted.total_rate_limit === undefined ? {} : { totalRateLimit: wanted.total_rate_limit }),
      ...(wanted.monthly_quota === undefined ? {} : { monthlyQuota: wanted.monthly_quota }),
      ...(wanted.quota_refuses === undefined ? {} : { quotaRefuses: wanted.quota_refuses }),
    }))!;
    await this.#note(person, 'project.changed', project, changesOf(ceilingsOf(before), ceilingsOf(project)));
    return this.#describe(project, role);
  }

  async describeAll(
    projects: readonly StoredProject[],
    roleOf: (project: StoredProject) => Role | null,
  ): Promise<Project[]> {
    const [organisations, active] = await Promise.all([this.#organisationNames(), this.#activeByProject()]);
    return projects.map((project) => ({
      id: project.id,
      name: project.name,
      organisation:
        project.organisationId === null
          ? null
          : { id: project.organisationId, name: organisations.get(project.organisationId) ?? '' },
      role: roleOf(project),
      rate_limit: project.rateLimit,
      total_rate_limit: project.totalRateLimit,
      organisation_rate_limit: project.organisationRateLimit,
      monthly_quota: project.monthlyQuota,
      quota_refuses: project.quotaRefuses,
      active_keys: active.get(project.id) ?? 0,
      created_at: project.createdAt.toISOString(),
      archived_at: project.archivedAt?.toISOString() ?? null,
    }));
  }

  async #describe(project: StoredProject, role: Role | null): Promise<Project> {
    return (await this.describeAll([project], () => role))[0];
  }

  async #organisationNames(): Promise<Map<string, string>> {
    const rows = await this.#parts.database.db.selectFrom('organisations').select(['id', 'name']).execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async #activeByProject(): Promise<Map<string, number>> {
    const rows = await this.#parts.database.db
      .selectFrom('api_keys')
      .select(['project_id', ({ fn }) => fn.countAll<number>().as('n')])
      .where('revoked_at', 'is', null)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', Date.now())]))
      .groupBy('project_id')
      .execute();
    return new Map(rows.map(({ project_id, n }) => [project_id, Number(n)]));
  }

  #note(
    person: Person,
    action: AuditAction,
    { id, name, organisationId }: StoredProject,
    details: AuditNote['details'] = {},
  ): Promise<void> {
    return this.#parts.audit.by(person, action, {
      ...{ organisationId, projectId: id, details },
      target: { id, name },
    });
  }
}

/** Returns a project's ceilings for the audit log. */
export function ceilingsOf(project: StoredProject): object {
  const { rateLimit, totalRateLimit, monthlyQuota, quotaRefuses } = project;
  return {
    ...{ rate_limit: rateLimit, total_rate_limit: totalRateLimit },
    ...{ monthly_quota: monthlyQuota, quota_refuses: quotaRefuses },
  };
}

export function activeKeys(keys: readonly StoredKey[]): number {
  return keys.filter(({ key }) => keyStatus(key, Date.now()) === 'active').length;
}

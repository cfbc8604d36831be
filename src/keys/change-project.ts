import { KeyFieldError } from './key-field-error.js';
import { checkedName, checkedNumber, checkedQuota, checkedRateLimit, RATE_LIMIT_MAX } from './key-fields.js';
import type { KeyStore } from './key-store.js';
import { randomText } from './key-token.js';
import { DEFAULT_PROJECT, type Project, type ProjectEdit, type ProjectRequest } from './project.js';

/** @throws KeyFieldError if the request exceeds a limit */
export async function createProject(
  store: KeyStore,
  request: ProjectRequest,
  now: Date = new Date(),
): Promise<Project> {
  const project: Project = {
    id: `prj_${randomText(ID_CHARACTERS)}`,
    organisationId: request.organisationId ?? null,
    name: checkedName(request.name, WHOSE),
    rateLimit: checkedRateLimit(request.rateLimit ?? null, WHOSE),
    totalRateLimit: checkedTotal(request.totalRateLimit ?? null),
    organisationRateLimit: null,
    monthlyQuota: checkedQuota(request.monthlyQuota ?? null, WHOSE),
    quotaRefuses: request.quotaRefuses ?? false,
    createdAt: now,
    archivedAt: null,
  };
  await store.createProject(project);
  return project;
}

/**
 * Edits a project. A lower rate limit applies to the project's keys immediately, but the keys' own limits
 * stay stored.
 * @returns null if the project does not exist
 * @throws KeyFieldError if a value exceeds a limit, or if the edit would archive the default project
 */
export async function editProject(store: KeyStore, id: string, edit: ProjectEdit): Promise<Project | null> {
  const { name, rateLimit, totalRateLimit, monthlyQuota, quotaRefuses, archivedAt } = edit;
  if (id === DEFAULT_PROJECT && archivedAt !== undefined && archivedAt !== null)
    throw new KeyFieldError('project', 'unknown', `the project ${DEFAULT_PROJECT} cannot be archived`);
  return store.editProject(id, {
    ...(name === undefined ? {} : { name: checkedName(name, WHOSE) }),
    ...(rateLimit === undefined ? {} : { rateLimit: checkedRateLimit(rateLimit, WHOSE) }),
    ...(totalRateLimit === undefined ? {} : { totalRateLimit: checkedTotal(totalRateLimit) }),
    ...(monthlyQuota === undefined ? {} : { monthlyQuota: checkedQuota(monthlyQuota, WHOSE) }),
    ...(quotaRefuses === undefined ? {} : { quotaRefuses }),
    ...(archivedAt === undefined ? {} : { archivedAt }),
  });
}

/** @throws KeyFieldError */
export function checkedTotal(limit: number | null, whose = 'all keys of a project'): number | null {
  return checkedNumber(limit, RATE_LIMIT_MAX, {
    field: 'total_rate_limit',
    what: `the rate limit of ${whose}`,
    unit: 'requests a minute',
  });
}

const WHOSE = 'a project';

/** The id has 71 random bits, so that two projects in a deployment never get the same id. */
const ID_CHARACTERS = 12;

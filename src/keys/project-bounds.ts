import { counted } from '../counted.js';
import type { ApiKey } from './api-key.js';
import { KeyFieldError } from './key-field-error.js';
import type { KeyStore } from './key-store.js';
import type { Project } from './project.js';

/**
 * Checks a new or edited key against its project.
 * @throws KeyFieldError if the project does not exist, is archived or has a lower limit
 */
export async function checkProject(
  store: Pick<KeyStore, 'project'>,
  { projectId, rateLimit }: Pick<ApiKey, 'projectId' | 'rateLimit'>,
): Promise<Project> {
  const project = await store.project(projectId);
  if (project === null)
    throw new KeyFieldError('project', 'unknown', `there is no project ${JSON.stringify(projectId)}`);
  if (project.archivedAt !== null)
    throw new KeyFieldError('project', 'archived', `the project ${JSON.stringify(projectId)} is archived`);
  if (rateLimit !== null && project.rateLimit !== null && rateLimit > project.rateLimit)
    throw new KeyFieldError(
      'rate_limit',
      'above_ceiling',
      `the project allows each key at most ${counted(project.rateLimit, 'request')} a minute, ` +
        `not ${rateLimit}`,
    );
  return project;
}

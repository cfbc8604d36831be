/**
 * The project for keys made by a command or at the first start. Its row is created together with the table.
 */
export const DEFAULT_PROJECT = 'default';

/** A project, which groups keys, with a limit for each key and a quota for all its keys in total. */
export interface Project {
  id: string;
  /** The owner; null if the operator of the deployment owns it. */
  organisationId: string | null;
  name: string;
  /** The maximum limit for each of the project's keys, in requests per minute. Null if there is no limit. */
  rateLimit: number | null;
  /** The limit for all of the project's keys in total, in requests per minute. Null if there is no limit. */
  totalRateLimit: number | null;
  /**
   * Like `totalRateLimit`, but for all of the organisation's projects in total; only the console writes it.
   */
  organisationRateLimit: number | null;
  /**
   * The maximum number of requests from all the project's keys in a month of the deployment's time zone. Null
   * if there is no quota.
   */
  monthlyQuota: number | null;
  /** Whether requests above the quota are refused. If not, exceeding the quota is only reported. */
  quotaRefuses: boolean;
  createdAt: Date;
  /**
   * From this moment on, all the project's keys are refused like revoked keys. Null if the project is in use.
   */
  archivedAt: Date | null;
}

/**
 * A caller's request to create a project. The fields are the same as in `Project`, and `createProject` checks
 * them.
 */
export interface ProjectRequest {
  name: string;
  organisationId?: string | null | undefined;
  rateLimit?: number | null | undefined;
  totalRateLimit?: number | null | undefined;
  monthlyQuota?: number | null | undefined;
  quotaRefuses?: boolean | undefined;
}

/** The fields of a project that can be edited. Undefined fields stay unchanged. */
export interface ProjectEdit extends Partial<Omit<ProjectRequest, 'organisationId'>> {
  /** A date archives the project, and null restores it. The project's keys follow. */
  archivedAt?: Date | null | undefined;
}

/**
 * The project of keys made by a command or at the first start. Its row is created together with the table.
 */
export const DEFAULT_PROJECT = 'default';

/** A project of keys, with a limit for each key and a quota for all of them together. */
export interface Project {
  id: string;
  /** The owner; null if the operator of the deployment owns it. */
  organisationId: string | null;
  name: string;
  /** The highest allowed limit for each of its keys, in requests per minute. Null if there is none. */
  rateLimit: number | null;
  /** The limit for all of its keys together, in requests per minute. Null if there is none. */
  totalRateLimit: number | null;
  /**
   * Like `totalRateLimit`, but for all of the organisation's projects together; only the console writes it.
   */
  organisationRateLimit: number | null;
  /** The requests of all its keys in a month of the deployment's time zone. Null if there is no quota. */
  monthlyQuota: number | null;
  /** Whether requests above the quota are refused. If not, exceeding the quota is only reported. */
  quotaRefuses: boolean;
  createdAt: Date;
  /** From this moment on, all its keys are refused like revoked ones. Null if the project is in use. */
  archivedAt: Date | null;
}

/** A caller's request for a project. The fields are those of `Project`; `createProject` checks them. */
export interface ProjectRequest {
  name: string;
  organisationId?: string | null | undefined;
  rateLimit?: number | null | undefined;
  totalRateLimit?: number | null | undefined;
  monthlyQuota?: number | null | undefined;
  quotaRefuses?: boolean | undefined;
}

/** The fields of a project that can be edited. Undefined fields stay. */
export interface ProjectEdit extends Partial<Omit<ProjectRequest, 'organisationId'>> {
  /** A date archives the project, null restores it. Its keys follow. */
  archivedAt?: Date | null | undefined;
}

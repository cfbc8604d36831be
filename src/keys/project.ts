/** The project of keys that a command or the first start makes. Its row comes with the table. */
export const DEFAULT_PROJECT = 'default';

/** A project of keys, with a bound for each key and a quota for all together. */
export interface Project {
  id: string;
  /** The owner; null: the operator of the deployment. */
  organisationId: string | null;
  name: string;
  /** Most requests per minute for each of its keys. Null: no bound. */
  rateLimit: number | null;
  /** Requests per minute of all its keys together. Null: no limit. */
  totalRateLimit: number | null;
  /** Like `totalRateLimit`, for all projects of its organisation together; only the console writes it. */
  organisationRateLimit: number | null;
  /** Requests of all its keys in a month of the deployment's time zone. Null: no quota. */
  monthlyQuota: number | null;
  /** Whether requests above the quota are refused. If not, the quota is only reported. */
  quotaRefuses: boolean;
  createdAt: Date;
  /** From this moment on, all its keys are refused like revoked ones. Null: it is in use. */
  archivedAt: Date | null;
}

/** The caller's request. The fields are those of `Project`; `createProject` checks them. */
export interface ProjectRequest {
  name: string;
  organisationId?: string | null | undefined;
  rateLimit?: number | null | undefined;
  totalRateLimit?: number | null | undefined;
  monthlyQuota?: number | null | undefined;
  quotaRefuses?: boolean | undefined;
}

/** Fields of a project that may change. Undefined fields stay. */
export interface ProjectEdit extends Partial<Omit<ProjectRequest, 'organisationId'>> {
  /** A date archives it, null brings it back. Its keys follow. */
  archivedAt?: Date | null | undefined;
}

/**
 * One row of `api_keys`. Times are Unix milliseconds; endpoints are joined by commas, origins and addresses
 * by spaces.
 */
export interface ApiKeyRow {
  id: string;
  hash: string;
  /** The hash before the last rotation, and until when it is taken. */
  previous_hash: string | null;
  previous_expires_at: number | null;
  project_id: string;
  /** The account that made it. */
  created_by: string | null;
  name: string;
  endpoints: string;
  rate_limit: number | null;
  allowed_origins: string;
  allowed_addresses: string;
  monthly_quota: number | null;
  /** 0 or 1. */
  quota_refuses: number;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  /**
   * Grows with every creation and edit in this table and in `projects`, so that a reader can ask for what is
   * new.
   */
  revision: number;
}

/** One row of `projects`. */
export interface ProjectRow {
  id: string;
  /** Of the console's table of organisations; null: the operator's own. */
  organisation_id: string | null;
  name: string;
  rate_limit: number | null;
  monthly_quota: number | null;
  /** 0 or 1. */
  quota_refuses: number;
  created_at: number;
  archived_at: number | null;
  /** One count with that of `api_keys`. */
  revision: number;
}

/** The tables that both databases have. */
export interface KeySchema {
  api_keys: ApiKeyRow;
  projects: ProjectRow;
}

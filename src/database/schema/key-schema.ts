/** One row of `api_keys`. Times are Unix milliseconds; endpoints are joined by commas. */
export interface ApiKeyRow {
  id: string;
  hash: string;
  name: string;
  endpoints: string;
  rate_limit: number | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  /** Grows with every creation and edit in the whole table, so that a reader can ask for what is new. */
  revision: number;
}

/** The tables that both databases have. */
export interface KeySchema {
  api_keys: ApiKeyRow;
}

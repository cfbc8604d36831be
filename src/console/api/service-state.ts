/** The state of the service, its data and the console, for operators. */

export interface ServiceState {
  /** The answer of the API's `/health/ready`; null: it does not answer. */
  readiness: {
    status: string;
    checks: Record<string, string>;
  } | null;
  /** Null: the folder cannot be read. */
  data: DataState | null;
  /** The sources in the settings: `embedded`, `none`, or engines with their addresses. */
  sources: { searches: string; routes: string };
  closures: { in_force: number; planned: number; over: number };
  api_url: string;
  version: string;
  console: {
    started_at: string;
    database: 'sqlite' | 'postgres';
    mail: 'none' | 'ok' | 'failing';
    /** Why the last mail failed; null: it did not. */
    mail_problem: string | null;
  };
}

export interface DataState {
  /** Highest number first. */
  datasets: DatasetState[];
  /** Since when the served dataset is the one to serve. */
  served_since: string | null;
  /** The work that is changing the folder now, such as `import of mongolia`; null: none. */
  changing: { doing: string; since: string } | null;
  /** Disks of this machine. */
  disks: { of: 'datasets' | 'database'; free_bytes: number; total_bytes: number }[];
  /** The URL that the datasets come from, without a password; null: they are imported. */
  source_url: string | null;
  /** A command to paste on the machine of the datasets; null: they come from a URL. */
  import_command: string | null;
}

interface DatasetState {
  /** Null for a file without a number. */
  number: number | null;
  file: string;
  /** Null if it cannot be read, as below. */
  imported_at: string | null;
  bytes: number | null;
  /** Names of the imported files. */
  sources: string[] | null;
  /** The age of the data in the oldest source. */
  data_from: string | null;
  is_served: boolean;
  /** The edition at its URL. */
  edition: number | null;
}

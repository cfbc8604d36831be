/** What operators see of the service, its data and the console. */

export interface ServiceState {
  /** As `/health/ready` of the API answers; null: it does not answer. */
  readiness: {
    status: string;
    checks: Record<string, string>;
  } | null;
  /** Null: the folder cannot be read. */
  data: DataState | null;
  /** Who answers, as the settings have it: `embedded`, `none`, or engines with their addresses. */
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
  /** Since when the dataset that is served is named as the one to serve. */
  served_since: string | null;
  /** Who changes the folder just now, such as `import of mongolia`; null: nobody does. */
  changing: { doing: string; since: string } | null;
  /** Disks of this machine. */
  disks: { of: 'datasets' | 'database'; free_bytes: number; total_bytes: number }[];
  /** Where the datasets come from, without a password; null: they are imported. */
  source_url: string | null;
  /** To paste on the machine of the datasets; null: they come from a URL. */
  import_command: string | null;
}

interface DatasetState {
  /** Null for a file without a number. */
  number: number | null;
  file: string;
  /** Null where it cannot be read, as below. */
  imported_at: string | null;
  bytes: number | null;
  /** Names of the imported files. */
  sources: string[] | null;
  /** How old the data of the oldest source are. */
  data_from: string | null;
  is_served: boolean;
  /** Of its URL. */
  edition: number | null;
}

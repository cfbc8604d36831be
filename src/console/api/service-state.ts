/** The state of the service, its data and the console, for operators. */

export interface ServiceState {
  /** The response of the API's `/health/ready`; `null` if the API does not respond. */
  readiness: {
    status: string;
    checks: Record<string, string>;
  } | null;
  /** `null` if the folder cannot be read. */
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
    /** The reason why the last email failed; `null` if it was sent. */
    mail_problem: string | null;
  };
}

export interface DataState {
  /** The datasets, highest number first. */
  datasets: DatasetState[];
  /** The time when the dataset that is served now was selected. */
  served_since: string | null;
  /**
   * The work that is currently changing the folder, such as `import of mongolia`; `null` if there is none.
   */
  changing: { doing: string; since: string } | null;
  /** Disks of this machine. */
  disks: { of: 'datasets' | 'database'; free_bytes: number; total_bytes: number }[];
  /** The URL that the datasets come from, without a password; `null` if they are imported. */
  source_url: string | null;
  /**
   * A command to paste into a terminal on the machine with the datasets; `null` if the datasets come from a
   * URL.
   */
  import_command: string | null;
}

interface DatasetState {
  /** `null` for a file without a number. */
  number: number | null;
  file: string;
  /** `null` if the dataset cannot be read, as in the fields below. */
  imported_at: string | null;
  bytes: number | null;
  /** The names of the imported files. */
  sources: string[] | null;
  /** The date of the oldest source's data. */
  data_from: string | null;
  is_served: boolean;
  /** The edition that was published at the dataset's URL. */
  edition: number | null;
}

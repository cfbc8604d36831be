/** What somebody who shows answers has to say of where they come from. */
export interface DataLicense {
  /** Name of the source, such as the file that was imported. */
  source: string;
  /** Whom to name; null: the source names nobody. */
  attribution: string | null;
  /** URL of the licence; null: the source names none. */
  license: string | null;
  /** These data are made up, to try the service with. Absent: they are real. */
  isInvented?: true;
}

/** The credit that somebody who shows answers has to give to their data. */
export interface DataLicense {
  /** Name of the source, such as the file that was imported. */
  source: string;
  /** The name to give; null if the source names nobody. */
  attribution: string | null;
  /** URL of the licence; null if the source names none. */
  license: string | null;
  /** Set if the data are invented, to try the service with. Absent for real data. */
  isInvented?: true;
}

/** The attribution that anybody who shows answers has to give for their data. */
export interface DataLicense {
  /** Name of the source, such as the file that was imported. */
  source: string;
  /** The name to give; null if the source names nobody. */
  attribution: string | null;
  /** URL of the licence; null if the source names none. */
  license: string | null;
  /** Set if this is made-up data for trying out the service. Absent for real data. */
  isInvented?: true;
}

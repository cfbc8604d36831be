/** The attribution required of anyone who displays answers from this data. */
export interface DataLicense {
  /** Name of the source, such as the file that was imported. */
  source: string;
  /** The name to credit, or null if the source does not require one. */
  attribution: string | null;
  /** The URL of the license, or null if the source does not give one. */
  license: string | null;
  /** Set if this is made-up data for trying out the service. Absent for real data. */
  isInvented?: true;
}

/** The attribution required of anyone who displays results from this data. */
export interface DataLicense {
  /** The name of the source, such as the name of the imported file. */
  source: string;
  /** The name to credit, or null if the source does not require one. */
  attribution: string | null;
  /** The URL of the license, or null if the source does not give one. */
  license: string | null;
  /** Set if the data is made up for trying out the service. Not set for real data. */
  isInvented?: true;
}

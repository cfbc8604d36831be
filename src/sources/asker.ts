/** For whom a source works. Only those who have to wait are asked who they are. */
export interface Asker {
  /** The widest first, such as the organisation, the key and the address. */
  readonly shares: readonly string[];
}

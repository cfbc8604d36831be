/** The requester that a source works for. Only requesters that may have to wait are identified. */
export interface Asker {
  /** The widest first, such as the organisation, the key and the address. */
  readonly shares: readonly string[];
}

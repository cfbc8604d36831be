/**
 * Identifies the requester that a source works for. Requesters that never have to wait are not identified.
 */
export interface Asker {
  /** From the widest to the narrowest: the organization, the key and the address. */
  readonly shares: readonly string[];
}

/**
 * Identifies the requester on whose behalf a source is working. Requesters that never have to wait are not
 * identified.
 */
export interface Asker {
  /** From the widest to the narrowest: the organization, the key and the address. */
  readonly shares: readonly string[];
}

/**
 * The keys and projects that, as far as one process knows, have used up their monthly quota. Only those
 * quotas are included for which excess requests are refused.
 */
export class UsedUpQuotas {
  #ids: ReadonlySet<string> = new Set();
  #ends_ms = 0;

  /** @param ends_ms the end of the month, when all quotas reset */
  set(ids: readonly string[], ends_ms: number): void {
    this.#ids = new Set(ids);
    this.#ends_ms = ends_ms;
  }

  /**
   * Returns the time from which a key may be used again, in Unix milliseconds, or null if it may be used now.
   */
  until_ms(keyId: string, projectId: string, now_ms: number): number | null {
    // Usually, no quota is used up.
    if (this.#ids.size === 0) return null;
    const isUsedUp = this.#ids.has(keyId) || this.#ids.has(projectId);
    return isUsedUp && now_ms < this.#ends_ms ? this.#ends_ms : null;
  }
}

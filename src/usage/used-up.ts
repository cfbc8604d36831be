/**
 * The keys and projects without monthly quota left, for quotas that refuse requests, as one process knows
 * them.
 */
export class UsedUpQuotas {
  #ids: ReadonlySet<string> = new Set();
  #ends_ms = 0;

  /** @param ends_ms the end of the month, when all have quota left again */
  set(ids: readonly string[], ends_ms: number): void {
    this.#ids = new Set(ids);
    this.#ends_ms = ends_ms;
  }

  /** When a key may be used again, in Unix milliseconds; null: it may be used. */
  until_ms(keyId: string, projectId: string, now_ms: number): number | null {
    // This is nearly always so.
    if (this.#ids.size === 0) return null;
    const isUsedUp = this.#ids.has(keyId) || this.#ids.has(projectId);
    return isUsedUp && now_ms < this.#ends_ms ? this.#ends_ms : null;
  }
}

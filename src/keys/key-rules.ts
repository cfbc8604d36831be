import { isInRange, parseIpRange, type IpAddress, type IpRange } from '../ip-range.js';
import type { ApiKey } from './api-key.js';
import { OriginSet } from './key-origins.js';

/** The rules on where a key may be used, prepared for comparison with a request. */
export class KeyRules {
  readonly #origins: OriginSet | null;
  readonly #ranges: readonly IpRange[] | null;

  /** Returns a key's rules, or null if it has none. */
  static of(key: ApiKey): KeyRules | null {
    return key.allowedOrigins.length === 0 && key.allowedAddresses.length === 0 ? null : new KeyRules(key);
  }

  private constructor({ allowedOrigins, allowedAddresses }: ApiKey) {
    this.#origins = allowedOrigins.length === 0 ? null : new OriginSet(allowedOrigins);
    this.#ranges = allowedAddresses.length === 0 ? null : allowedAddresses.map(rangeOf);
  }

  /** Whether `allowsAddress` needs the client's address. */
  get hasAddresses(): boolean {
    return this.#ranges !== null;
  }

  /** @param origin the request's origin; undefined if it does not come from a web page, which is allowed */
  allowsOrigin(origin: string | undefined): boolean {
    return this.#origins === null || origin === undefined || this.#origins.has(origin);
  }

  /** @param address the client's address; null if unknown, which no range allows */
  allowsAddress(address: IpAddress | null): boolean {
    if (this.#ranges === null) return true;
    if (address === null) return false;
    for (const range of this.#ranges) if (isInRange(range, address)) return true;
    return false;
  }
}

/**
 * If someone has manually entered text in the database that is not a valid range, the text matches nothing.
 */
function rangeOf(text: string): IpRange {
  const range = parseIpRange(text);
  return typeof range === 'object' ? range : NO_RANGE;
}

const NO_RANGE: IpRange = {
  text: '',
  first: { isV4: false, words: [1, 0, 0, 0] },
  masks: [0, 0, 0, 0],
};

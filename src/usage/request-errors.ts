/**
 * A request that did not get a result. It has no query, because that says what people look for and where they
 * are.
 */
export interface RequestError {
  /** Empty: no known key. */
  keyId: string;
  /** When it was answered, in Unix milliseconds. */
  time_ms: number;
  requestId: string;
  /** One of `USAGE_ENDPOINTS`. */
  endpoint: string;
  status: number;
  /** Code of the answer. */
  code: string;
  /** `details.reason` and `details.field` of the answer; null: it has none. */
  reason: string | null;
  field: string | null;
}

/** Most errors of each key in the database. */
export const ERRORS_KEPT = 100;

/** How many days they are kept. */
export const ERROR_DAYS = 35;

/**
 * Bounds between two calls of `take`, which is a second: for one key, and for all. Further errors are left
 * out, so that a client that sends only bad requests costs next to nothing.
 */
const OF_A_KEY = 20;
const OF_ALL = 500;

/** The errors of one process, kept until they are collected. */
export class RequestErrors {
  #errors: RequestError[] = [];
  readonly #ofKey = new Map<string, number>();

  /** Whether there is room for one more error of a key: asked before making it. */
  hasRoom(keyId: string): boolean {
    return this.#errors.length < OF_ALL && (this.#ofKey.get(keyId) ?? 0) < OF_A_KEY;
  }

  add(error: RequestError): void {
    this.#ofKey.set(error.keyId, (this.#ofKey.get(error.keyId) ?? 0) + 1);
    this.#errors.push(error);
  }

  /** The errors since the last call, oldest first. */
  take(): RequestError[] {
    const taken = this.#errors;
    this.#errors = [];
    this.#ofKey.clear();
    return taken;
  }
}

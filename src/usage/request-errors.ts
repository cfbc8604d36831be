/**
 * A request that was not answered with a result. No query is in it: that says what people look for and where
 * they are.
 */
export interface RequestError {
  /** Empty: no key that is known. */
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

/** So many of each key are kept in the database. */
export const ERRORS_KEPT = 100;

/** How long they are kept, in days. */
export const ERROR_DAYS = 35;

/**
 * Between two calls of `take`, which is a second: of one key, and of all. More are left out, so that who
 * sends nothing but bad requests costs next to nothing.
 */
const OF_A_KEY = 20;
const OF_ALL = 500;

/** The errors of one process, until somebody takes them. */
export class RequestErrors {
  #errors: RequestError[] = [];
  readonly #ofKey = new Map<string, number>();

  /** Whether there is room for one more of a key: asked before it is made. */
  hasRoom(keyId: string): boolean {
    return this.#errors.length < OF_ALL && (this.#ofKey.get(keyId) ?? 0) < OF_A_KEY;
  }

  add(error: RequestError): void {
    this.#ofKey.set(error.keyId, (this.#ofKey.get(error.keyId) ?? 0) + 1);
    this.#errors.push(error);
  }

  /** Those since the last call, oldest first. */
  take(): RequestError[] {
    const taken = this.#errors;
    this.#errors = [];
    this.#ofKey.clear();
    return taken;
  }
}

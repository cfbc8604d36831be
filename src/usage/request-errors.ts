/**
 * A request that did not get a result. The query is not stored, because it reveals what people look for and
 * where they are.
 */
export interface RequestError {
  /** Empty if the request had no known key. */
  keyId: string;
  /** When the response was sent, in Unix milliseconds. */
  time_ms: number;
  requestId: string;
  /** One of `USAGE_ENDPOINTS`. */
  endpoint: string;
  status: number;
  /** The response's error code. */
  code: string;
  /** `details.reason` and `details.field` of the response, or null. */
  reason: string | null;
  field: string | null;
}

/** The maximum number of errors stored for each key. */
export const ERRORS_KEPT = 100;

/** The number of days for which errors are kept. */
export const ERROR_DAYS = 35;

/**
 * The maximum number of errors per second (between two calls of `take`), for one key and for all keys.
 * Further errors are dropped, so that a client that sends only bad requests costs almost nothing.
 */
const OF_A_KEY = 20;
const OF_ALL = 500;

/** The errors in one process, which are kept until they are collected. */
export class RequestErrors {
  #errors: RequestError[] = [];
  readonly #ofKey = new Map<string, number>();

  /** Whether one more error can be stored for a key. Callers check this before creating the error. */
  hasRoom(keyId: string): boolean {
    return this.#errors.length < OF_ALL && (this.#ofKey.get(keyId) ?? 0) < OF_A_KEY;
  }

  add(error: RequestError): void {
    this.#ofKey.set(error.keyId, (this.#ofKey.get(error.keyId) ?? 0) + 1);
    this.#errors.push(error);
  }

  /** Returns the errors since the last call, oldest first. */
  take(): RequestError[] {
    const taken = this.#errors;
    this.#errors = [];
    this.#ofKey.clear();
    return taken;
  }
}

import { InputError } from '../../../errors.js';
import type { HeaderList } from '../../../wire/response-head.js';

/**
 * Matches an origin. An origin is copied into responses unchanged, so it must not contain characters that
 * could end a header.
 */
const ORIGIN = /^[\x21-\x2b\x2d-\x7e]{1,200}$/;

const EXPOSED = 'X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After';

/** The origins whose web pages may read the answers. */
export class AllowedOrigins {
  /** The CORS headers of every response. */
  readonly headers: Readonly<HeaderList>;
  readonly #several: ReadonlySet<string> | null;

  /**
   * @param origins `*`, or origins separated by commas
   * @throws InputError for a string that cannot be an origin
   */
  constructor(origins: string) {
    const list = origins.split(',').map((origin) => origin.trim());
    for (const origin of list) {
      if (!ORIGIN.test(origin))
        throw new InputError(`the CORS origin ${JSON.stringify(origin)} is neither * nor an origin`);
    }
    this.#several = list.length > 1 ? new Set(list) : null;
    const only = list.length > 1 ? [] : ['Access-Control-Allow-Origin', list[0]];
    this.headers = [...only, 'Access-Control-Expose-Headers', EXPOSED];
  }

  /** Returns the additional headers for a response to a page from `origin`; `null` if none are needed. */
  headersFor(origin: string | undefined): HeaderList | null {
    if (this.#several === null) return null;
    const isAllowed = origin !== undefined && this.#several.has(origin);
    return isAllowed ? ['Access-Control-Allow-Origin', origin] : [];
  }
}

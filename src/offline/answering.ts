import type { OperatingError } from '../errors.js';
import type { ResultExchange } from '../http/core/answer.js';
import { envelopeText, requestError } from '../http/core/errors/error-envelope.js';
import { HTTP_DEFAULTS, type HttpSettings } from '../http/core/settings.js';
import { unknownPath } from '../http/core/unknown-path.js';
import { RESULT_ENDPOINTS } from '../http/result-endpoints.js';
import type { Geocoder } from '../sources/geocoder.js';
import type { Router } from '../sources/router.js';
import { JsonWriter } from '../wire/json-writer.js';
import { readQuery } from '../wire/query-string.js';
import { Slab, type SlabBody } from '../wire/slab.js';
import { writtenPieces, type WriteInPieces } from '../wire/large-body.js';
import type { OfflineAnswer } from './kept/in-worker.js';

/** The id of every request: there is no log in which to look it up. */
const REQUEST_ID = 'offline';

/** The longest possible timer delay. A slow phone must not count as a service that is down. */
const FOREVER_MS = 2 ** 31 - 1;

const encoder = new TextEncoder();
/** Half of a UTF-16 surrogate pair becomes a question mark, as in a browser. */
const decoder = new TextDecoder();

/**
 * Answers `/v1` targets from sources in this program. The answers come from the service's own endpoints,
 * which read the same parameters and write the same bytes.
 */
export class Answering {
  readonly #settings: HttpSettings;
  readonly #slab = new Slab();
  readonly #app: ResultExchange['app'];

  constructor(sources: { geocoder: Geocoder; router: Router }, settings: Partial<HttpSettings>) {
    this.#settings = { ...HTTP_DEFAULTS, ...settings, requestTimeout_ms: FOREVER_MS };
    this.#app = {
      ...sources,
      json: new JsonWriter(this.#slab),
      zones: null,
      inTrace: null,
      settings: this.#settings,
      wire: { overload: { noteWork: () => undefined } },
    };
  }

  /** @param target such as `/v1/geocode?q=зоосан` */
  answer(target: string): Promise<OfflineAnswer> {
    return new Promise((resolve) => {
      const exchange: ResultExchange = {
        app: this.#app,
        req: { headers: {} },
        reply: { whenGone: () => undefined },
        sendResult: (body) => resolve({ status: 200, body: this.#taken(body) }),
        sendWritten: (write, { length }) => resolve({ status: 200, body: this.#whole(write, length) }),
        fail: (error) => resolve(failed(error)),
        abandon: () => undefined,
      };
      try {
        const endpoint = RESULT_ENDPOINTS.find(({ path }) => path === pathBefore(target));
        if (endpoint === undefined) throw unknownPath();
        endpoint.answer(exchange, readQuery(asSent(target)), this.#settings);
      } catch (cause) {
        resolve(failed(requestError(cause)));
      }
    });
  }

  #whole(write: WriteInPieces, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const piece of writtenPieces(this.#app.json, write)) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  /** Returns a copy, because the slab is overwritten. */
  #taken(body: SlabBody): Uint8Array {
    const bytes = new Uint8Array(body.bytes());
    this.#slab.giveBack(body);
    return bytes;
  }
}

function failed(error: OperatingError): OfflineAnswer {
  return { status: error.status, body: encoder.encode(envelopeText(error, REQUEST_ID)) };
}

/** Returns a target's path. */
export function pathBefore(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

const BEYOND_ASCII = /[^\0-\x7f]+/g;

/** Returns a target as clients send it, in percent-encoded UTF-8. */
export function asSent(target: string): string {
  return target.replace(BEYOND_ASCII, (text) => encodeURIComponent(decoder.decode(encoder.encode(text))));
}

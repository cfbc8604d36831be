import type { OperatingError } from '../errors.js';
import { untouchedWindow, type WindowState } from '../limits/window-counter.js';
import type { RememberedAnswer } from './geocode/answer-memory.js';
import type { AppContext } from './app-context.js';
import { envelopeText } from './error-envelope.js';
import type { Query } from '../wire/query-string.js';
import { RequestId } from '../wire/request-id.js';
import { JSON_TYPE, type HeaderList, type ResponseHead } from '../wire/response-head.js';
import type { Reply, RequestHead } from '../wire/reply.js';
import type { SlabBody } from '../wire/slab.js';

export const NO_STORE = 'no-store';

/** The status that nginx gives in its log to a request whose client went away before there was an answer. */
const CLIENT_GONE = 499;

/** One request and its response, which is one write with a known length, whoever answers. */
export class Exchange {
  readonly app: AppContext;
  readonly req: RequestHead;
  readonly reply: Reply;
  readonly requestId: RequestId;
  /** Unix milliseconds. */
  readonly startedAt_ms = Date.now();
  readonly #clock_ms = performance.now();
  /** The parameters, set before any handler runs, but for a target whose answer is remembered. */
  query!: Query;
  /** What was answered to the same target before; null: nothing, undefined: nobody has looked yet. */
  remembered: RememberedAnswer | null | undefined = undefined;
  /** The window of the key, once the request is counted. */
  window: WindowState | null = null;
  /** Names the key in the log. */
  keyId: string | null = null;
  #isAnswered = false;

  constructor(app: AppContext, req: RequestHead, reply: Reply) {
    this.app = app;
    this.req = req;
    this.reply = reply;
    this.requestId = RequestId.of(req.headers['x-request-id']);
  }

  /** A response was sent, or nobody waits for one any more. */
  get isOver(): boolean {
    return this.#isAnswered || this.reply.isGone;
  }

  /** `extra` headers are a flat list: name, value, name, value. */
  sendJson(
    status: number,
    json: string | SlabBody,
    cacheControl: string,
    extra: HeaderList | null = null,
  ): void {
    if (!this.#begin()) return;
    const body = typeof json === 'string' ? this.app.slab.textBody(json) : json;
    this.reply.send(
      this.#head({ status, contentType: JSON_TYPE, contentLength: body.length, cacheControl, extra }),
      body,
    );
    this.#log(status);
  }

  /** A file that lies ready. */
  sendFile(contentType: string, body: Buffer, cacheControl: string, extra: HeaderList | null): void {
    if (!this.#begin()) return;
    this.reply.sendBytes(
      this.#head({ status: 200, contentType, contentLength: body.length, cacheControl, extra }),
      body,
    );
    this.#log(200);
  }

  /** A response that has no body by its status. */
  sendEmpty(status: number, cacheControl: string, extra: HeaderList): void {
    if (!this.#begin()) return;
    this.reply.sendBytes(
      this.#head({ status, contentType: null, contentLength: 0, cacheControl, extra }),
      null,
    );
    this.#log(status);
  }

  /** Answers with the error envelope; failures that are not the client's are logged with their cause. */
  fail(error: OperatingError, extra: HeaderList | null = null): void {
    const { status, code, cause } = error;
    if (status >= 500 && cause !== undefined) {
      this.app.logger.error(
        { request_id: this.requestId.text, key_id: this.keyId, code, err: cause },
        error.message,
      );
    }
    const headers = extra ?? [];
    if (status === 503) headers.push('Retry-After', String(this.app.settings.retryAfter_s));
    this.sendJson(status, envelopeText(error, this.requestId.text), NO_STORE, headers);
  }

  /** The client went away before there was an answer. */
  abandon(): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#log(CLIENT_GONE);
  }

  /** False when there is nobody to answer, or there was an answer. */
  #begin(): boolean {
    if (this.isOver) {
      this.abandon();
      return false;
    }
    this.#isAnswered = true;
    return true;
  }

  #head(own: Omit<ResponseHead, 'requestId' | 'window' | 'date_ms'>): ResponseHead {
    const { status, contentType, contentLength, cacheControl, extra } = own;
    const window = this.window ?? untouchedWindow(this.app.settings.defaultRateLimit, this.startedAt_ms);
    return {
      status,
      contentType,
      contentLength,
      requestId: this.requestId,
      window,
      cacheControl,
      date_ms: this.startedAt_ms,
      extra,
    };
  }

  #log(status: number): void {
    this.app.accessLog?.addRequest(this, status, performance.now() - this.#clock_ms);
  }
}

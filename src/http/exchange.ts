import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperatingError } from '../errors.js';
import { untouchedWindow, type WindowState } from '../limits/window-counter.js';
import type { AppContext } from './app-context.js';
import { envelopeText } from './error-envelope.js';
import type { Query } from './query-string.js';
import { requestIdOf } from './request-id.js';
import { requestLine } from './request-line.js';
import { headerList, headerListWithoutBody, JSON_TYPE, type HeaderList } from './response-head.js';

export const NO_STORE = 'no-store';

/** The status that nginx gives in its log to a request whose client went away before there was an answer. */
const CLIENT_GONE = 499;

/**
 * One request and its response. Node's own objects are used directly: a response is one `writeHead` and one `end` with a known
 * length, whoever writes it.
 */
export class Exchange {
  readonly app: AppContext;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  /** Unix milliseconds. */
  readonly startedAt_ms = Date.now();
  readonly #clock_ms = performance.now();
  /** The parameters, set before any handler runs. */
  query!: Query;
  /** The window of the key, once the request is counted. */
  window: WindowState | null = null;
  /** Names the key in the log. */
  keyId: string | null = null;
  #isAnswered = false;

  constructor(app: AppContext, req: IncomingMessage, res: ServerResponse) {
    this.app = app;
    this.req = req;
    this.res = res;
    this.requestId = requestIdOf(req.headers['x-request-id']);
  }

  /** A response was sent, or nobody waits for one any more. */
  get isOver(): boolean {
    return this.#isAnswered || this.res.destroyed;
  }

  /** `extra` headers are a flat list: name, value, name, value. */
  sendJson(status: number, body: string | Buffer, cacheControl: string, extra: HeaderList | null = null): void {
    this.send(status, JSON_TYPE, body, cacheControl, extra);
  }

  send(status: number, contentType: string, body: string | Buffer, cacheControl: string, extra: HeaderList | null): void {
    const { requestId, app } = this;
    const bytes = typeof body === 'string' ? app.slab.textBytes(body) : body;
    const head = { contentType, contentLength: bytes.length, requestId, window: this.#windowShown(), cacheControl };
    this.#write(status, headerList(head, app.settings), extra, bytes);
  }

  /** A response that has no body by its status. */
  sendEmpty(status: number, cacheControl: string, extra: HeaderList): void {
    const { requestId, app } = this;
    this.#write(status, headerListWithoutBody({ requestId, window: this.#windowShown(), cacheControl }, app.settings), extra, null);
  }

  /** Answers with the error envelope; failures that are not the client's are logged with their cause. */
  fail(error: OperatingError, extra: HeaderList | null = null): void {
    const { status, code, cause } = error;
    if (status >= 500 && cause !== undefined) {
      this.app.logger.error({ request_id: this.requestId, key_id: this.keyId, code, err: cause }, error.message);
    }
    const headers = extra ?? [];
    if (status === 503) headers.push('Retry-After', String(this.app.settings.retryAfter_s));
    this.sendJson(status, envelopeText(error, this.requestId), NO_STORE, headers);
  }

  /** The client went away before there was an answer. */
  abandon(): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#log(CLIENT_GONE);
  }

  #windowShown(): WindowState {
    return this.window ?? untouchedWindow(this.app.settings.defaultRateLimit, this.startedAt_ms);
  }

  #write(status: number, headers: HeaderList, extra: HeaderList | null, body: Buffer | null): void {
    if (this.isOver) {
      this.abandon();
      return;
    }
    this.#isAnswered = true;
    if (extra !== null) headers.push(...extra);
    if (this.app.isClosing) headers.push('Connection', 'close');
    this.res.writeHead(status, headers);
    if (body === null) this.res.end();
    else this.res.end(body);
    this.#log(status);
  }

  #log(status: number): void {
    this.app.accessLog?.add(requestLine(this, status, performance.now() - this.#clock_ms));
  }
}

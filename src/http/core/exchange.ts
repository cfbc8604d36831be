import type { Asker } from '../../sources/asker.js';
import { OperatingError } from '../../errors.js';
import { untouchedWindow, type WindowState } from '../../limits/window-counter.js';
import type { FoundKey } from '../../keys/key-lookup.js';
import { UNKNOWN_PATH } from '../../metrics/request-tally.js';
import { clientBlock } from '../../ip-range.js';
import {
  LARGE_BYTES,
  largeBytes,
  writtenBody,
  writtenPieces,
  type LargeBody,
  type WriteInPieces,
} from '../../wire/large-body.js';
import { headerOf, type Reply, type RequestHead } from '../../wire/reply.js';
import { requestIdOf } from '../../wire/request-id.js';
import type { HeaderList, ResponseHead } from '../../wire/response-head.js';
import type { SlabBody } from '../../wire/slab.js';
import { traceIdOf } from '../../wire/trace-parent.js';
import type { AppContext } from './app-context.js';
import type { Dialect } from './request/dialect.js';
import { envelopeText } from './errors/error-envelope.js';
import { pathOf } from './request/request-target.js';

export const NO_STORE = 'no-store';
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Browsers must not reuse cached answers from this path for another key or page. */
const KEYED_PATHS = '/v1/';
/** The header that says where a result's licenses are listed (RFC 8288, RFC 4946). */
const LICENSE_LINK = ['Link', '</copyright>; rel="license"'];
const VARY_BY_KEY = ['Vary', 'Authorization, Origin'];
const VARY_BY_ORIGIN = ['Vary', 'Origin'];

/** The status that nginx logs when a client disconnects before the answer. */
const CLIENT_GONE = 499;

/** The response head for a body that is already complete. */
export interface BytesHead {
  status?: number;
  contentType: string;
  cacheControl: string;
  extra?: HeaderList | null;
}

/** Whether the path requires a key, regardless of percent-encoding. */
function isKeyedPath(target: string): boolean {
  if (target.startsWith(KEYED_PATHS)) return true;
  return target.includes('%') && (pathOf(target)?.startsWith(KEYED_PATHS) ?? false);
}

type OwnHead = Omit<ResponseHead, 'requestId' | 'window' | 'date_ms'>;

/** This error is created once and used for all requests, like `OVERLOADED`. */
const CROWDED = new OperatingError(
  'SERVICE_UNAVAILABLE',
  'Too many large answers are still being sent. Finish reading the answers that you requested, or try ' +
    'again in a moment.',
  { details: { reason: 'overloaded' } },
);

/**
 * A request and its response. The response is written in one call with a known length, whichever endpoint
 * produces it. The request's parameters are not part of the exchange: each endpoint receives its own
 * parameters, parsed and validated.
 */
export class Exchange {
  readonly app: AppContext;
  readonly req: RequestHead;
  readonly reply: Reply;
  readonly requestId: string;
  /** The start time in Unix milliseconds. */
  readonly startedAt_ms = Date.now();
  readonly #clock_ms = performance.now();
  /** The state of the key's rate-limit window, once the request is counted. */
  window: WindowState | null = null;
  /** The number of requests that this request counted as toward the limits. */
  counted = 1;
  /** The key that the key checks found. */
  found: FoundKey | null = null;
  /** The request body, if the endpoint accepts one. */
  body = '';
  /** The key's id in the log. */
  keyId: string | null = null;
  /** The endpoint's path, as written in the contract. */
  endpointPath = UNKNOWN_PATH;
  /** The number of results that a search found. */
  results: number | null = null;
  refusal: { code: string; reason: string | null } | null = null;
  /** `null` for the contract's own format. */
  dialect: Dialect | null = null;
  #isAnswered = false;

  constructor(app: AppContext, req: RequestHead, reply: Reply) {
    this.app = app;
    this.req = req;
    this.reply = reply;
    this.requestId = requestIdOf(req.headers['x-request-id']);
  }

  isFor({ path, dialect }: { path: string; dialect?: Dialect }): void {
    this.endpointPath = path;
    if (dialect !== undefined) this.dialect = dialect;
  }

  get asker(): Asker {
    return this;
  }

  /**
   * The parties whose fair share of the capacity this request uses: the organisation (or the project, if it
   * has none), the key, and the address.
   */
  get shares(): readonly string[] {
    const address = this.app.clients.of(this.req, this.reply);
    const client = address === null ? '' : clientBlock(address);
    if (this.found === null) return [client];
    const { key, project } = this.found;
    return [project.organisationId ?? project.id, key.id, client];
  }

  /** The trace id for the log; `null` if the client did not send one. */
  get traceId(): string | null {
    return traceIdOf(this.req.headers['traceparent']);
  }

  /** Whether a response was sent, or the client disconnected. */
  get isOver(): boolean {
    return this.#isAnswered || this.reply.isGone;
  }

  /**
   * Reports a search's results to the log and the metrics.
   * @param isPartial whether words of the query were ignored
   * @param text the search query; absent if the search was for a point
   */
  noteFound(results: number, isPartial: boolean, text?: string): void {
    this.results = results;
    if (text !== undefined && (results === 0 || isPartial)) this.app.usage?.addUnfound(text, this.#askedBy());
    this.app.tally?.countAnswer(this.endpointPath, results === 0 ? 'empty' : isPartial ? 'partial' : 'full');
  }

  /** Returns the key or, without a key, the address block. */
  #askedBy(): string {
    if (this.keyId !== null) return this.keyId;
    const address = this.app.clients.of(this.req, this.reply);
    return address === null ? '' : clientBlock(address);
  }

  /** Sends a result, which the client may cache briefly. */
  sendResult(body: SlabBody | string): void {
    this.sendJson(200, body, this.app.resultCaching, LICENSE_LINK);
  }

  /** Sends a result that may be large. @param size see `writtenBody` */
  sendWritten(write: WriteInPieces, size: { length: number; held: number }): void {
    const { json, resultCaching } = this.app;
    const head = { contentType: JSON_TYPE, cacheControl: resultCaching, extra: LICENSE_LINK };
    if (size.length > LARGE_BYTES) this.sendLarge(writtenBody(json, write, size), head);
    else this.sendBytes(Buffer.concat([...writtenPieces(json, write)]), head);
  }

  /** @param extra headers as a flat list: name, value, name, value */
  sendJson(
    status: number,
    json: string | SlabBody,
    cacheControl: string,
    extra: HeaderList | null = null,
  ): void {
    if (this.#isNotWanted()) return;
    const { slab } = this.app.wire;
    const body = typeof json === 'string' ? slab.textBody(json) : json;
    const contentLength = body.length;
    if (contentLength > LARGE_BYTES) {
      // The bytes are copied, because a slice would keep part of the shared buffer, with other clients'
      // answers, in memory.
      const bytes = Buffer.from(body.bytes());
      slab.giveBack(body);
      this.sendLarge(largeBytes(bytes, false), { status, contentType: JSON_TYPE, cacheControl, extra });
      return;
    }
    this.#isAnswered = true;
    this.reply.send(this.#head({ status, contentType: JSON_TYPE, contentLength, cacheControl, extra }), body);
    this.#log(status);
  }

  /** Sends bytes that already exist, such as a file or a tile. */
  sendBytes(body: Buffer, { status = 200, extra = null, ...head }: BytesHead): void {
    const contentLength = body.length;
    if (contentLength > LARGE_BYTES) {
      this.sendLarge(largeBytes(body, false), { status, extra, ...head });
      return;
    }
    if (!this.#begin()) return;
    this.reply.sendBytes(this.#head({ status, contentLength, extra, ...head }), body);
    this.#log(status);
  }

  /**
   * Sends a body larger than `LARGE_BYTES`, or of unknown length, piece by piece. The body waits until the
   * large answers in transit leave enough room, and is refused if that takes too long.
   */
  sendLarge(body: LargeBody, { status = 200, extra = null, ...own }: BytesHead): void {
    const head = { status, extra, ...own, contentLength: body.length };
    if (this.req.method === 'HEAD') {
      body.close();
      if (this.#begin()) this.reply.sendBytes(this.#head(head), null);
      this.#log(status);
      return;
    }
    const { clients, wire } = this.app;
    const client = clients.of(this.req, this.reply);
    const room = body.isMade ? wire.room : wire.fileRoom;
    const giveUp = room.admit({
      client: client === null ? '' : clientBlock(client),
      held: body.held,
      isMade: body.isMade,
      start: (release) => this.#startLarge(head, body, release),
      refuse: () => {
        this.reply.whenGone(null);
        body.close();
        this.fail(CROWDED);
      },
    });
    if (giveUp === null) return;
    this.reply.whenGone(() => {
      giveUp();
      body.close();
      this.abandon();
    });
  }

  #startLarge(head: OwnHead, body: LargeBody, release: () => void): void {
    this.reply.whenGone(null);
    if (!this.#begin()) {
      body.close();
      release();
      return;
    }
    this.reply.sendLarge(this.#head(head), body, release);
    this.#log(head.status);
  }

  /** Sends a response whose status does not allow a body. */
  sendEmpty(status: number, cacheControl: string, extra: HeaderList): void {
    if (!this.#begin()) return;
    const head = this.#head({ status, contentType: null, contentLength: 0, cacheControl, extra });
    this.reply.sendBytes(head, null);
    this.#log(status);
  }

  /**
   * Sends an error response with the error envelope. Failures that the client did not cause are logged with
   * their cause.
   */
  fail(error: OperatingError, extra: HeaderList | null = null): void {
    const { status, code, cause } = error;
    const { reason } = error.details ?? {};
    this.refusal = { code, reason: typeof reason === 'string' ? reason : null };
    this.app.tally?.countError(code);
    if (status === 404 && typeof reason === 'string')
      this.app.tally?.countNotFound(this.endpointPath, reason);
    if ((status >= 500 || code === 'REQUEST_TIMEOUT') && cause !== undefined) {
      const { requestId, keyId, traceId } = this;
      const trace = traceId === null ? {} : { trace_id: traceId };
      const fields = { request_id: requestId, key_id: keyId, ...trace, code, err: cause };
      this.app.logger.error(fields, error.message);
    }
    if (!this.isOver) this.app.usage?.addError(this, error);
    const headers = extra ?? [];
    if (status === 503) headers.push('Retry-After', String(this.app.settings.retryAfter_s));
    const text =
      this.dialect === null
        ? envelopeText(error, this.requestId)
        : this.dialect.errorText(error, this.requestId);
    this.sendJson(status, text, NO_STORE, headers);
  }

  /** Ends the exchange because the client disconnected before the answer. */
  abandon(): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#log(CLIENT_GONE);
  }

  /** Returns `false` if the client has disconnected, or an answer was already sent. */
  #begin(): boolean {
    if (this.#isNotWanted()) return false;
    this.#isAnswered = true;
    return true;
  }

  #isNotWanted(): boolean {
    if (!this.isOver) return false;
    this.abandon();
    return true;
  }

  #head(own: OwnHead): ResponseHead {
    const { status, contentType, contentLength, cacheControl, extra } = own;
    const { requestId, startedAt_ms } = this;
    const window = this.window ?? untouchedWindow(this.app.settings.defaultRateLimit, startedAt_ms);
    return {
      status,
      contentType,
      contentLength,
      requestId,
      window,
      cacheControl,
      date_ms: startedAt_ms,
      extra: this.#withOrigin(extra),
    };
  }

  #withOrigin(extra: HeaderList | null): HeaderList | null {
    const isKeyed = this.dialect !== null || isKeyedPath(this.req.url ?? '');
    const own = this.app.origins.headersFor(headerOf(this.req, 'origin'));
    if (own === null) return isKeyed ? [...(extra ?? []), ...VARY_BY_KEY] : extra;
    return [...(extra ?? []), ...own, ...(isKeyed ? VARY_BY_KEY : VARY_BY_ORIGIN)];
  }

  #log(status: number): void {
    const duration_ms = performance.now() - this.#clock_ms;
    this.app.wire.requestLog?.add(this, status, duration_ms);
    this.app.tally?.count(this.endpointPath, this.req.method, status, duration_ms);
    this.app.usage?.add(this, status, duration_ms);
  }
}

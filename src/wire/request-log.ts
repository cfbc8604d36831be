import { FOREIGN_PATHS, withoutKeys } from './masked-key.js';
import { stringOrNullText, stringText } from './json-text.js';

/** Takes lines of a log, many at a time: a stream, a file, pino's destination. */
export interface LineSink {
  write(lines: string): unknown;
}

export interface LoggedRequest {
  requestId: string;
  /** Names the asking key; null: no known key. */
  keyId: string | null;
  /** The trace that the client names; null: none. */
  traceId: string | null;
  /** Unix milliseconds. */
  startedAt_ms: number;
  req: { method?: string | undefined; url?: string | undefined };
  /** How many results a search found; null: it was not a search. */
  results: number | null;
  /** Why it was refused; null: it was not. */
  refusal: { code: string; reason: string | null } | null;
}

/** Lines are passed on when this many characters wait: about 150 lines, half of a pipe's room. */
const CHUNK_LENGTH = 32_768;

/** Lines wait at most this long, so that a quiet service logs as it goes. */
const DELAY_MS = 100;

/** pino's number for `info`. */
const LEVEL_INFO = 30;
const LONGEST_PATH = 200;

/**
 * One line for each request, in pino's form. Lines are collected and written in pieces: one write for each
 * request would cost as much as everything else about it. They wait as bytes, because as text they would be
 * thousands of fragments for the garbage collector. `flush` writes the waiting lines.
 */
export class RequestLog {
  readonly #sink: LineSink;
  readonly #waiting = Buffer.allocUnsafeSlow(CHUNK_LENGTH);
  #length = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  add(request: LoggedRequest, status: number, duration_ms: number): void {
    const line = `${requestLine(request, status, Math.round(duration_ms * 1000))}\n`;
    if (this.#length + line.length > CHUNK_LENGTH) this.flush();
    // HTTP's own texts are Latin-1. The line is short, because its path is cut off.
    this.#length += this.#waiting.write(line, this.#length, 'latin1');
    this.#timer ??= setTimeout(() => this.flush(), DELAY_MS).unref();
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#length === 0) return;
    const lines = this.#waiting.toString('latin1', 0, this.#length);
    this.#length = 0;
    this.#sink.write(lines);
  }
}

/**
 * The line of one request as JSON, without a newline. It never contains the query (what people look for and
 * where they are) or the key itself. It contains the key's id.
 */
export function requestLine(
  { requestId, keyId, traceId, startedAt_ms, req, results, refusal }: LoggedRequest,
  status: number,
  duration_us: number,
): string {
  const { method = '', url = '' } = req;
  const trace = traceId === null ? '' : `"trace_id":"${traceId}",`;
  const found = results === null ? '' : `"results":${results},`;
  return (
    `{"level":${LEVEL_INFO},"time":${startedAt_ms},"request_id":"${requestId}",` +
    `"key_id":${stringOrNullText(keyId)},${trace}"method":"${method}",` +
    `"path":${stringText(loggedPath(url))},"status":${status},${found}${refusalText(refusal)}` +
    `"duration_us":${duration_us},"msg":"request"}`
  );
}

function refusalText(refusal: LoggedRequest['refusal']): string {
  if (refusal === null) return '';
  const reason = refusal.reason === null ? '' : `"reason":${stringText(refusal.reason)},`;
  return `"code":"${refusal.code}",${reason}`;
}

/** A key has an underscore, and a point has digits after a point or a comma; both may be percent-encoded. */
const MAY_HAVE_SECRETS = /[_%]|[.,]\d/;

/**
 * The path of a target, cut off at the length of our longest. Keys and points may get into paths, so anything
 * like them is masked.
 */
function loggedPath(target: string): string {
  const query = target.indexOf('?');
  const end = query < 0 ? target.length : query;
  const path = target.slice(0, Math.min(end, LONGEST_PATH));
  // No path of `/v1` has any of these, and the search for a key costs 1 % of a route.
  return MAY_HAVE_SECRETS.test(path) || path.startsWith(FOREIGN_PATHS) ? withoutKeys(path) : path;
}

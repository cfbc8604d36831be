import { FOREIGN_PATHS, withoutKeys } from './masked-key.js';
import { stringOrNullText, stringText } from './json-text.js';

/** A destination for batches of log lines, such as a stream, a file, or a pino destination. */
export interface LineSink {
  write(lines: string): unknown;
}

export interface LoggedRequest {
  requestId: string;
  /** The id of the key, or null if the request did not have a known key. */
  keyId: string | null;
  /** The trace id that the client sent, or null if there is none. */
  traceId: string | null;
  /** Unix milliseconds. */
  startedAt_ms: number;
  req: { method?: string | undefined; url?: string | undefined };
  /** The number of results of a search, or null if the request was not a search. */
  results: number | null;
  /** Why the request was refused, or null if it was not. */
  refusal: { code: string; reason: string | null } | null;
}

/**
 * Lines are written when this many characters are waiting, which is about 150 lines or half the capacity of a
 * pipe.
 */
const CHUNK_LENGTH = 32_768;

/** The maximum time that a line waits, so that a quiet service logs without much delay. */
const DELAY_MS = 100;

/** pino's number for `info`. */
const LEVEL_INFO = 30;
const LONGEST_PATH = 200;

/**
 * Writes one line per request, in pino's format. Lines are collected and written in batches, because one
 * write per request would cost as much as all other work on the request. Lines are stored as bytes, because
 * strings would leave thousands of fragments for the garbage collector. `flush` writes the lines that are
 * waiting.
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
    // The strings for headers and targets are Latin-1. The line is always short, because its path is
    // truncated.
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
 * Returns a request's log line as JSON, without a newline. The log line contains the key's id, but never the
 * key itself or the query, which would reveal what people look for and where they are.
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

/**
 * A key contains an underscore, and a point contains digits after a decimal point or comma; any of these
 * characters may be percent-encoded.
 */
const MAY_HAVE_SECRETS = /[_%]|[.,]\d/;

/**
 * Returns the path of a target, truncated to the length of our longest path. Paths may contain keys and
 * points by mistake, so anything that looks like a key or a point is masked.
 */
function loggedPath(target: string): string {
  const query = target.indexOf('?');
  const end = query < 0 ? target.length : query;
  const path = target.slice(0, Math.min(end, LONGEST_PATH));
  // Paths under `/v1` never contain any of these characters, and searching them for a key would take 1 % of
  // the time that it takes to compute a route.
  return MAY_HAVE_SECRETS.test(path) || path.startsWith(FOREIGN_PATHS) ? withoutKeys(path) : path;
}

import { stringText } from './json-text.js';
import type { RequestId } from './request-id.js';

/** pino's number for `info`. */
const LEVEL_INFO = 30;
const LONGEST_PATH = 200;

export interface LoggedRequest {
  requestId: RequestId;
  keyId: string | null;
  /** Unix milliseconds. */
  startedAt_ms: number;
  req: { method?: string | undefined; url?: string | undefined };
}

/**
 * The log line of one request, in pino's form but written straight, as it is on the path of every request. Never in it: the query (what
 * people look for and where they are), and the key itself; the key's id is.
 */
export function requestLine(
  { requestId, keyId, startedAt_ms, req }: LoggedRequest,
  status: number,
  duration_us: number,
): string {
  const key = keyId === null ? 'null' : stringText(keyId);
  return (
    `${startText(startedAt_ms)}${requestId.text}","key_id":${key},"method":"${req.method ?? ''}","path":${stringText(pathOf(req.url ?? ''))},` +
    `"status":${status},"duration_us":${duration_us},"msg":"request"}`
  );
}

/** The line up to the request id. */
export function startText(startedAt_ms: number): string {
  return `{"level":${LEVEL_INFO},"time":${startedAt_ms},"request_id":"`;
}

/** The path of a target, cut off where it is longer than any of ours. */
export function pathOf(target: string): string {
  const query = target.indexOf('?');
  const end = query < 0 ? target.length : query;
  return target.slice(0, Math.min(end, LONGEST_PATH));
}

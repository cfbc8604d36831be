import { stringText } from './json-text.js';

/** pino's number for `info`. */
const LEVEL_INFO = 30;
const LONGEST_PATH = 200;

export interface LoggedRequest {
  requestId: string;
  keyId: string | null;
  /** Unix milliseconds. */
  startedAt_ms: number;
  req: { method?: string | undefined; url?: string | undefined };
}

/**
 * The log line of one request, in pino's form but written straight, as it is on the path of every request. Never in it: the query (what
 * people look for and where they are), and the key itself; the key's id is.
 */
export function requestLine({ requestId, keyId, startedAt_ms, req }: LoggedRequest, status: number, duration_ms: number): string {
  const key = keyId === null ? 'null' : stringText(keyId);
  return (
    `${startOf(startedAt_ms)}${requestId}","key_id":${key},"method":"${req.method ?? ''}","path":${stringText(pathOf(req.url ?? ''))},` +
    `"status":${status},"duration_us":${Math.round(duration_ms * 1000)},"msg":"request"}`
  );
}

let startTime_ms = 0;
let startText = '';

/** Many requests share a millisecond, and thirteen digits cost more than anything else in the line. */
function startOf(time_ms: number): string {
  if (time_ms !== startTime_ms) {
    startTime_ms = time_ms;
    startText = `{"level":${LEVEL_INFO},"time":${time_ms},"request_id":"`;
  }
  return startText;
}

function pathOf(target: string): string {
  const query = target.indexOf('?');
  const end = query < 0 ? target.length : query;
  return target.slice(0, Math.min(end, LONGEST_PATH));
}

import { isValidHost } from './host.js';
import { percentEncoded } from './query-string.js';
import type { RequestHeaders } from './reply.js';

/**
 * Reads the common requests: a GET in HTTP/1.1 without anything unusual. It accepts only requests that can be
 * read in one way; Node's parser judges all others. It is stricter than RFC 9112: no space before a colon, no
 * folded line, no bare line feed, no byte beyond ASCII in a header, exactly one Host, no repeated header, and
 * no header about a body or the connection. It is laxer in one point: a target may contain raw UTF-8, as curl
 * sends typed text.
 */

const [START, VERSION] = ['GET /', ' HTTP/1.1\r\n'].map((text) => Buffer.from(text));
/** Where the target of a plain request begins. */
const TARGET_START = START.length - 1;

const LINE_FEED = 0x0a;
const BLANK_LINE = '\r\n\r\n';

/** Where the first head in a text ends; -1 if it is incomplete. */
export function headEnd(text: string): number {
  const at = text.indexOf(BLANK_LINE);
  return at < 0 ? -1 : at + BLANK_LINE.length;
}

/** Where the target of a plain request ends; -1 if it is not plain. */
export function plainTargetEnd(bytes: Uint8Array): number {
  if (!isAt(START, bytes, 0)) return -1;
  let end = START.length;
  // Bytes beyond ASCII are letters that were not percent-encoded. The reader of the target decodes them.
  while (end < bytes.length && bytes[end] >= 0x21 && bytes[end] !== 0x7f) end++;
  return isAt(VERSION, bytes, end) ? end : -1;
}

/** Whether these bytes begin a request line whose target has not ended yet. */
export function isCutLine(bytes: Uint8Array): boolean {
  // As in nearly every request, the line is complete.
  if (bytes[bytes.length - 1] === LINE_FEED) return false;
  return (
    CUT_STARTS.some((start) => isAt(start.subarray(0, bytes.length), bytes, 0)) &&
    !/ [^]*[ \n]/.test(Buffer.from(bytes).toString('latin1'))
  );
}

/** Answered methods, after which raw letters have a meaning. */
const CUT_STARTS = ['GET /', 'HEAD /'].map((text) => Buffer.from(text));

/** The target of a request. @param text of the head, Latin-1 */
export function targetOf(text: string, targetEnd: number): string {
  return text.slice(TARGET_START, targetEnd);
}

/** The lines after the request line. @param text of the head, Latin-1 */
export function linesOf(text: string, targetEnd: number): string {
  return text.slice(targetEnd + VERSION.length);
}

/** Lines with a name of `tchar` (RFC 9110) and printable values, then an empty line and nothing else. */
const LINES = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e]*\r\n)+\r\n$/;

/** Headers that change how to read the rest of the connection, or what to send. */
const LEFT_TO_NODE: ReadonlySet<string> = new Set([
  ...['content-length', 'transfer-encoding', 'expect', 'upgrade', 'trailer', 'te'],
  ...['proxy-connection', 'http2-settings'],
]);

/**
 * The headers of a plain request; null if it is not plain.
 * @param text from `linesOf`
 */
export function plainHeaders(text: string): RequestHeaders | null {
  if (!LINES.test(text)) return null;
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let at = 0; at < text.length - 2;) {
    const end = text.indexOf('\r\n', at);
    const colon = text.indexOf(':', at);
    const name = text.slice(at, colon).toLowerCase();
    const value = text.slice(colon + 1, end).trim();
    const isOwn = name !== 'connection' || /^(?:|keep-alive)$/i.test(value);
    // The header came twice: which one counts depends on the header, and on its reader.
    if (LEFT_TO_NODE.has(name) || !isOwn || name in found) return null;
    found[name] = value;
    at = end + 2;
  }
  return 'host' in found && isValidHost(found['host']) ? found : null;
}

/**
 * The same bytes with the first request line in ASCII: Node's parser refuses any other byte there. An
 * incomplete line is encoded as far as it goes.
 */
export function withAsciiTarget(bytes: Buffer): Buffer {
  const newline = bytes.indexOf(0x0a);
  const end = newline < 0 ? bytes.length : newline;
  const line = bytes.toString('latin1', 0, end);
  const encoded = percentEncoded(line);
  return encoded === line ? bytes : Buffer.concat([Buffer.from(encoded, 'latin1'), bytes.subarray(end)]);
}

function isAt(wanted: Uint8Array, bytes: Uint8Array, at: number): boolean {
  if (at + wanted.length > bytes.length) return false;
  for (let i = 0; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}

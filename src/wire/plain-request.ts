import { isValidHost } from './host.js';
import { percentEncoded } from './query-string.js';
import type { RequestHeaders } from './reply.js';

/**
 * Parses ordinary requests: HTTP/1.1 GET requests with no unusual parts. The parser only accepts requests
 * that can be interpreted in a single way, and leaves all others to Node's parser. The parser is stricter
 * than RFC 9112: no space before a colon, no folded lines, no bare line feeds, no non-ASCII bytes in headers,
 * exactly one Host, no repeated headers, and no headers about a body or the connection. The parser is more
 * lenient in one respect: a target may contain unencoded UTF-8, as sent by curl.
 */

const [START, VERSION] = ['GET /', ' HTTP/1.1\r\n'].map((text) => Buffer.from(text));
/** The offset at which a plain request's target begins. */
const TARGET_START = START.length - 1;

const LINE_FEED = 0x0a;
const BLANK_LINE = '\r\n\r\n';

/** Returns the offset at which the first request head in a text ends, or -1 if the head is incomplete. */
export function headEnd(text: string): number {
  const at = text.indexOf(BLANK_LINE);
  return at < 0 ? -1 : at + BLANK_LINE.length;
}

/** Returns the offset at which the target of a plain request ends, or -1 if the request is not plain. */
export function plainTargetEnd(bytes: Uint8Array): number {
  if (!isAt(START, bytes, 0)) return -1;
  let end = START.length;
  // Non-ASCII bytes are letters that were not percent-encoded. Such bytes are decoded together with the rest
  // of the target.
  while (end < bytes.length && bytes[end] >= 0x21 && bytes[end] !== 0x7f) end++;
  return isAt(VERSION, bytes, end) ? end : -1;
}

/** Whether these bytes begin a request line whose target is still incomplete. */
export function isCutLine(bytes: Uint8Array): boolean {
  // The line is complete, as in nearly every request.
  if (bytes[bytes.length - 1] === LINE_FEED) return false;
  return (
    CUT_STARTS.some((start) => isAt(start.subarray(0, bytes.length), bytes, 0)) &&
    !/ [^]*[ \n]/.test(Buffer.from(bytes).toString('latin1'))
  );
}

/** The beginnings of requests that may contain unencoded UTF-8 in their target. */
const CUT_STARTS = ['GET /', 'HEAD /'].map((text) => Buffer.from(text));

/** Returns a request's target. @param text the head, as Latin-1 */
export function targetOf(text: string, targetEnd: number): string {
  return text.slice(TARGET_START, targetEnd);
}

/** Returns the lines after the request line. @param text the head, as Latin-1 */
export function linesOf(text: string, targetEnd: number): string {
  return text.slice(targetEnd + VERSION.length);
}

/**
 * Matches lines with a `tchar` name (RFC 9110) and a printable value, followed by an empty line and nothing
 * else.
 */
const LINES = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e]*\r\n)+\r\n$/;

/** Headers that change how the rest of the connection is read, or how the request is answered. */
const LEFT_TO_NODE: ReadonlySet<string> = new Set([
  ...['content-length', 'transfer-encoding', 'expect', 'upgrade', 'trailer', 'te'],
  ...['proxy-connection', 'http2-settings'],
]);

/**
 * Returns a plain request's headers, or null if the request is not plain.
 * @param text a result of `linesOf`
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
    // A repeated header is ambiguous, because it depends on the header and on the reader which value counts.
    if (LEFT_TO_NODE.has(name) || !isOwn || name in found) return null;
    found[name] = value;
    at = end + 2;
  }
  return 'host' in found && isValidHost(found['host']) ? found : null;
}

/**
 * Returns the same bytes with the request line converted to ASCII, because Node's parser refuses any other
 * bytes in it. If the request line is incomplete, the part that has been received is converted.
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

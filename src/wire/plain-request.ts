import { isValidHost } from './host.js';
import { percentEncoded } from './query-string.js';
import type { RequestHeaders } from './reply.js';

/**
 * Parses ordinary requests: an HTTP/1.1 GET with no unusual parts. It accepts only requests that can be read
 * in one way and leaves all others to Node's parser. It is stricter than RFC 9112: no space before a colon,
 * no folded line, no bare line feed, no byte beyond ASCII in a header, exactly one Host, no repeated header,
 * and no header about a body or the connection. It is more lenient in one respect: a target may contain raw
 * UTF-8, as curl sends it.
 */

const [START, VERSION] = ['GET /', ' HTTP/1.1\r\n'].map((text) => Buffer.from(text));
/** The offset at which a plain request's target begins. */
const TARGET_START = START.length - 1;

const LINE_FEED = 0x0a;
const BLANK_LINE = '\r\n\r\n';

/** Returns the end of the first request head in a text, or -1 if the head is incomplete. */
export function headEnd(text: string): number {
  const at = text.indexOf(BLANK_LINE);
  return at < 0 ? -1 : at + BLANK_LINE.length;
}

/** Returns the end of a plain request's target, or -1 if the request is not plain. */
export function plainTargetEnd(bytes: Uint8Array): number {
  if (!isAt(START, bytes, 0)) return -1;
  let end = START.length;
  // Bytes beyond ASCII are letters that were not percent-encoded. Such bytes are decoded together with the
  // target.
  while (end < bytes.length && bytes[end] >= 0x21 && bytes[end] !== 0x7f) end++;
  return isAt(VERSION, bytes, end) ? end : -1;
}

/** Whether these bytes begin a request line whose target is still incomplete. */
export function isCutLine(bytes: Uint8Array): boolean {
  // As in nearly every request, the line is complete.
  if (bytes[bytes.length - 1] === LINE_FEED) return false;
  return (
    CUT_STARTS.some((start) => isAt(start.subarray(0, bytes.length), bytes, 0)) &&
    !/ [^]*[ \n]/.test(Buffer.from(bytes).toString('latin1'))
  );
}

/** The beginnings of requests that may have raw UTF-8 in their target. */
const CUT_STARTS = ['GET /', 'HEAD /'].map((text) => Buffer.from(text));

/** Returns a request's target. @param text the head, as Latin-1 */
export function targetOf(text: string, targetEnd: number): string {
  return text.slice(TARGET_START, targetEnd);
}

/** Returns the lines after the request line. @param text the head, as Latin-1 */
export function linesOf(text: string, targetEnd: number): string {
  return text.slice(targetEnd + VERSION.length);
}

/** Lines with a `tchar` name (RFC 9110) and a printable value, then an empty line and nothing else. */
const LINES = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e]*\r\n)+\r\n$/;

/** Headers that change how the rest of the connection is read, or what the response is. */
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
    // A repeated header is ambiguous: which value counts depends on the header and the reader.
    if (LEFT_TO_NODE.has(name) || !isOwn || name in found) return null;
    found[name] = value;
    at = end + 2;
  }
  return 'host' in found && isValidHost(found['host']) ? found : null;
}

/**
 * Returns the same bytes with an ASCII request line, because Node's parser refuses any other byte there. If
 * the line is incomplete, the received part is encoded.
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

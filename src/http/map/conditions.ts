import { OperatingError } from '../../errors.js';
import { headerOf, type RequestHead } from '../../wire/reply.js';

/** Conditions and ranges of requests for a file that has an entity tag, as RFC 9110 has them. */

/** First and last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether the client has this already (13.1.2). @param tag a strong one, with its quotes */
export function isKept(request: RequestHead, tag: string): boolean {
  const sent = headerOf(request, 'if-none-match');
  return sent !== undefined && names(sent, tag);
}

/** @throws OperatingError with status 412 when the client wants another one (13.1.1) */
export function checkMatch(request: RequestHead, tag: string): void {
  const sent = headerOf(request, 'if-match');
  // Weak tags never match here: comparison is strong.
  if (sent === undefined || names(sent.replaceAll(/W\/"[^"]*"/g, ''), tag)) return;
  throw new OperatingError('INVALID_REQUEST', 'The file is another one than If-Match names.', {
    status: 412,
    details: { field: 'If-Match', reason: 'changed' },
  });
}

function names(sent: string, tag: string): boolean {
  if (sent.trim() === '*') return true;
  for (const [, one] of sent.matchAll(TAG)) if (one === tag) return true;
  return false;
}

/**
 * Which bytes are asked for (14.2). Null: all of them, as without `Range`, with several ranges, with another
 * unit, or when `If-Range` names another file.
 * @param bytes the length of the file
 * @returns `unsatisfiable` when the file has none of them
 */
export function rangeOf(
  request: RequestHead,
  tag: string,
  bytes: number,
): ByteRange | null | 'unsatisfiable' {
  const ifRange = headerOf(request, 'if-range');
  // There is no date of change, so a date never matches (13.1.5).
  if (request.method !== 'GET' || (ifRange !== undefined && ifRange.trim() !== tag)) return null;
  const range = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(headerOf(request, 'range') ?? '');
  const [, from = '', to = ''] = range ?? [];
  if (from === '') {
    if (to === '') return null;
    const length = Math.min(Number(to), bytes);
    return length === 0 ? 'unsatisfiable' : { first: bytes - length, last: bytes - 1 };
  }
  const [first, last] = [Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)];
  if (to !== '' && Number(to) < first) return null;
  return first >= bytes ? 'unsatisfiable' : { first, last };
}

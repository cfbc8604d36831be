/**
 * Matches version 00 of `traceparent`, and the part of later versions that readers of version 00 must accept.
 */
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

const ALL_ZERO = /^0+$/;

/**
 * Returns the id of the trace to which a request belongs (W3C Trace Context, 3.2): 32 hexadecimal digits.
 * Returns null if the header is absent or malformed; the two cases are treated in the same way.
 */
export function traceIdOf(sent: string | string[] | undefined): string | null {
  if (typeof sent !== 'string') return null;
  const [, version, traceId, parentId, more] = FORM.exec(sent) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  return ALL_ZERO.test(traceId) || ALL_ZERO.test(parentId) ? null : traceId;
}

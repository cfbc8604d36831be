import type { IncomingMessage } from 'node:http';
import { OperatingError } from '../../../errors.js';
import { isValidHost } from '../../../wire/host.js';
import { readQuery, type Query } from '../../../wire/query-string.js';

/**
 * Returns the parameters of a request that follows the HTTP standard.
 * @throws OperatingError INVALID_REQUEST for another version, a missing Host, or a target that cannot be
 * decoded
 */
export function queryOf(req: IncomingMessage): Query {
  // Node's parser treats a request line without a version as HTTP/0.9, and accepts HTTP/2.0 unchanged.
  if (req.httpVersionMajor !== 1) throw malformed('bad_http', 'The request is not valid HTTP/1.1.');
  const hosts = req.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) throw malformed('bad_host', 'There is more than one Host header.');
  if (hosts === 0 && req.httpVersionMinor === 1)
    throw malformed('missing_host', 'The Host header is missing.');
  if (!isValidHost(req.headers.host ?? ''))
    throw malformed('bad_host', 'The Host header is not a host name.');
  return readQuery(req.url!);
}

const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Returns the target without its origin, because a proxy may send a whole URL. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(AUTHORITY, '');
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`;
}

/** Returns the decoded path of a target; `null` if it cannot be decoded. */
export function pathOf(target: string): string | null {
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  try {
    return decodeURI(path);
  } catch {
    return null;
  }
}

export function badTarget(): OperatingError {
  return malformed('bad_encoding', 'The path is not valid UTF-8. Percent-encode it as UTF-8.');
}

export function malformed(reason: string, message: string): OperatingError {
  return new OperatingError('INVALID_REQUEST', message, { details: { reason } });
}

export function shuttingDown(): OperatingError {
  return new OperatingError('SERVICE_UNAVAILABLE', 'The service is stopping.', {
    details: { reason: 'shutting_down' },
  });
}

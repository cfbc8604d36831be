import { OperatingError, type ErrorCode } from '../../../errors.js';
import type { Dialect } from '../../core/request/dialect.js';

/**
 * The codes that OSRM sends in the response body: https://project-osrm.org/docs (general options, responses).
 */
const OSRM_CODES = [
  ...['InvalidUrl', 'InvalidService', 'InvalidVersion', 'InvalidOptions', 'InvalidQuery', 'InvalidValue'],
  ...['NoSegment', 'NoRoute', 'NoMatch', 'NoTrips', 'TooBig', 'NotImplemented'],
] as const;
export type OsrmCode = (typeof OSRM_CODES)[number];

/** Maps the reasons of `/v1` errors to OSRM's codes. */
const OF_REASONS: Readonly<Record<string, OsrmCode>> = {
  not_supported: 'NotImplemented',
  too_far: 'TooBig',
  too_many: 'TooBig',
  no_match: 'NoMatch',
  exceeds_limit: 'TooBig',
  bad_encoding: 'InvalidUrl',
};

/** Codes for errors that do not exist in OSRM, because it has neither keys nor limits. */
const OF_CODES: Readonly<Record<ErrorCode, string>> = {
  INVALID_REQUEST: 'InvalidQuery',
  INVALID_API_KEY: 'InvalidKey',
  API_KEY_REVOKED: 'InvalidKey',
  ENDPOINT_NOT_ALLOWED: 'Forbidden',
  NOT_FOUND: 'InvalidUrl',
  REQUEST_TIMEOUT: 'Timeout',
  RATE_LIMIT_EXCEEDED: 'TooManyRequests',
  INTERNAL_ERROR: 'InternalError',
  UPSTREAM_ERROR: 'UpstreamError',
  SERVICE_UNAVAILABLE: 'ServiceUnavailable',
};

/** Formats errors the way OSRM does. Errors that also exist in OSRM have status 400. */
export const OSRM: Dialect = {
  errorText: ({ code, message, details }) => {
    const reason = String(details?.['reason']);
    const isOwn = (OSRM_CODES as readonly string[]).includes(reason);
    return JSON.stringify({ code: isOwn ? reason : (OF_REASONS[reason] ?? OF_CODES[code]), message });
  },
};

/** Creates an error in OSRM's format. @param field the offending option */
export function osrmError(code: OsrmCode, message: string, field?: string): OperatingError {
  const about = field === undefined ? {} : { field };
  return new OperatingError('INVALID_REQUEST', message, { details: { ...about, reason: code } });
}

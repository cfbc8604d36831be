import { parseIpRange } from '../ip-range.js';
import { KEY_SCOPES, type KeyScope } from './api-key.js';
import { KeyFieldError, type KeyField } from './key-field-error.js';

/**
 * The maximum length of a key's or project's name, in code points: enough for a sentence that fits on one
 * line of a list.
 */
const NAME_LIMIT = 100;

/**
 * The maximum rate limit, in requests per minute. A higher limit would have no effect, and counting would
 * only cost time.
 */
export const RATE_LIMIT_MAX = 1_000_000;

/** The maximum monthly quota, in requests: more than a year's worth at the maximum rate limit. */
export const MONTHLY_QUOTA_MAX = 1_000_000_000_000;

/**
 * The maximum number of address ranges per key. Each range is compared with the client address of every
 * request.
 */
export const ADDRESSES_MAX = 50;

/** @throws KeyFieldError */
export function checkedName(name: string, whose = 'a key'): string {
  const text = name.normalize('NFC').trim();
  const length = [...text].length;
  if (length === 0 || length > NAME_LIMIT)
    throw new KeyFieldError(
      'name',
      length === 0 ? 'missing' : 'too_long',
      `the name of ${whose} must have 1 to ${NAME_LIMIT} characters, not ${length}`,
    );
  // A name is printed on terminals and in logs. Control and formatting characters in a name could change the
  // text around it.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text))
    throw new KeyFieldError(
      'name',
      'bad_character',
      `the name of ${whose} must not contain control or invisible characters`,
    );
  return text;
}

/** @throws KeyFieldError */
export function checkedEndpoints(endpoints: readonly KeyScope[]): KeyScope[] {
  const unknown = endpoints.find((endpoint) => !KEY_SCOPES.includes(endpoint));
  if (unknown !== undefined)
    throw new KeyFieldError(
      'endpoints',
      'unknown',
      `"${unknown}" is not an endpoint; the endpoints are ${KEY_SCOPES.join(', ')}`,
    );
  if (endpoints.length === 0)
    throw new KeyFieldError(
      'endpoints',
      'missing',
      `a key needs at least one of these endpoints: ${KEY_SCOPES.join(', ')}`,
    );
  return KEY_SCOPES.filter((endpoint) => endpoints.includes(endpoint));
}

/** @throws KeyFieldError */
export function checkedRateLimit(limit: number | null, whose = 'a key'): number | null {
  return checkedNumber(limit, RATE_LIMIT_MAX, {
    field: 'rate_limit',
    what: `the rate limit of ${whose}`,
    unit: 'requests a minute',
  });
}

/** @throws KeyFieldError */
export function checkedQuota(quota: number | null, whose = 'a key'): number | null {
  return checkedNumber(quota, MONTHLY_QUOTA_MAX, {
    field: 'monthly_quota',
    what: `the monthly quota of ${whose}`,
    unit: 'requests',
  });
}

/** @throws KeyFieldError */
export function checkedExpiry(expiresAt: Date | null, now: Date): Date | null {
  if (expiresAt === null) return null;
  if (Number.isNaN(expiresAt.getTime()))
    throw new KeyFieldError('expires_at', 'bad_format', 'the expiry of a key is not a date');
  if (expiresAt <= now)
    throw new KeyFieldError(
      'expires_at',
      'in_the_past',
      `the expiry ${expiresAt.toISOString()} is in the past`,
    );
  return expiresAt;
}

/** Returns addresses and ranges in their usual notation, without duplicates. @throws KeyFieldError */
export function checkedAddresses(addresses: readonly string[]): string[] {
  const known = new Set(addresses.map(checkedAddress));
  if (known.size > ADDRESSES_MAX)
    throw new KeyFieldError(
      'allowed_addresses',
      'too_many',
      `a key can have at most ${ADDRESSES_MAX} addresses`,
    );
  return [...known];
}

function checkedAddress(text: string): string {
  const range = parseIpRange(text.trim());
  if (typeof range === 'object') return range.text;
  const remedy =
    range === 'host_bits'
      ? 'has bits set after its prefix; use the first address of the range'
      : 'is not an address; send one such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32';
  throw new KeyFieldError(
    'allowed_addresses',
    'bad_format',
    `${JSON.stringify(text.slice(0, 60))} ${remedy}`,
  );
}

/** @throws KeyFieldError */
export function checkedNumber(
  value: number | null,
  most: number,
  { field, what, unit }: { field: KeyField; what: string; unit: string },
): number | null {
  if (value === null || (Number.isInteger(value) && value >= 1 && value <= most)) return value;
  throw new KeyFieldError(
    field,
    'out_of_range',
    `${what} must be a whole number from 1 to ${most} ${unit}, not ${value}`,
  );
}

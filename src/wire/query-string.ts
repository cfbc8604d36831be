import { OperatingError } from '../errors.js';

/** The parameters of a request, decoded. */
export interface Query {
  /** The first value of each parameter; an empty value counts as a value. */
  values: Map<string, string>;
  /** Names that were sent more than once. */
  repeated: Set<string> | null;
}

/** Shared by all requests without parameters; never modified. */
const EMPTY: Query = { values: new Map(), repeated: null };

const BEYOND_ASCII = /[\x80-\xff]/;
const EACH_BEYOND_ASCII = /[\x80-\xff]/g;
const ENCODED = /[%+]/;
const LONGEST_NAMED_FIELD = 64;

/**
 * Splits a request target at its query and decodes the query, which consists of pairs separated by `&`, with
 * `+` for a space and percent-encoded UTF-8; unencoded bytes are read as if they were percent-encoded. A
 * fragment is not part of a request and is ignored.
 * @param target as Latin-1
 * @throws OperatingError INVALID_REQUEST if a percent sign is not followed by two hexadecimal digits or the
 * bytes are not valid UTF-8
 */
export function readQuery(target: string): Query {
  const url = percentEncoded(target);
  const start = url.indexOf('?');
  if (start < 0) return EMPTY;
  const fragment = url.indexOf('#');
  if (fragment >= 0 && fragment < start) return EMPTY;
  return readPairs(url, start + 1, fragment < 0 ? url.length : fragment);
}

/** Returns the target converted to ASCII. @param target as Latin-1 */
export function percentEncoded(target: string): string {
  if (!BEYOND_ASCII.test(target)) return target;
  return target.replace(EACH_BEYOND_ASCII, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
}

function readPairs(url: string, from: number, end: number): Query {
  const query: Query = { values: new Map(), repeated: null };
  const isEncoded = ENCODED.test(url);
  while (from < end) {
    let to = url.indexOf('&', from);
    if (to < 0 || to > end) to = end;
    if (to > from) addPair(query, url.slice(from, to), isEncoded);
    from = to + 1;
  }
  return query;
}

function addPair(query: Query, pair: string, isEncoded: boolean): void {
  const equals = pair.indexOf('=');
  let name = equals < 0 ? pair : pair.slice(0, equals);
  let value = equals < 0 ? '' : pair.slice(equals + 1);
  if (isEncoded) {
    name = decode(name, null);
    value = decode(value, name);
  }
  if (query.values.has(name)) (query.repeated ??= new Set()).add(name);
  else query.values.set(name, value);
}

function decode(text: string, field: string | null): string {
  if (!ENCODED.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw badEncoding(field, cause);
  }
}

function badEncoding(field: string | null, cause: unknown): OperatingError {
  const named = field !== null && field.length <= LONGEST_NAMED_FIELD ? { field } : {};
  return new OperatingError('INVALID_REQUEST', 'The URL is not valid UTF-8. Percent-encode it as UTF-8.', {
    details: { ...named, reason: 'bad_encoding' },
    cause,
  });
}

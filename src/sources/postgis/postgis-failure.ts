import { BadAnswer, ConnectionFailure, Late, NotLoaded } from '../upstream/upstream-error.js';

/** The server canceled the query because of `statement_timeout` or at the request of an authorized user. */
const CANCELLED = '57014';

/**
 * Error codes for missing objects: database, schema, table, column, function. The schema is missing or
 * outdated.
 */
const NOT_THERE: Readonly<Record<string, string>> = {
  '3D000': 'there is no such database',
  '3F000': 'its schema is missing; run gazarch export postgis',
  '42P01': 'a table is missing; run gazarch export postgis',
  '42703': 'a column is missing; run gazarch export postgis',
  '42883': 'a function is missing; is the postgis extension installed?',
  '42704': 'a type is missing; is the postgis extension installed?',
};

/** Error codes for refusals that would affect every other query as well. */
const NOT_LET_IN: Readonly<Record<string, string>> = {
  '28P01': 'it rejects the username or password',
  '28000': 'this user may not connect',
  '42501': 'this user may not read the tables',
  '53300': 'it accepts no more connections',
};

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name cannot be looked up',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ETIMEDOUT: 'it cannot be reached',
};

/** Converts a failed PostgreSQL query to an error. The message is for the log. */
export function postgisFailure(cause: unknown): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  if (BadAnswer.is(error) || NotLoaded.is(error) || ConnectionFailure.is(error)) return error;
  const { code, message } = error as Error & { code?: string };
  if (code === CANCELLED) return new Late(message, { cause });
  if (code !== undefined && /^[0-9A-Z]{5}$/.test(code)) {
    const missing = NOT_THERE[code];
    if (missing !== undefined) return new NotLoaded(`${missing} (${message}, ${code})`, { cause });
    if (/^(08|57P|28|53)/.test(code) || code === '42501')
      return broken(`${NOT_LET_IN[code] ?? message} (${code})`, cause, false);
    // Any other code means that a view failed, for example because of a division by zero or a wrong type.
    return new BadAnswer(`${message} (${code})`, { cause });
  }
  if (/^(received invalid response|Received unexpected|SASL)/.test(message))
    return new BadAnswer(message, { cause });
  if (/timeout/i.test(message)) return broken('it cannot be reached', cause, false);
  const isBroken =
    /terminated|ended|not queryable|closed/i.test(message) || code === 'ECONNRESET' || code === 'EPIPE';
  const reason =
    (code === undefined ? undefined : REASONS[code]) ?? (isBroken ? 'the connection broke off' : message);
  return broken(reason, cause, isBroken);
}

function broken(reason: string, cause: unknown, isBeforeAnswer: boolean): ConnectionFailure {
  return new ConnectionFailure(reason, { cause, isBeforeAnswer });
}

/** Whether the server answered, even if it refused the query, so that the connection is still usable. */
export function isRefusal(cause: unknown): boolean {
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(?!57P|08|28)[0-9][0-9A-Z]{4}$/.test(code);
}

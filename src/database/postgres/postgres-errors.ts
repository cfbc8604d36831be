import { InputError } from '../../errors.js';

/** Network and TLS errors, by Node's error code. */
const NETWORK: Readonly<Record<string, string>> = {
  ENOTFOUND: 'cannot be reached: its host is unknown; check the name',
  EAI_AGAIN: 'cannot be reached: its host name cannot be looked up at the moment',
  ECONNREFUSED: 'cannot be reached: nothing listens there; check host and port, and start PostgreSQL',
  ENOENT: 'cannot be reached: the socket does not exist; check the path, and start PostgreSQL',
  EACCES: 'cannot be reached: this user may not use its socket',
  ETIMEDOUT: 'does not respond; check the network and firewalls',
  EHOSTUNREACH: 'cannot be reached: no route to its host; check the network',
  ENETUNREACH: 'cannot be reached: no route to its host; check the network',
  ECONNRESET: 'has closed the connection; is it restarting?',
  EPIPE: 'has closed the connection; is it restarting?',
};

/** PostgreSQL errors, by SQLSTATE. */
const SERVER: Readonly<Record<string, string>> = {
  '28P01': 'refuses the user name or password; check both',
  '28000': 'does not allow this user to connect; check the user, and pg_hba.conf on the server',
  '3D000': 'does not exist; create it with createdb, or check the name',
  '3F000': 'has lost its tables (schema gazarch); restore them from a backup',
  '42P01': 'has lost its tables (schema gazarch); restore them from a backup',
  '42501':
    'does not let this user create or use its tables; grant the permission: GRANT CREATE ON DATABASE … TO ' +
    '…, or make this user the owner of the schema gazarch',
  '53100': 'cannot grow: the disk is full; free some space',
  '53300': 'accepts no more connections; raise max_connections, or start fewer workers',
  '55P03': 'is locked by an open transaction; end it, or try again',
  '40P01': 'is locked by an open transaction; end it, or try again',
  '57014': 'did not answer in time; try again',
  '25006': 'is read-only; specify the primary server, not a standby',
  '23505': 'already has a key with this id or hash (UNIQUE)',
  '57P01': 'is shutting down; start it again, or wait',
  '57P02': 'is restarting after a crash',
  '57P03': 'is starting up or shutting down; try again in a moment',
};

/**
 * Turns an error from the connection or from PostgreSQL into an InputError with the location and the remedy.
 * Other errors are returned unchanged.
 * @param place the location without its password
 */
export function explainPostgres(error: unknown, place: string): unknown {
  if (InputError.is(error) || !(error instanceof Error)) return error;
  const remedy = remedyFor(error);
  return remedy === null ? error : new InputError(`the key database ${place} ${remedy}`, { cause: error });
}

/**
 * Whether PostgreSQL refused a statement but the connection still works. Error classes 57P and 08 mean that
 * the server is about to close the connection.
 */
export function isRefusal(error: unknown): boolean {
  return /^(?!57P|08)[0-9][0-9A-Z]{4}$/.test(codeOf(error));
}

/**
 * Whether the server is unreachable or not running. The server may respond later, and the URL may still be
 * correct.
 */
export function isAway(error: unknown): boolean {
  if (!InputError.is(error) || !(error.cause instanceof Error)) return false;
  const code = codeOf(error.cause);
  return (
    code in NETWORK ||
    /^(57P|08|53)/.test(code) ||
    /timeout|timed out|connection terminated|connection ended/i.test(error.cause.message)
  );
}

/** Whether a row cannot be stored because its key is already taken. */
export function isTaken(error: unknown): boolean {
  return codeOf(InputError.is(error) ? error.cause : error) === '23505';
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

function remedyFor(error: Error): string | null {
  const code = codeOf(error);
  const known = SERVER[code] ?? NETWORK[code];
  if (known !== undefined) return known;
  const { message } = error;
  if (/timeout|timed out/i.test(message)) return 'does not respond; check the network and firewalls';
  if (/connection terminated|connection ended|not queryable|closed state/i.test(message))
    return 'has closed the connection; is it restarting?';
  if (/password must be a string/i.test(message)) return 'requires a password; add it to the URL';
  if (/ssl|tls|certificate/i.test(message) || /^(ERR_TLS|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/.test(code))
    return `cannot be reached over TLS (${oneLine(message)}); check sslmode and sslrootcert in the URL`;
  if (code.startsWith('08')) return `has closed the connection (${oneLine(message)})`;
  if (/^[0-9][0-9A-Z]{4}$/.test(code)) return `refuses (${oneLine(message)}, SQLSTATE ${code})`;
  return code === '' ? null : `cannot be reached (${code})`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

import { sslModeFault } from '../postgres-tls.js';

/** The schema to use if the URL does not specify one. */
export const DEFAULT_SCHEMA = 'gazarch';

/** A database that contains our schema and, optionally, a view of own places. */
export interface PostgisAddress {
  engine: 'postgis';
  /** A URL in the format that PostgreSQL clients accept, with user and password. */
  url: string;
  /** Matches a plain identifier that does not need quotes. */
  schema: string;
  /** `schema.view`, or null if there is none. */
  own: string | null;
}

const IDENTIFIER = /^[a-z_][a-z0-9_]{0,55}$/;

/**
 * Parses `postgis://user:password@host/database?schema=gazarch&own=company.places`. All other parameters,
 * such as `sslmode`, are passed to the PostgreSQL client.
 * @returns undefined for any other text
 */
export function parsePostgisAddress(text: string): PostgisAddress | undefined {
  // The replacement is used only for parsing, because a PostgreSQL URL does not need a host.
  if (
    !/^postgis:\/\//.test(text) ||
    !URL.canParse(text.replace(/^postgis/, 'http').replace('@/', '@localhost/'))
  )
    return undefined;
  const [, address, query = ''] = /^postgis:(\/\/[^?#]*)(?:\?([^#]*))?$/s.exec(text) ?? [];
  if (address === undefined || !/^\/\/[^/]*\/[^/]+$/.test(address)) return undefined;
  const parameters = new URLSearchParams(query);
  const schema = parameters.get('schema') ?? DEFAULT_SCHEMA;
  const own = parameters.get('own');
  if (!isIdentifier(schema) || (own !== null && !isView(own))) return undefined;
  if (sslModeFault(parameters) !== null) return undefined;
  parameters.delete('schema');
  parameters.delete('own');
  const rest = parameters.toString();
  return { engine: 'postgis', url: `postgres:${address}${rest === '' ? '' : `?${rest}`}`, schema, own };
}

/** Returns why the TLS mode of an address cannot be used, or null if the text is at fault elsewhere. */
export function postgisFault(text: string): string | null {
  const [, query] = /^postgis:[^?#]*\?([^#]*)/s.exec(text) ?? [];
  return query === undefined ? null : sslModeFault(new URLSearchParams(query));
}

/** Whether a schema name can be used without quotes. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** Whether the text has the form `schema.view`, where both parts can be used without quotes. */
export function isView(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 2 && parts.every(isIdentifier);
}

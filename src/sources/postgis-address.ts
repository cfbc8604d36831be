/** The schema if a URL names none. */
export const DEFAULT_SCHEMA = 'gazarch';

/** A database with our schema, and perhaps a view of own places. */
export interface PostgisAddress {
  engine: 'postgis';
  /** In the format of PostgreSQL's clients, with user and password. */
  url: string;
  /** A plain identifier, which needs no quotes. */
  schema: string;
  /** `schema.view`; null for none. */
  own: string | null;
}

const IDENTIFIER = /^[a-z_][a-z0-9_]{0,55}$/;

/**
 * Reads `postgis://user:password@host/database?schema=gazarch&own=company.places`. All other parameters, such
 * as `sslmode`, are those of PostgreSQL's clients.
 * @returns undefined for anything else
 */
export function parsePostgisAddress(text: string): PostgisAddress | undefined {
  // Only for reading: a URL of PostgreSQL may lack a host.
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
  parameters.delete('schema');
  parameters.delete('own');
  const rest = parameters.toString();
  return { engine: 'postgis', url: `postgres:${address}${rest === '' ? '' : `?${rest}`}`, schema, own };
}

/** Whether the name of a schema needs no quotes. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** Whether it is `schema.view` with neither part in need of quotes. */
export function isView(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 2 && parts.every(isIdentifier);
}

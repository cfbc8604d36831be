import pg from 'pg';
import type { Sections } from '../../arrays/sections.js';
import { InputError } from '../../errors.js';
import { maskUrl } from '../../masked-url.js';
import { asDriverReads } from '../../postgres-tls.js';
import { addOwnNames, exportSchema, type ExportOptions, type ExportReport } from './export-schema.js';
import { postgisFailure } from './postgis-failure.js';
import { OWN_COLUMNS } from './postgis-schema.js';

const CONNECT_TIMEOUT_MS = 10_000;

/** The number that identifies the export lock. A second export does not wait for the lock but is refused. */
const EXPORT_LOCK = 4_716_201;

export interface ExportTarget {
  /** postgres://… */
  url: string;
  schema: string;
  own: string | null;
}

/**
 * Writes a dataset into a database.
 * @throws InputError with the location of the problem and the remedy, if the database refuses
 */
export function exportTo(
  sections: Sections,
  options: ExportTarget & Pick<ExportOptions, 'metaText' | 'onProgress'>,
): Promise<ExportReport> {
  return connected(options, async (client) => {
    await makeExtensions(client, options.url);
    if (options.own !== null) await checkOwn(client, options.own);
    return exportSchema(client, sections, options);
  });
}

/**
 * Makes names that were added to a view after the export searchable.
 * @returns the number of names
 */
export function keyOwnNames(target: ExportTarget & { own: string }): Promise<number> {
  return connected(target, async (client) => {
    await checkOwn(client, target.own);
    return addOwnNames(client, target.schema, target.own);
  });
}

async function connected<T>(
  { url, schema }: ExportTarget,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: asDriverReads(url),
    application_name: 'gazarch export',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A broken connection also makes its next query fail, so the failure is reported anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is_ours: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as is_ours',
      [EXPORT_LOCK, schema],
    );
    if (!rows[0].is_ours)
      throw new InputError(`another export is writing to schema ${schema}; try again when it has finished`);
    return await work(client);
  } catch (cause) {
    if (InputError.is(cause)) throw cause;
    throw new InputError(`the database ${maskUrl(url)}: ${postgisFailure(cause).message}`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function makeExtensions(client: pg.Client, url: string): Promise<void> {
  for (const extension of ['postgis', 'pg_trgm']) {
    try {
      await client.query(`create extension if not exists ${extension}`);
    } catch (cause) {
      throw new InputError(
        `the database ${maskUrl(url)} has no extension ${extension} (${(cause as Error).message}); ` +
          `install PostGIS and let an administrator run CREATE EXTENSION ${extension}`,
        { cause },
      );
    }
  }
}

/** @throws InputError if the view does not have the required columns */
async function checkOwn(client: pg.Client, own: string): Promise<void> {
  try {
    await client.query(`select ${OWN_COLUMNS.join(', ')} from ${own} limit 0`);
  } catch (cause) {
    throw new InputError(
      `${own} cannot be read: ${(cause as Error).message}; ` +
        `it must have the columns ${OWN_COLUMNS.join(', ')}`,
      { cause },
    );
  }
}

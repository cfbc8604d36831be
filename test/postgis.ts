import { existsSync, readdirSync } from 'node:fs';
import pg from 'pg';
import type { Sections } from '../src/arrays/sections.js';
import { exportSchema, type ExportReport } from '../src/sources/postgis/export-schema.js';
import { hasPostgres, type PostgresServer } from './postgres.js';
import { noteMissing } from './run-folder.js';

const EXTENSIONS = '/usr/share/postgresql';

/** Whether the real PostGIS is there, from Debian's package `postgresql-15-postgis-3`. */
export const hasPostgis =
  hasPostgres &&
  existsSync(EXTENSIONS) &&
  readdirSync(EXTENSIONS).some((version) => existsSync(`${EXTENSIONS}/${version}/extension/postgis.control`));
if (!hasPostgis) noteMissing('PostGIS is not installed (package postgresql-15-postgis-3)');

/** A database with the extensions, which belongs to the user of the server's URLs. @returns its name */
export async function makeGeoDatabase(server: PostgresServer): Promise<string> {
  const database = await server.makeDatabase();
  await server.run('create extension postgis; create extension pg_trgm', database);
  return database;
}

/** Exports a dataset's geocoding part. */
export async function exportTo(
  url: string,
  sections: Sections,
  options: { schema?: string; own?: string } = {},
): Promise<ExportReport> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await exportSchema(client, sections, {
      schema: options.schema ?? 'gazarch',
      metaText: '{}',
      own: options.own ?? null,
    });
  } finally {
    await client.end();
  }
}

/** The address of a geocoder for a URL of PostgreSQL. */
export function postgisUrl(url: string, parameters = ''): string {
  return url.replace(/^postgres:/, 'postgis:') + parameters;
}

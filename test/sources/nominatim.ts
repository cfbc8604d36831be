import { existsSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { hasGeodata } from '../geodata.js';
import { hasPostgres } from '../postgres.js';
import { noteMissing } from '../run-folder.js';
import { CACHE } from './engines.js';

/**
 * Whether the real Nominatim can run here: its wheels are in the cache, and PostGIS, osm2pgsql and PyICU come
 * from Debian. Where something is absent, the tests that need it are skipped, and this says so.
 */
export const hasNominatim = hasGeodata && hasPostgres && hasAll();

function hasAll(): boolean {
  const postgis = '/usr/share/postgresql';
  const needs: [string, boolean][] = [
    ['the wheels of Nominatim (scripts/get-engines.sh)', existsSync(join(CACHE, 'nominatim', 'version'))],
    [
      'PostGIS',
      existsSync(postgis) &&
        readdirSync(postgis).some((version) =>
          existsSync(join(postgis, version, 'extension', 'postgis.control')),
        ),
    ],
    ['osm2pgsql', spawnSync('osm2pgsql', ['--version']).status === 0],
    ['python3-icu', spawnSync('/usr/bin/python3', ['-c', 'import icu, ensurepip']).status === 0],
  ];
  const missing = needs.filter(([, isThere]) => !isThere).map(([what]) => what);
  if (missing.length === 0) return true;
  noteMissing(`Nominatim lacks ${missing.join(', ')}`);
  return false;
}

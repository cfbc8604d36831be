import { existsSync } from 'node:fs';
import { counted } from '../../../counted.js';
import { keyStatus } from '../../../keys/api-key.js';
import { isPostgresUrl } from '../../../database/postgres/postgres-url.js';
import { usagePathBeside } from '../../../database/sqlite/sqlite-usage.js';
import { maskUrl } from '../../../masked-url.js';
import { wantsPage } from '../../settings/wants-page.js';
import { LIMITS_IN_MEMORY } from '../../settings/key-settings.js';
import { databaseName, openKeyStore } from '../../terminal/open-key-store.js';
import type { Only } from '../../settings/settings.js';
import { knownCopyPath, readKnownCopy } from '../../terminal/known-copy.js';
import { clock } from './doctor-machine.js';
import { failure, failureOf, holderOf, isLocked, ok, warning, type Finding } from './doctor-finding.js';

/** Opens the key database as commands do, and reads its keys. */
export async function database(settings: Only<'database' | 'databaseMustExist'>): Promise<Finding[]> {
  const name = databaseName(settings.database);
  if (!isPostgresUrl(settings.database) && !existsSync(settings.database))
    return [
      settings.databaseMustExist
        ? failure('database', `there is no ${name}`, 'mount its volume, or put a backup there')
        : warning(
            'database',
            `there is no ${name}`,
            'nothing to do if the service is new: "gazarch serve" creates it',
          ),
    ];
  const warnings: Finding[] = [];
  try {
    const store = await openKeyStore(settings.database, {
      mustExist: true,
      warn: (text) => void warnings.push(warning('database', text, 'see docs/keys.md')),
    });
    try {
      const keys = await store.list();
      const usable = keys.filter(({ key }) => keyStatus(key, Date.now()) === 'active').length;
      return [
        ...warnings,
        usable === 0
          ? warning('database', `${name} has no usable key`, 'make one with "gazarch keys create"')
          : ok('database', `${name}, ${counted(keys.length, 'key')}`),
      ];
    } finally {
      await store.close();
    }
  } catch (error) {
    return [...warnings, failureOf('database', error, 'see docs/trouble.md, "When it does not start"')];
  }
}

/**
 * Finds SQLite files that cannot be written because another program, such as a database shell, has locked
 * them.
 */
export function locks({ database: place, usage }: Only<'database' | 'usage'>): Finding[] {
  if (isPostgresUrl(place)) return [];
  return [place, ...(usage === 'on' ? [usagePathBeside(place)] : [])]
    .filter(isLocked)
    .map((path) => warning('database', `${path} is locked: nothing can be written to it`, holderOf(path)));
}

/** Whether queries without results are recorded, which the service's owner should know. */
export function unfound({ countUnfound, usage }: Only<'countUnfound' | 'usage'>): Finding[] {
  if (!countUnfound) return [];
  return usage === 'on'
    ? [ok('searches', 'searches without results are counted: "gazarch searches --unfound"')]
    : [failure('searches', '--count-unfound needs usage counts, which are off', 'leave out one of them')];
}

/** Checks whether people can report map errors, which requires the map page. */
export function reports(settings: Only<'mapReports' | 'playground' | 'host'>): Finding[] {
  if (!settings.mapReports) return [];
  if (!wantsPage(settings))
    return [failure('reports', '--map-reports needs the page at /, which is off', 'use --playground on')];
  return [ok('reports', 'people can report map errors; the console lists them under Reports')];
}

/** Checks the copy of the keys, which a starting service uses while PostgreSQL is down. */
export function keyCopy(settings: Only<'database' | 'keyCopyHours'>, folder: string): Finding[] {
  const { database: place, keyCopyHours } = settings;
  if (!isPostgresUrl(place) || keyCopyHours === 0) return [];
  const path = knownCopyPath(folder);
  const remedy = 'the service cannot start while PostgreSQL is down; see docs/keys.md';
  try {
    const copy = readKnownCopy(path, databaseName(place));
    if (copy === null)
      return [warning('key copy', `there is no ${path} yet`, 'nothing before the first start')];
    const keys = copy.rows.keys.reduce((sum, part) => sum + part.keys.length, 0);
    const hours = (Date.now() - copy.read_ms) / 3_600_000;
    const found = `${path}, ${counted(keys, 'key')}, ${hours.toFixed(1)} hours old`;
    return [hours > keyCopyHours ? warning('key copy', found, remedy) : ok('key copy', found)];
  } catch (error) {
    return [warning('key copy', `${path} is unusable: ${(error as Error).message}`, remedy)];
  }
}

/**
 * Checks Redis if it counts requests. A trial request grant verifies the permissions, the key prefix and the
 * server type.
 */
export async function limits({ limits: place }: Only<'limits'>): Promise<Finding[]> {
  if (place === LIMITS_IN_MEMORY) return [ok('limits', 'requests are counted in memory')];
  const { openRedisSupply } = await import('../../../limits/redis/open-supply.js');
  try {
    const supply = await openRedisSupply(place);
    const { isAway, ahead_ms } = supply.news();
    supply.close();
    const name = `Redis at ${maskUrl(place)}`;
    return isAway
      ? [
          failure(
            'limits',
            `${name} does not answer: ${supply.reason}`,
            'each service counts on its own until Redis answers',
          ),
        ]
      : [ok('limits', `${name} grants requests`), clock('Redis', ahead_ms)];
  } catch (error) {
    return [failureOf('limits', error, 'correct --limits')];
  }
}

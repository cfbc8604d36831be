/**
 * What tests of the built program are about. The program holds every room, and a test that starts it could
 * notice a change in any of them. But most ask for one subject, and a fault elsewhere shows in the tests of
 * that room and in the smoke of `test/e2e`. Tests that are not named here are about the room whose folder
 * they lie in. In `test/cli`, and among the slow ones of `test/e2e`, they are about all.
 */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  'test/cli/allocator.test.ts': [],
  'test/cli/datasets-command.slow.test.ts': ['dataset', 'dataset-feed'],
  'test/cli/garbage-collection.slow.test.ts': [],
  'test/cli/help.test.ts': [],
  'test/cli/import-map.test.ts': ['importer', 'tiles'],
  'test/cli/import-plan.test.ts': ['importer'],
  'test/cli/import.slow.test.ts': ['importer', 'osm', 'dataset'],
  'test/cli/keys-change.slow.test.ts': ['keys', 'database'],
  'test/cli/keys-command.slow.test.ts': ['keys', 'database'],
  'test/cli/keys-postgres.slow.test.ts': ['keys', 'database'],
  'test/closures/road-watch.test.ts': ['closures', 'routing'],
  'test/cli/serve-console.slow.test.ts': ['console', 'keys', 'database', 'web'],
  'test/cli/serve-keys.slow.test.ts': ['keys', 'database'],
  'test/cli/serve-postgres.slow.test.ts': ['keys', 'usage', 'database'],
  'test/cli/sheet-commands.slow.test.ts': ['tables', 'sources', 'geocoding', 'text'],
  'test/cli/tiles-command.test.ts': ['importer', 'tiles', 'dataset'],
  'test/cli/usage-command.slow.test.ts': ['usage', 'keys', 'database'],
  'test/cli/users-command.slow.test.ts': ['console', 'database'],
  'test/client/built-client.slow.test.ts': ['client', 'http'],
  'test/console/package.slow.test.ts': ['console', 'web'],
  'test/deploy/systemd.slow.test.ts': [],
  'test/e2e/broken-database.slow.test.ts': ['database', 'keys', 'usage'],
  'test/e2e/closures.slow.test.ts': ['closures', 'database', 'routing', 'sources'],
  'test/e2e/console-walk.slow.test.ts': ['console', 'web', 'keys', 'usage', 'database'],
  'test/e2e/database-away.slow.test.ts': ['database', 'keys', 'usage'],
  'test/e2e/dataset-by-url.slow.test.ts': ['dataset-feed', 'dataset'],
  'test/e2e/dataset-states.slow.test.ts': ['dataset', 'sources'],
  'test/e2e/descriptors.slow.test.ts': ['wire', 'dataset'],
  'test/e2e/draining.slow.test.ts': ['wire', 'http'],
  'test/e2e/fuzz.slow.test.ts': ['wire', 'http'],
  'test/e2e/key-service.test.ts': ['keys', 'database'],
  'test/e2e/mapped-dataset.slow.test.ts': ['dataset', 'sources', 'routing'],
  'test/e2e/metrics.slow.test.ts': ['metrics', 'usage'],
  'test/e2e/own-places.slow.test.ts': ['dataset', 'importer', 'sources'],
  'test/e2e/plain-connection.slow.test.ts': ['wire', 'http'],
  'test/e2e/plain-or-not.slow.test.ts': ['wire', 'http'],
  'test/e2e/redis-limits.slow.test.ts': ['limits', 'keys'],
  'test/e2e/request-log.slow.test.ts': ['wire', 'http'],
  'test/e2e/usage.slow.test.ts': ['usage', 'database'],
  'test/e2e/workers.slow.test.ts': ['wire', 'http', 'keys', 'limits', 'dataset', 'sources'],
  'test/mcp/mcp.slow.test.ts': ['mcp', 'client'],
};

/** Folders of tests that no room is named after. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'test/console': ['console', 'web'],
  'test/map-page': ['web', 'http', 'offline', 'tables', 'tiles'],
  'test/sample': ['importer', 'osm'],
};

/** Rooms whose code runs whatever a test asks for. */
const ALWAYS_RUNNING = ['cli'];

/**
 * The rooms that a test of the built program is about.
 * @param test a path such as `test/cli/help.test.ts`
 * @returns null for all of them
 */
export function roomsOfProgram(test: string): Set<string> | null {
  const folder = test.split('/').slice(0, 2).join('/');
  const named = SUBJECTS[test] ?? FOLDERS[folder];
  if (named !== undefined) return new Set([...named, ...ALWAYS_RUNNING]);
  if (folder === 'test/cli') return null;
  // The quick ones of `test/e2e` ask a server in their own process: what they import is all that runs.
  if (folder === 'test/e2e') return test.endsWith('.slow.test.ts') ? null : new Set();
  return new Set([folder.slice('test/'.length), ...ALWAYS_RUNNING]);
}

/** Names of tests and rooms, so that a test can see that they are there. */
export function namedSubjects(): { tests: string[]; rooms: string[] } {
  const rooms = [...Object.values(SUBJECTS), ...Object.values(FOLDERS)].flat();
  return { tests: Object.keys(SUBJECTS), rooms: [...new Set(rooms)] };
}

import { describe, onTestFinished } from 'vitest';
import { openStores } from '../../src/cli/terminal/open-key-store.js';
import type { ClosureStore } from '../../src/closures/closure-store.js';
import { temporaryDatabase } from '../keys/temporary-database.js';
import { hasPostgres, usePostgres } from '../postgres.js';
import { closureStoreContract } from './closure-store-contract.js';

async function open(place: string): Promise<ClosureStore> {
  const { keys, closures } = await openStores(place, { mustExist: false, warn: () => undefined });
  onTestFinished(() => keys.close());
  return closures;
}

describe('closures in SQLite', () => {
  // Each test has a database of its own, however often it opens it.
  let last: string | null = null;
  closureStoreContract(() => {
    if (last === null) {
      last = temporaryDatabase();
      onTestFinished(() => void (last = null));
    }
    return open(last);
  });
});

describe.skipIf(!hasPostgres)('closures in PostgreSQL', () => {
  const server = usePostgres();
  let last: string | null = null;
  closureStoreContract(async () => {
    if (last === null) {
      last = server.url(await server.makeDatabase());
      onTestFinished(() => void (last = null));
    }
    return open(last);
  });
});

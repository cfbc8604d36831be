import { describe } from 'vitest';
import { hasPostgres, usePostgres } from '../postgres.js';
import { describePeople } from './people-suite.js';

const server = usePostgres();
const newPlace = async (): Promise<string> => server.url(await server.makeDatabase());

describe.skipIf(!hasPostgres)('console over PostgreSQL', () => {
  describePeople(newPlace);
});

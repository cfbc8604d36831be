import { describe } from 'vitest';
import { hasPostgres, usePostgres } from '../postgres.js';
import { describeAttacks } from './attacks-suite.js';
import { describeOperators } from './operators-suite.js';
import { describePeople } from './people-suite.js';
import { describeProjects } from './projects-suite.js';
import { describeWays } from './ways-suite.js';

const server = usePostgres();
const newPlace = async (): Promise<string> => server.url(await server.makeDatabase());

describe.skipIf(!hasPostgres)('console over PostgreSQL', () => {
  describePeople(newPlace);
  describeProjects(newPlace);
  describeWays(newPlace);
  describeOperators(newPlace);
  describeAttacks(newPlace);
});

import { describe } from 'vitest';
import { describeAttacks } from './attacks-suite.js';
import { describeOperators } from './operators-suite.js';
import { describePeople } from './people-suite.js';
import { describeProjects } from './projects-suite.js';
import { describeWays } from './ways-suite.js';
import { temporaryPlace } from './test-console.js';

const newPlace = async (): Promise<string> => temporaryPlace();

describe('console over SQLite', () => {
  describePeople(newPlace);
  describeProjects(newPlace);
  describeWays(newPlace);
  describeOperators(newPlace);
  describeAttacks(newPlace);
});

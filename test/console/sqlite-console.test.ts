import { describe } from 'vitest';
import { describePeople } from './people-suite.js';
import { temporaryPlace } from './test-console.js';

describe('console over SQLite', () => {
  describePeople(async () => temporaryPlace());
});

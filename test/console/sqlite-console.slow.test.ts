import { renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeAttacks } from './attacks-suite.js';
import { describeOperators } from './operators-suite.js';
import { describePeople } from './people-suite.js';
import { describeProjects } from './projects-suite.js';
import { describeThefts } from './thefts-suite.js';
import { describeWays } from './ways-suite.js';
import { setUp, startConsole, temporaryPlace } from './test-console.js';

const newPlace = async (): Promise<string> => temporaryPlace();

describe('console over SQLite', () => {
  describePeople(newPlace);
  describeProjects(newPlace);
  describeWays(newPlace);
  describeOperators(newPlace);
  describeAttacks(newPlace, 250);
  describeThefts(newPlace);

  it('says so while the database is away, and goes on when it is back', async () => {
    const console = await startConsole(temporaryPlace());
    const admin = await setUp(console);
    renameSync(console.place, `${console.place}.away`);
    expect(await admin.refusal('GET /api/session')).toBe('503 unavailable database');
    expect(await admin.refusal('GET /api/projects')).toBe('503 unavailable database');
    renameSync(`${console.place}.away`, console.place);
    expect(await admin.who()).toBe('admin@example.mn');
  });
});

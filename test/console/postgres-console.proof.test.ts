import { describe, expect, it } from 'vitest';
import { hasPostgres, usePostgres } from '../postgres.js';
import { describeAttacks } from './attacks-suite.js';
import { describeOperators } from './operators-suite.js';
import { describePeople } from './people-suite.js';
import { describeProjects } from './projects-suite.js';
import { setUp, startConsole } from './test-console.js';
import { describeThefts } from './thefts-suite.js';
import { describeWays } from './ways-suite.js';

const server = usePostgres();
const newPlace = async (): Promise<string> => server.url(await server.makeDatabase());

describe.skipIf(!hasPostgres)('console over PostgreSQL', () => {
  describePeople(newPlace);
  describeProjects(newPlace);
  describeWays(newPlace);
  describeOperators(newPlace);
  describeAttacks(newPlace, 1_000);
  describeThefts(newPlace);

  it('says so while the database is away, and goes on when it is back', async () => {
    const console = await startConsole(await newPlace());
    const admin = await setUp(console);
    await server.stop();
    expect(await admin.refusal('GET /api/session')).toBe('503 unavailable database');
    expect(await admin.refusal('GET /api/projects')).toBe('503 unavailable database');
    expect(await console.browser().refusal('GET /api/session')).toBe('503 unavailable database');
    await server.start();
    expect(await admin.who()).toBe('admin@example.mn');
  });
});

import { EventEmitter, once } from 'node:events';
import { renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AccountTurns } from '../../src/console/accounts/guards/account-turns.js';
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
  describeAttacks(newPlace, 100);
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

  it('gives an answer that is on its way at the end, and leaves no connection open', async () => {
    const moments = new EventEmitter();
    const at = (): Promise<null> => {
      moments.emit('asked');
      return once(moments, 'found').then(() => null);
    };
    const roads = { at, ofWays: () => Promise.resolve(null), named: () => Promise.resolve(null) };
    const console = await startConsole(temporaryPlace(), { roads });
    const admin = await setUp(console);
    const asked = once(moments, 'asked');
    const answer = admin.fetch('/api/operator/roads?at=106.9,47.9');
    await asked;
    const closed = console.running.close();
    const isAway = (): Promise<boolean> =>
      fetch(new URL('/health', console.running.url)).then(
        ({ ok }) => !ok,
        () => true,
      );
    await expect.poll(isAway).toBe(true);
    moments.emit('found');
    const { status, headers } = await answer;
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    await closed;
  });

  it('refuses at once at the end who waits for a turn, and who comes after', async () => {
    const turns = new AccountTurns();
    expect(await turns.take('a@example.mn', 0)).toBe(true);
    const waiting = turns.take('a@example.mn', 0);
    turns.close();
    expect(await waiting).toBe(false);
    expect(await turns.take('a@example.mn', 0)).toBe(false);
  });
});

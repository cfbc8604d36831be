import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandFor } from '../summary-reporter.js';
import { figuresLine, tooExpensive } from '../suite-figures.js';
import { leftOut, testsToAsk } from './asked.js';
import { ROOMS } from './house.js';
import { Reaches } from './reach.js';
import { namedSubjects } from './subjects.js';

/** `npm test` asks what a change can break, and no test is left out that could notice it. */

const root = resolve(import.meta.dirname, '../..');
const SOME = [
  'test/geo/bearing.test.ts',
  'test/keys/sqlite-key-store.test.ts',
  'test/routing/ascii/turns.test.ts',
  'test/cli/keys-command.slow.test.ts',
  'test/cli/settings.test.ts',
  'test/e2e/key-rules.test.ts',
  'test/e2e/product.slow.test.ts',
  'test/e2e/usage.slow.test.ts',
  'test/tidy/asked.test.ts',
];
const reaches = new Reaches(root);
const reached = new Map(SOME.map((test) => [test, reaches.of(test)]));
const ALWAYS = ['test/e2e/product.slow.test.ts', 'test/tidy/asked.test.ts'];
const asked = (...changed: string[]): string[] =>
  testsToAsk(changed, reached)!.filter((test) => !ALWAYS.includes(test));

describe('what a change can break', () => {
  it('is what imports the changed file, and programs that are about its room', () => {
    expect(asked('src/keys/create-key.ts')).toContain('test/cli/keys-command.slow.test.ts');
    expect(asked('src/keys/create-key.ts')).not.toContain('test/routing/ascii/turns.test.ts');
    expect(asked('src/routing/routing-index.ts')).toEqual(
      expect.not.arrayContaining(['test/geo/bearing.test.ts', 'test/cli/keys-command.slow.test.ts']),
    );
    expect(asked('src/routing/routing-index.ts')).toContain('test/routing/ascii/turns.test.ts');
  });

  it('always has the smoke and the tests of the files themselves', () => {
    expect(testsToAsk(['LICENSE.old'], reached)).toEqual(ALWAYS);
  });

  it('has the tests that name a page, a map or a helper', () => {
    expect(asked('docs/settings.md')).toContain('test/cli/settings.test.ts');
    expect(asked('test/e2e/workers-service.ts')).toContain('test/e2e/usage.slow.test.ts');
    expect(asked('test/e2e/workers-service.ts')).not.toContain('test/geo/bearing.test.ts');
  });

  it('is everything where nothing has changed, and after a change of versions, build or runner', () => {
    for (const path of ['package-lock.json', 'scripts/build-program.mjs', 'vitest.config.ts', '.ci/run'])
      expect(testsToAsk([path], reached), path).toBeNull();
    expect(testsToAsk([], reached)).toBeNull();
  });

  it('is said, with the folders that were left out', () => {
    expect(
      leftOut(['test/a/x.test.ts', 'test/a/y.test.ts', 'test/b/z.test.ts'], ['test/b/z.test.ts'], 3),
    ).toBe(
      'Asked: 1 of 3 test files, all that 3 changed files can break.\nLeft out: test/a 2.\n' +
        'npm run test:all asks all.',
    );
  });

  it('knows tests and rooms that are there', () => {
    const { tests, rooms } = namedSubjects();
    expect(tests.filter((test) => !existsSync(join(root, test)))).toEqual([]);
    const known = new Set([...Object.keys(ROOMS), ...readdirSync(join(root, 'src'))]);
    expect(rooms.filter((room) => !known.has(room))).toEqual([]);
  });
});

describe('the end of a run', () => {
  it('has a command for each failure, which a shell takes as it is', () => {
    const moduleId = join(root, 'test/geo/bearing.test.ts');
    expect(commandFor({ moduleId })).toBe('npx vitest run test/geo/bearing.test.ts');
    expect(commandFor({ moduleId }, { fullName: "a road (it's wet) > dries" })).toBe(
      `npx vitest run test/geo/bearing.test.ts -t 'a road \\(it'\\''s wet\\) dries'`,
    );
    expect(commandFor({ moduleId: join(root, 'test/osm/fuzz.proof.test.ts') })).toBe(
      'npx vitest run --config vitest.proof.config.ts test/osm/fuzz.proof.test.ts',
    );
  });

  it('names the files that take most processor time, and those that take too much', () => {
    const files = new Map([
      ['test/a.test.ts', 21],
      ['test/b.slow.test.ts', 40],
      ['test/c.proof.test.ts', 400],
    ]);
    expect(figuresLine({ files, total_s: 461 })).toBe(
      'Processor time of 3 test files: 461 s. Most: c.proof.test.ts 400, b.slow.test.ts 40, a.test.ts 21.',
    );
    expect(tooExpensive({ files, total_s: 461 })).toEqual([
      'test/a.test.ts takes 21 s of processor time, and may take 20 s',
    ]);
  });
});

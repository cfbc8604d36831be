import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HttpClient } from '../../e2e/ask.js';

/** One test of the contract of /v1. Whatever source answers, it must hold. */
export type ContractTest = (client: HttpClient) => Promise<void>;

/** What a source cannot do as the contract has it, and a test of what it does instead. */
export interface Difference {
  /** A sentence of docs/sources.md. */
  why: string;
  test: ContractTest;
}

export interface ContractOptions<Name extends string> {
  /** Asks the service in front of the source. It is called in tests only. */
  client: () => HttpClient;
  /** By the name of the test that they take the place of. */
  differences?: Readonly<Partial<Record<Name, Difference>>> | undefined;
}

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/sources.md'), 'utf8');

/**
 * The same tests over each source, by its name. A source that is different somewhere lists it, and tests what
 * it does instead.
 */
export function describeContract<Name extends string>(
  name: string,
  tests: Readonly<Record<Name, ContractTest>>,
  { client, differences }: ContractOptions<Name>,
): void {
  describe(name, () => {
    for (const what of Object.keys(tests) as Name[]) {
      const difference = differences?.[what];
      if (difference === undefined) it(what, () => tests[what](client()));
      else
        it(`differs in: ${what}`, async () => {
          expect(page.replace(/\s+/g, ' '), 'docs/sources.md says so').toContain(difference.why);
          await difference.test(client());
        });
    }
  });
}

/** The source cannot honour a parameter: the difference is a 400 that names it. */
export function refused(why: string, field: string, ...targets: readonly string[]): Difference {
  return {
    why,
    test: async (client) => {
      for (const target of targets) {
        const { status, details } = await client.refusal(target);
        expect([status, details], target).toEqual([400, { field, reason: 'not_supported' }]);
      }
    },
  };
}

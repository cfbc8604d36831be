import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** One row of queries.tsv. */
export interface ExpectedResult {
  data: 'mix' | 'sample';
  query: string;
  /** One of these must come first. Empty: the answer must be empty. */
  names: string[];
  why: string;
}

export function readQueryTable(): ExpectedResult[] {
  const lines = readFileSync(resolve(import.meta.dirname, 'queries.tsv'), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('data\t'))
    .map((line) => {
      const [data, query, expected, why] = line.split('\t');
      const names = expected === '(none)' ? [] : expected.split('|').map((name) => name.trim());
      return { data: data as ExpectedResult['data'], query, names, why };
    });
}

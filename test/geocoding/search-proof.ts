import { expect } from 'vitest';
import { ForwardSearch } from '../../src/geocoding/forward/forward-search.js';
import { SingleIndex } from '../../src/geocoding/finding/single-index.js';
import { freezeModel } from '../../src/geocoding/freeze-model.js';
import type { SearchModel } from '../../src/geocoding/places/search-model.js';
import { SlowSearch, type SlowHit } from '../oracles/slow-search.js';
import { seededRandom } from '../seeded-random.js';
import { randomQuery } from './random-queries.js';

/** Counts of queries by result, with which a test can check that all kinds occurred. */
export interface Proof {
  byGroup: Record<number, number>;
  empty: number;
}

/**
 * Asks the index and the slow scan the same seeded queries. Fails on the first answer that differs, with
 * all that is needed to repeat it.
 */
export function proveSearch(model: SearchModel, queries: number, seed: number): Proof {
  const random = seededRandom(seed);
  const asked = Array.from({ length: queries }, () => ({
    query: randomQuery(model, random),
    limit: 1 + Math.floor(random() * 20),
  }));
  return proveAnswers(model, asked, seed);
}

/**
 * The same for queries as they are typed: `people` type at a time, a letter or a few more at each step,
 * and now and then take some back. One instance of the index answers them all. So its memory of earlier
 * queries fills up, and a mix-up between them would show.
 */
export function proveTyping(
  model: SearchModel,
  { people, queries, seed }: { people: number; queries: number; seed: number },
): Proof {
  const random = seededRandom(seed);
  const chance = (share: number): boolean => random() < share;
  const someone = (): { text: string; typed: number; limit: number } => ({
    text: `${randomQuery(model, random)} ${chance(0.3) ? randomQuery(model, random) : ''}`,
    typed: 2,
    limit: chance(0.7) ? 5 : 1 + Math.floor(random() * 20),
  });
  const typists = Array.from({ length: people }, someone);
  const asked: Asked[] = [];
  while (asked.length < queries) {
    const at = Math.floor(random() * people);
    if (typists[at].typed > typists[at].text.length) typists[at] = someone();
    const { text, typed, limit } = typists[at];
    asked.push({ query: text.slice(0, typed), limit });
    typists[at].typed += chance(0.1) && typed > 3 ? -2 : chance(0.8) ? 1 : 1 + Math.floor(random() * 4);
  }
  return proveAnswers(model, asked, seed);
}

interface Asked {
  query: string;
  limit: number;
}

function proveAnswers(model: SearchModel, asked: readonly Asked[], seed: number): Proof {
  const part = new SingleIndex(freezeModel(model));
  // The scan goes on for as long as it takes; how far an index looks is proved in effort.test.ts.
  part.effort.addNames = part.effort.addKind = () => undefined;
  const fast = new ForwardSearch(part);
  const slow = new SlowSearch(model);
  const proof: Proof = { byGroup: {}, empty: 0 };
  const shown = (list: readonly SlowHit[]): string =>
    list
      .map(
        (hit) =>
          `  ${hit.row} ${model.rows[hit.row].name}, group ${hit.group} ${hit.key}, ` +
          `relaxation ${hit.relaxation}`,
      )
      .join('\n');
  for (const [i, { query, limit }] of asked.entries()) {
    const hits = fast.search(query, limit);
    const expected = slow.search(query, limit);
    if (shown(hits) !== shown(expected)) {
      throw new Error(
        `query ${i} of seed ${seed}: "${query}", limit ${limit}\n` +
          `index:\n${shown(hits)}\nslow scan:\n${shown(expected)}`,
      );
    }
    for (const group of new Set(hits.map((hit) => hit.group)))
      proof.byGroup[group] = (proof.byGroup[group] ?? 0) + 1;
    if (hits.length === 0) proof.empty++;
  }
  return proof;
}

/** Fails when the random queries have met too few kinds of answers. */
export function expectVariety(proof: Proof): void {
  for (const group of [1, 2, 3, 4, 5, 6, 7])
    expect(proof.byGroup[group], `queries that ended in group ${group}`).toBeGreaterThan(1);
  expect(proof.empty).toBeGreaterThan(5);
}

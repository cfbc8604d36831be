import { ForwardSearch } from '../../src/geocoding/forward-search.js';
import { freezeModel } from '../../src/geocoding/freeze-model.js';
import type { SearchModel } from '../../src/geocoding/search-model.js';
import { SlowSearch, type SlowHit } from '../oracles/slow-search.js';
import { seededRandom } from '../seeded-random.js';
import { randomQuery } from './random-queries.js';

/** Counts of queries that ended in each group, so that a test can see that the proof was about something. */
export interface Proof {
  byGroup: Record<number, number>;
  relaxed: number;
  empty: number;
}

/** Asks the index and the slow scan the same seeded queries, and fails on the first answer that differs, with what repeats it. */
export function proveSearch(model: SearchModel, queries: number, seed: number): Proof {
  const fast = new ForwardSearch(freezeModel(model));
  const slow = new SlowSearch(model);
  const random = seededRandom(seed);
  const proof: Proof = { byGroup: {}, relaxed: 0, empty: 0 };
  const shown = (list: readonly SlowHit[]): string =>
    list.map((hit) => `  ${hit.row} ${model.rows[hit.row].name}, group ${hit.group} ${hit.key}, relaxation ${hit.relaxation}`).join('\n');
  for (let i = 0; i < queries; i++) {
    const query = randomQuery(model, random);
    const limit = 1 + Math.floor(random() * 20);
    const hits = fast.search(query, limit);
    const expected = slow.search(query, limit);
    if (shown(hits) !== shown(expected)) {
      throw new Error(`query ${i} of seed ${seed}: "${query}", limit ${limit}\nindex:\n${shown(hits)}\nslow scan:\n${shown(expected)}`);
    }
    for (const group of new Set(hits.map((hit) => hit.group))) proof.byGroup[group] = (proof.byGroup[group] ?? 0) + 1;
    if (hits.length === 0) proof.empty++;
    else if (hits[0].relaxation > 0) proof.relaxed++;
  }
  return proof;
}

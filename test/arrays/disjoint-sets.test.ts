import { describe, expect, it } from 'vitest';
import { DisjointSets } from '../../src/arrays/disjoint-sets.js';
import { seededRandom } from '../seeded-random.js';

describe('DisjointSets', () => {
  it('names each set by its smallest member, like sets that are merged by hand', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = seededRandom(seed);
      const sets = new DisjointSets(40);
      let byHand = Array.from({ length: 40 }, (_, i) => [i]);
      for (let step = 0; step < 30; step++) {
        const [a, b] = [Math.floor(random() * 40), Math.floor(random() * 40)];
        sets.union(a, b);
        const merged = byHand.filter((set) => set.includes(a) || set.includes(b));
        byHand = [...byHand.filter((set) => !merged.includes(set)), [...new Set(merged.flat())]];
        for (const set of byHand)
          for (const member of set) expect(sets.find(member), `seed ${seed}`).toBe(Math.min(...set));
      }
    }
  });
});

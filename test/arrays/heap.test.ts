import { describe, expect, it } from 'vitest';
import { MinHeap } from '../../src/arrays/heap.js';
import { seededRandom } from '../seeded-random.js';

describe('MinHeap', () => {
  it('gives keys in order, with their ids, however pushes and pops are mixed', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed);
      const heap = new MinHeap(1);
      let held: [key: number, id: number][] = [];
      for (let step = 0; step < 300; step++) {
        if (random() < 0.6 || held.length === 0) {
          const key = Math.floor(random() * 40);
          heap.push(key, step);
          held.push([key, step]);
        } else {
          const least = Math.min(...held.map(([key]) => key));
          expect(heap.minKey, `seed ${seed}`).toBe(least);
          expect(held, `seed ${seed}`).toContainEqual([least, heap.minId]);
          held = held.filter(([, id]) => id !== heap.minId);
          heap.pop();
        }
        expect(heap.size, `seed ${seed}`).toBe(held.length);
      }
      heap.clear();
      expect([heap.size, heap.minKey]).toEqual([0, Infinity]);
    }
  });
});

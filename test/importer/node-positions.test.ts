import { describe, expect, it } from 'vitest';
import { GrowableFloat64 } from '../../src/arrays/growable.js';
import { NodePositions } from '../../src/importer/collect/node-positions.js';
import { seededRandom } from '../seeded-random.js';

describe('NodePositions', () => {
  it('answers like a Map for any order of questions, negative ids and ids above 2^32', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = seededRandom(seed);
      const anId = (): number => Math.floor((random() - 0.3) * (seed % 2 === 0 ? 60 : 1e13));
      const wanted = new GrowableFloat64();
      for (let i = 0; i < 40; i++) wanted.push(anId());
      const ids = [...new Set(wanted.trimmed())];
      const positions = new NodePositions(wanted);
      const oracle = new Map<number, [number, number]>();
      const asked = [...ids, ...Array.from({ length: 40 }, anId)].sort(() => random() - 0.5);
      if (seed % 3 === 0) asked.sort((a, b) => a - b);
      for (const id of asked) {
        const position: [number, number] = [Math.floor(random() * 1e9), Math.floor(random() * 1e9)];
        const place = positions.set(id, ...position);
        expect(place >= 0, `seed ${seed} id ${id}`).toBe(ids.includes(id));
        if (place >= 0 && !oracle.has(id)) oracle.set(id, position);
      }
      for (const id of ids) {
        const place = positions.placeOf(id);
        expect([positions.lon7[place], positions.lat7[place]], `seed ${seed} id ${id}`).toEqual(
          oracle.get(id),
        );
        expect(positions.isKnown(place)).toBe(true);
      }
    }
  });
});

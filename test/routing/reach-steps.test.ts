import { expect, it } from 'vitest';
import { findReach, type ReachGraph } from '../../src/routing/graph/reach-classes.js';

const VERTICES = 50_000;

/** A one-way road: each vertex is a component of its own, and each segment begins and ends in others. */
function oneWayRoad(): ReachGraph {
  const numbers = Uint32Array.from({ length: VERTICES + 1 }, (_, i) => i);
  const segments = 2 * (VERTICES - 1);
  return {
    vertexCount: VERTICES,
    firstArc: numbers.map((vertex) => Math.min(vertex, VERTICES - 1)),
    arcHead: numbers.slice(1, VERTICES),
    startVertex: Uint32Array.from({ length: segments }, (_, directed) => directed >> 1),
    firstTarget: Uint32Array.from({ length: segments + 1 }, (_, directed) => directed),
    targetVertex: Uint32Array.from({ length: segments }, (_, directed) => 1 + (directed >> 1)),
  };
}

it('classes of a country are found in short steps', () => {
  const steps = findReach(oneWayRoad(), VERTICES - 1);
  let count = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) count++;
  // Components are only a part of the work: each loop over vertices, segments or components pauses, too.
  expect(count).toBeGreaterThan(50);
  // No vertex can be returned to, so there is no hub, and all are one part.
  expect(new Set(step.value.fromHub).size).toBe(1);
  expect(new Set(step.value.toHub).size).toBe(1);
});

import { describe, expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import type { RoadNetwork, TurnRestriction } from '../../src/routing/network/network.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';

/**
 * A street from node 0 over 1 to 2, with a ring at node 1: way 2 runs 1, 3, 4, ... and back to 1. A via way
 * that is a ring can be driven in two directions.
 */
function withRing(corners: number, viaWays: number[]): RoadNetwork {
  const ring = Array.from({ length: corners }, (_, i) => 3 + i);
  const at = [
    [0, 0],
    [1, 0],
    [2, 0],
    ...ring.map((_, i) => [1 + Math.sin(i / corners), 0.1 + Math.cos(i / corners)]),
  ];
  const tags = { highway: 'residential' };
  const restriction: TurnRestriction = {
    id: 9,
    tags: { type: 'restriction', restriction: 'no_left_turn' },
    from: [1],
    to: [3],
    viaNodes: [],
    viaWays,
    incomplete: false,
  };
  return {
    nodeIds: Float64Array.from(at.keys()),
    nodeLon7: Int32Array.from(at, ([x]) => 1_069_000_000 + x * 10_000),
    nodeLat7: Int32Array.from(at, ([, y]) => 479_000_000 + y * 10_000),
    ways: [
      { id: 1, tags, nodes: Uint32Array.of(0, 1) },
      { id: 2, tags, nodes: Uint32Array.of(1, ...ring, 1) },
      { id: 3, tags, nodes: Uint32Array.of(1, 2) },
    ],
    nodeTags: new Map(),
    restrictions: [restriction],
  };
}

const restrictions = (network: RoadNetwork): unknown =>
  buildRouting(network, PROFILES.driving).report.restrictions;

describe('a turn restriction through via ways', () => {
  it('holds with some ways to drive them', () => {
    expect(restrictions(withRing(3, [2, 2]))).toEqual({ applied: 1, skipped: {} });
  });

  it('is left out when there are too many ways to drive them', () => {
    expect(restrictions(withRing(3, new Array<number>(12).fill(2)))).toEqual({
      applied: 0,
      skipped: { 'more than 1000 ways to drive through its members': [9] },
    });
  });

  it('is left out when they are too long', () => {
    expect(restrictions(withRing(3000, [2, 2]))).toEqual({
      applied: 0,
      skipped: { 'more than 5000 segments in its via ways': [9] },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { numberAt, unpacked } from '../../src/arrays/packed.js';
import { NO_VERTEX } from '../../src/routing/frozen/base-graph.js';
import { comesBack, connection } from '../../src/routing/frozen/reach.js';
import { readRoutingData, type RoutingData } from '../../src/routing/frozen/routing-data.js';
import { startVertex } from '../../src/routing/frozen/segment-table.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { randomNetwork } from './random-network.js';

/** The vertices that one gets to from a segment over one arc or more; without turns also over none. */
function reached({ graph, segments }: RoutingData, segment: number): Set<number> {
  const starts = [2 * segment, 2 * segment + 1]
    .map((directed) => startVertex(segments, directed))
    .filter((vertex) => vertex !== NO_VERTEX);
  const found = new Set(graph.hasTurns ? [] : starts);
  const open = [...starts];
  for (let vertex = open.pop(); vertex !== undefined; vertex = open.pop()) {
    for (const head of graph.arcHead.subarray(graph.firstArc[vertex], graph.firstArc[vertex + 1])) {
      if (found.has(head)) continue;
      found.add(head);
      open.push(head);
    }
  }
  return found;
}

describe('classes of segments that reach the same', () => {
  it.each(TRAVEL_MODES)('tell what a walk over all arcs finds, in random towns, %s', (mode) => {
    const known = { yes: 0, no: 0, unknown: 0 };
    for (let seed = 1; seed <= 30; seed++) {
      const data = readRoutingData(buildRouting(randomNetwork(seed), PROFILES[mode]).sections);
      const { targets, reach, segments } = data;
      const ends = Array.from({ length: segments.count }, (_, segment) =>
        unpacked(
          targets.vertex,
          numberAt(targets.first, 2 * segment),
          numberAt(targets.first, 2 * segment + 2),
        ),
      );
      const byClasses = new Map<string, boolean>();
      for (let from = 0; from < segments.count; from++) {
        const all = reached(data, from);
        for (let to = 0; to < segments.count; to++) {
          const isReached = ends[to].some((vertex) => all.has(vertex));
          const where = `town ${seed}, ${mode}, segment ${from} to ${to}`;
          const said = connection(reach, numberAt(reach.from, from), numberAt(reach.to, to));
          known[said]++;
          if (said === 'yes') expect(isReached, where).toBe(true);
          if (said === 'no') expect(isReached, where).toBe(false);
          if (from === to) {
            if (comesBack(reach, from)) expect(isReached, where).toBe(true);
            continue;
          }
          const classes = `${numberAt(reach.from, from)} ${numberAt(reach.to, to)}`;
          expect(byClasses.get(classes) ?? isReached, where).toBe(isReached);
          byClasses.set(classes, isReached);
        }
      }
    }
    // Searches are for what the classes do not tell.
    expect(known.unknown).toBeLessThan((known.yes + known.no) / 3);
    expect(known.no).toBeGreaterThan(1000);
  });
});

import { numberAt } from '../../src/arrays/packed.js';
import { NO_VERTEX } from '../../src/routing/frozen/base-graph.js';
import type { RoutingData } from '../../src/routing/frozen/routing-data.js';
import { isOpen, segmentCost_ms, startVertex } from '../../src/routing/frozen/segment-table.js';
import { distanceM } from '../../src/geo/distance.js';
import type { KeptPoint } from '../../src/routing/match/kept-points.js';
import type { MatchState } from '../../src/routing/match/match-states.js';
import { EndCosts } from '../../src/routing/ends/end-costs.js';

/**
 * The model of docs/traces.md written to be obviously right, and slow: whole searches from every
 * state to every vertex, and all transitions of all rows.
 */

export interface SlowRow {
  point: KeptPoint;
  states: readonly MatchState[];
}

/** The numbers of the page. */
const SECOND_M = 10;
const THROUGH_MS = 2 ** 27;
const NO_WAY = 0xffffffff;

interface Reached {
  cost: number;
  metres: number;
}

export class SlowMatch {
  readonly #data: RoutingData;
  readonly #ends: EndCosts;

  constructor(data: RoutingData) {
    this.#data = data;
    this.#ends = new EndCosts(data);
  }

  /** Logarithm of how likely the best way over all rows is; -Infinity where none leads on. */
  best(rows: readonly SlowRow[]): number {
    let scores = turned(
      rows[0].states,
      rows[0].states.map(({ emission }) => emission),
    );
    for (let r = 1; r < rows.length; r++) {
      const [before, row] = [rows[r - 1], rows[r]];
      const straight_m = distanceM(
        ...([before.point.longitude, before.point.latitude] as const),
        ...([row.point.longitude, row.point.latitude] as const),
      );
      const apart_s = Math.max(1, row.point.time_s! - before.point.time_s!);
      const { sigma_m } = row.point;
      const most = 2 * Math.min(2 * straight_m + 400, 50 * apart_s + 100 + 4 * sigma_m);
      const best = Math.max(...scores);
      const next = row.states.map(() => -Infinity);
      before.states.forEach((state, k) => {
        if (scores[k] < best - 40) return;
        const reached = this.#reached(state);
        row.states.forEach((to, j) => {
          const metres = this.#metres(state, to, { reached, most, back_m: 2 * sigma_m });
          const step = -Math.abs(metres - straight_m) / (6 + 0.15 * straight_m);
          next[j] = Math.max(next[j], scores[k] + step + to.emission);
        });
      });
      scores = turned(row.states, next);
    }
    return Math.max(...scores);
  }

  #metres(
    from: MatchState,
    to: MatchState,
    { reached, most, back_m }: { reached: Reached[]; most: number; back_m: number },
  ): number {
    if (from.directed === to.directed && to.at_m >= from.at_m - back_m)
      return Math.max(0, to.at_m - from.at_m);
    const { targets } = this.#data;
    let best: Reached = { cost: most, metres: Infinity };
    for (let i = numberAt(targets.first, to.directed); i < numberAt(targets.first, to.directed + 1); i++) {
      const { cost, metres } = reached[numberAt(targets.vertex, i)];
      const ms = this.#ends.arriving_ms(to.candidate, to.directed) + (numberAt(targets.ms, i) % THROUGH_MS);
      const whole = cost + to.at_m + (SECOND_M * ms) / 1000;
      if (whole <= best.cost) best = { cost: whole, metres: metres + to.at_m };
    }
    return best.metres;
  }

  /** By vertex, without any heap: the cheapest that is not done is done next. */
  #reached({ candidate, directed, at_m }: MatchState): Reached[] {
    const { graph, segments } = this.#data;
    const { vertexCount, firstArc, arcHead, arc_ms, drivenSegment } = graph;
    const found: Reached[] = Array.from({ length: vertexCount }, () => ({ cost: Infinity, metres: 0 }));
    const start = startVertex(segments, directed);
    if (start === NO_VERTEX || !isOpen(segments, directed)) return found;
    const rest_m = segments.length_m[candidate.segment] - at_m;
    for (let arc = firstArc[start]; arc < firstArc[start + 1]; arc++) {
      if (arc_ms[arc] === NO_WAY) continue;
      const turn_ms = (arc_ms[arc] - segmentCost_ms(segments, directed)) % THROUGH_MS;
      const cost = rest_m + (SECOND_M * (this.#ends.leaving_ms(candidate, directed) + turn_ms)) / 1000;
      if (cost < found[arcHead[arc]].cost) found[arcHead[arc]] = { cost, metres: rest_m };
    }
    const isDone = new Uint8Array(vertexCount);
    for (;;) {
      let next = -1;
      for (let vertex = 0; vertex < vertexCount; vertex++)
        if (isDone[vertex] === 0 && found[vertex].cost < (found[next]?.cost ?? Infinity)) next = vertex;
      if (next === -1) return found;
      isDone[next] = 1;
      for (let arc = firstArc[next]; arc < firstArc[next + 1]; arc++) {
        if (arc_ms[arc] === NO_WAY) continue;
        const own_m = segments.length_m[drivenSegment[next] >> 1];
        const cost = found[next].cost + own_m + (SECOND_M * (arc_ms[arc] % THROUGH_MS)) / 1000;
        if (cost < found[arcHead[arc]].cost)
          found[arcHead[arc]] = { cost, metres: found[next].metres + own_m };
      }
    }
  }
}

/** Turning back at a place takes 10 from the logarithm. */
function turned(states: readonly MatchState[], scores: readonly number[]): number[] {
  return scores.map((score, k) =>
    states[k].opposite === -1 ? score : Math.max(score, scores[states[k].opposite] - 10),
  );
}

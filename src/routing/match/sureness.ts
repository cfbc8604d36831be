import type { MatchPace } from './match-model.js';
import type { StepPath } from './step-search.js';
import type { PieceWay, Row } from './trellis.js';

/**
 * Returns, for each row, the likelihood (0 to 1) that the path's roads at that row are correct, compared with
 * all states of the row. The likelihood is the share of all paths that use these roads, computed by forward
 * and backward sums. Pauses regularly so that other tasks can run.
 */
export function* sureness({ rows, paths }: PieceWay, pace: MatchPace): Generator<void, number[]> {
  const turning = Math.exp(-pace.turningBack);
  const forward = yield* forwardSums(rows, turning);
  const sure: number[] = [];
  let backward = rows[rows.length - 1].states.map(() => 1);
  for (let r = rows.length - 1; r >= 0; r--) {
    const { states } = rows[r];
    const roads = new Set([...roadsOf(paths[r - 1]), ...roadsOf(paths[r])]);
    let [on, all] = [0, 0];
    states.forEach(({ directed }, k) => {
      const share = forward[r][k] * backward[k];
      all += share;
      if (roads.size === 0 || roads.has(directed)) on += share;
    });
    sure[r] = all > 0 ? on / all : 0;
    if (r > 0) backward = withTurns(rows[r - 1], before(rows[r - 1], rows[r], backward), turning);
    yield;
  }
  return sure;
}

/** Returns the roads of a path. Without turns, a state always has the direction along its road. */
function roadsOf(path: StepPath | undefined): number[] {
  if (path === undefined) return [];
  const { found, driven } = path;
  return found.kind === 'along' ? [found.directed] : [found.leaving, ...driven, found.arriving];
}

/**
 * Returns, per row and state, the sum over all paths that arrive in that state. The largest sum of each row
 * is 1.
 */
function* forwardSums(rows: readonly Row[], turning: number): Generator<void, number[][]> {
  const sums: number[][] = [];
  for (const [r, row] of rows.entries()) {
    const own = row.states.map(() => (r === 0 ? 1 : 0));
    const left = r === 0 ? [] : withTurns(rows[r - 1], sums[r - 1], turning);
    for (const { from, to, likely } of row.steps) own[to] += left[from] * likely;
    sums.push(scaled(own.map((sum, k) => sum * emitted(row, k))));
    yield;
  }
  return sums;
}

/** Computes the sums backward, for the states in which a path leaves the previous row. */
function before({ states }: Row, row: Row, sums: readonly number[]): number[] {
  const own = states.map(() => 0);
  for (const { from, to, likely } of row.steps) own[from] += likely * emitted(row, to) * sums[to];
  return scaled(own);
}

/** Returns the likelihood that the point was recorded in this state, relative to the nearest road. */
function emitted({ states }: Row, k: number): number {
  return Math.exp(states[k].emission - states[0].emission);
}

function withTurns({ states }: Row, sums: readonly number[], turning: number): number[] {
  return sums.map((sum, k) => {
    const { opposite } = states[k];
    return opposite === -1 ? sum : sum + turning * sums[opposite];
  });
}

function scaled(sums: readonly number[]): number[] {
  const most = Math.max(...sums);
  return most > 0 ? sums.map((sum) => sum / most) : [...sums];
}

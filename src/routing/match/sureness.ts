import type { MatchPace } from './match-model.js';
import type { StepPath } from './step-search.js';
import type { PieceWay, Row } from './trellis.js';

/**
 * By row: how likely one is on the roads of the way there, among all states of the row, 0 to 1. It is the
 * share of all ways, by forward and backward sums.
 */
export function sureness({ rows, paths }: PieceWay, pace: MatchPace): Float64Array {
  const turning = Math.exp(-pace.turningBack);
  const forward = forwardSums(rows, turning);
  const sure = new Float64Array(rows.length);
  let backward: Float64Array = new Float64Array(rows[rows.length - 1].states.length).fill(1);
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
  }
  return sure;
}

/** Without turns states have the direction along their road. */
function roadsOf(path: StepPath | undefined): number[] {
  if (path === undefined) return [];
  const { found, driven } = path;
  return found.kind === 'along' ? [found.directed] : [found.leaving, ...driven, found.arriving];
}

/** By row and state: what all ways that arrive there come to; the greatest of each row is 1. */
function forwardSums(rows: readonly Row[], turning: number): Float64Array[] {
  const sums: Float64Array[] = [];
  rows.forEach((row, r) => {
    const { states, steps } = row;
    const own = new Float64Array(states.length);
    const left = r === 0 ? null : withTurns(rows[r - 1], sums[r - 1], turning);
    states.forEach((state, j) => {
      let sum = left === null ? 1 : 0;
      if (left !== null) for (let k = 0; k < left.length; k++) sum += left[k] * steps[k * states.length + j];
      own[j] = sum * Math.exp(state.emission - states[0].emission);
    });
    sums.push(scaled(own));
  });
  return sums;
}

/** The same backwards, for the states of the row before as one leaves them. */
function before(row: Row, { states, steps }: Row, sums: Float64Array): Float64Array {
  const own = new Float64Array(row.states.length);
  for (let k = 0; k < own.length; k++)
    states.forEach((state, j) => {
      const step = steps[k * states.length + j];
      if (step > 0) own[k] += step * Math.exp(state.emission - states[0].emission) * sums[j];
    });
  return scaled(own);
}

function withTurns({ states }: Row, sums: Float64Array, turning: number): Float64Array {
  return sums.map((sum, k) => {
    const { opposite } = states[k];
    return opposite === -1 ? sum : sum + turning * sums[opposite];
  });
}

function scaled(sums: Float64Array): Float64Array {
  const most = Math.max(...sums);
  return most > 0 ? sums.map((sum) => sum / most) : sums;
}

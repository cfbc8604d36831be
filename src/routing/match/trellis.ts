import { apart_m, type KeptPoint } from './kept-points.js';
import {
  COST_A_METRE,
  HOPELESS,
  longest_m,
  STEP_BACK,
  transition,
  UNLIKELY,
  type MatchPace,
} from './match-model.js';
import type { MatchState } from './match-states.js';
import type { StepPath, StepSearch } from './step-search.js';

/** The states of one point of a piece, and the results computed for them. */
export interface Row {
  point: KeptPoint;
  states: readonly MatchState[];
  /** Per state: the log-likelihood of the best path to it, including a possible turn back. */
  score: number[];
  /** Per state: the state of the previous row from which the best path comes. */
  from: number[];
  /** Per state: the opposite state if the best path turns back here, otherwise -1. */
  turned: number[];
  /** The steps from states of the previous row. */
  steps: Step[];
}

/** A step from one state to another. */
interface Step {
  from: number;
  to: number;
  /** The step's log-likelihood, up to a constant. */
  likely: number;
}

/** The most likely path over all rows. */
export interface PieceWay {
  rows: readonly Row[];
  /** Per row: the state in which the path arrives. */
  states: MatchState[];
  /** One path for each pair of consecutive rows. */
  paths: StepPath[];
  /** The log-likelihood of the whole path, up to a constant. */
  score: number;
}

/** Runs the Viterbi algorithm over the points of one piece of a trace, row by row. */
export class Trellis {
  readonly #search: StepSearch;
  readonly #pace: MatchPace;
  readonly #rows: Row[] = [];

  constructor(search: StepSearch, pace: MatchPace) {
    this.#search = search;
    this.#pace = pace;
  }

  /** The last point added, or undefined before the first point. */
  get last(): KeptPoint | undefined {
    return this.#rows.at(-1)?.point;
  }

  /**
   * Adds a point. Pauses regularly so that other tasks can run. @returns false if no path leads to the point,
   * so that the piece has ended
   */
  *add(point: KeptPoint, states: readonly MatchState[]): Generator<void, boolean> {
    const before = this.#rows.at(-1);
    const row = emptyRow(point, states);
    if (before === undefined) states.forEach(({ emission }, k) => (row.score[k] = emission));
    else yield* this.#follow(before, row);
    if (row.score.every((score) => score === -Infinity)) return false;
    this.#turnBack(row);
    this.#rows.push(row);
    return true;
  }

  /** Searches for steps from every state of the previous row that may still be part of the best path. */
  *#follow(before: Row, row: Row): Generator<void, void> {
    const { states, score, from, steps } = row;
    const { straight_m, most, back_m } = this.#bounds(before.point, row.point);
    const byScore = Array.from(before.states, (_, k) => k).sort((a, b) => before.score[b] - before.score[a]);
    for (const k of byScore) {
      const own = before.score[k];
      if (own < before.score[byScore[0]] - HOPELESS) break;
      // A step never makes a path more likely, so only a few of the best steps can come from less likely
      // states.
      const isWanted = (j: number): boolean => own + states[j].emission > score[j] - UNLIKELY;
      const found_m = this.#search.run(before.states[k], states, { isWanted, most, back_m });
      for (let j = 0; j < states.length; j++) {
        if (found_m[j] === Infinity) continue;
        const step = transition(found_m[j], straight_m);
        steps.push({ from: k, to: j, likely: Math.exp(step) });
        const whole = own + step + states[j].emission;
        if (whole <= score[j]) continue;
        score[j] = whole;
        from[j] = k;
      }
      yield;
    }
  }

  #bounds(a: KeptPoint, b: KeptPoint): { straight_m: number; most: number; back_m: number } {
    const straight_m = apart_m(a, b);
    const apart_s = a.time_s === null || b.time_s === null ? Infinity : Math.max(1, b.time_s - a.time_s);
    const most_m = longest_m(straight_m, { apart_s, sigma_m: b.sigma_m, pace: this.#pace });
    return { straight_m, most: COST_A_METRE * most_m, back_m: STEP_BACK * b.sigma_m };
  }

  /** Lets the path turn back, which is possible anywhere but rare. */
  #turnBack({ states, score, turned }: Row): void {
    const arrived = score.slice();
    states.forEach(({ opposite }, k) => {
      if (opposite === -1 || arrived[opposite] - this.#pace.turningBack <= arrived[k]) return;
      score[k] = arrived[opposite] - this.#pace.turningBack;
      turned[k] = opposite;
    });
  }

  /** Returns the most likely path. Pauses like `add`. */
  *way(): Generator<void, PieceWay> {
    const rows = this.#rows;
    const left: number[] = [];
    for (let r = rows.length - 1; r >= 0; r--)
      left[r] =
        r === rows.length - 1 ? best(rows[r].score) : rows[r + 1].from[arrived(rows[r + 1], left[r + 1])];
    const states = [rows[0].states[arrived(rows[0], left[0])]];
    const paths: StepPath[] = [];
    for (let r = 1; r < rows.length; r++) {
      const from = leaving(rows[r - 1], left[r - 1], states[r - 1]);
      const bounds = this.#bounds(rows[r - 1].point, rows[r].point);
      const to = rows[r].states[arrived(rows[r], left[r])];
      const step = this.#search.path(rows[r - 1].states[left[r - 1]], from, to, bounds);
      paths.push(step.path);
      states.push(step.to);
      yield;
    }
    const score = rows[rows.length - 1].score[left[rows.length - 1]];
    return { rows, states, paths, score };
  }
}

function emptyRow(point: KeptPoint, states: readonly MatchState[]): Row {
  const all = (value: number): number[] => states.map(() => value);
  return { point, states, score: all(-Infinity), from: all(-1), turned: all(-1), steps: [] };
}

/** Returns the state in which a path arrives, given the state in which it leaves. */
function arrived({ turned }: Row, left: number): number {
  return turned[left] === -1 ? left : turned[left];
}

/**
 * Returns the state in which a path leaves. The place of arrival may have moved slightly ahead.
 * @param at the state in which the path arrives
 */
function leaving(row: Row, left: number, at: MatchState): MatchState {
  const opposite = row.turned[left];
  if (opposite === -1) return at;
  const length_m = row.states[left].at_m + row.states[opposite].at_m;
  return { ...row.states[left], candidate: at.candidate, at_m: length_m - at.at_m };
}

function best(scores: readonly number[]): number {
  let found = 0;
  for (let i = 1; i < scores.length; i++) if (scores[i] > scores[found]) found = i;
  return found;
}

import type { Feature, Position } from 'geojson';
import type { Answer } from '../../../client/answers.js';
import { timesOf, type RecordedTrace } from '../../../traces/recorded-trace.js';
import { ask, type Asked } from '../ask/ask.js';

type MatchAnswer = Answer<'MatchResponse'>;

/** The result of matching a trace so far. */
export interface TraceSummary {
  /**
   * The number of points in the file, the number of points sent so far, and the number of sent points that
   * are not on any road.
   */
  points: number;
  done: number;
  lost: number;
  distance_m: number;
  /** Meters by the road's name or number; the key is empty for roads that have neither. */
  roads: ReadonlyMap<string, number>;
  surfaces: ReadonlyMap<string, number>;
  shapes: Feature[];
}

/**
 * The content of a request: a trace's points and, if known, the number of seconds from the first point to
 * each point.
 */
interface Piece {
  points: Position[];
  times_s: number[] | null;
}

/**
 * A request with this many points counts as three requests towards the key's limit and fits into a URL of
 * less than 11,000 bytes.
 */
const MOST_POINTS = 300;
/** The service merges points that are closer in time than this, so not all of them need to be sent. */
const APART_S = 4;
/** The longest time that the service accepts between two points. */
const MOST_SECONDS = 86_400;

/**
 * Matches a trace piece by piece, as fast as the key's limit allows.
 * @param tell receives the summary after each piece has been matched
 * @returns the failed request, or null if the whole trace has been matched
 * @throws TraceFault if times go backward, or DOMException AbortError if the work is aborted
 */
export async function matchTraces(
  traces: readonly RecordedTrace[],
  signal: AbortSignal,
  tell: (summary: TraceSummary) => void,
): Promise<Asked<MatchAnswer> | null> {
  const pieces = traces.flatMap(piecesOf);
  const sum = new TraceSum(traces, pieces);
  tell(sum.summary());
  for (const piece of pieces) {
    const asked = await answered(piece, signal);
    if (asked.answer === null && !isOffRoad(asked)) return asked;
    sum.add(piece, asked.answer);
    tell(sum.summary());
  }
  return null;
}

/** Splits a trace so that each piece begins at the end of the previous one. */
function piecesOf(trace: RecordedTrace): Piece[] {
  const times_s = timesOf(trace);
  let last_s = -Infinity;
  const kept = trace.points.flatMap((_, i) => {
    if (times_s !== null && i < trace.points.length - 1 && times_s[i] - last_s < APART_S) return [];
    last_s = times_s?.[i] ?? 0;
    return [i];
  });
  const pieces: Piece[] = [];
  for (let from = 0; from + 1 < kept.length; from += MOST_POINTS - 1) {
    const own = kept.slice(from, from + MOST_POINTS);
    const points = own.map((i) => [trace.points[i].longitude, trace.points[i].latitude]);
    pieces.push({ points, times_s: times_s && own.map((i) => times_s[i]) });
  }
  return pieces;
}

/** Requests a match and, whenever the key's limit is used up, waits for the next minute. */
async function answered(piece: Piece, signal: AbortSignal): Promise<Asked<MatchAnswer>> {
  for (let ways = true; ;) {
    const asked = await ask<MatchAnswer>('/v1/match', queryOf(piece, ways), signal);
    const { failure, window, status } = asked;
    const reason = failure?.details?.['reason'];
    // Other engines behind the service match traces but do not return ways.
    if (ways && reason === 'not_supported' && failure?.details?.['field'] === 'ways') ways = false;
    else if (status === 429 && window !== null && reason !== 'monthly_quota')
      await pause(window.left_ms, signal);
    else return asked;
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  signal.throwIfAborted();
}

function queryOf({ points, times_s }: Piece, ways: boolean): Record<string, string> {
  const trace = points.map((point) => point.map((degrees) => degrees.toFixed(5)).join()).join(';');
  const steps = times_s?.map((time_s, i) =>
    Math.min(MOST_SECONDS, Math.round(time_s) - Math.round(times_s[Math.max(0, i - 1)])),
  );
  return { trace, ...(ways && { ways: 'true' }), ...(steps !== undefined && { times: steps.join() }) };
}

function isOffRoad({ failure }: Asked<MatchAnswer>): boolean {
  return failure?.details?.['reason'] === 'no_match';
}

class TraceSum {
  readonly #points: number;
  readonly #shapes: Feature[];
  readonly #roads = new Map<string, number>();
  readonly #surfaces = new Map<string, number>();
  #done = 0;
  #lost = 0;
  #distance_m = 0;

  constructor(traces: readonly RecordedTrace[], pieces: readonly Piece[]) {
    this.#points = pieces.reduce((sum, { points }) => sum + points.length, 0);
    this.#shapes = traces.map(({ points }) =>
      lineOf(
        'sent',
        points.map(({ longitude, latitude }) => [longitude, latitude]),
      ),
    );
  }

  /** @param answer null if no point is on a road */
  add({ points }: Piece, answer: MatchAnswer | null): void {
    this.#done += points.length;
    points.forEach((coordinates, i) => {
      if (answer !== null && answer.points[i].location !== null) return;
      this.#lost++;
      const geometry = { type: 'Point' as const, coordinates };
      this.#shapes.push({ type: 'Feature', properties: { kind: 'lost' }, geometry });
    });
    for (const { geometry, distance_meters } of answer?.matchings ?? []) {
      this.#distance_m += distance_meters;
      const line = geometry.coordinates.map((position) => [...position]);
      this.#shapes.push(lineOf('matched', line));
    }
    const add = (sums: Map<string, number>, key: string, metres: number): unknown =>
      sums.set(key, (sums.get(key) ?? 0) + metres);
    for (const { name, ref, surface, distance_meters } of answer?.ways ?? []) {
      add(this.#roads, name ?? ref ?? '', distance_meters);
      add(this.#surfaces, surface, distance_meters);
    }
  }

  summary(): TraceSummary {
    return {
      ...{ points: this.#points, done: this.#done, lost: this.#lost, distance_m: this.#distance_m },
      ...{ roads: longestFirst(this.#roads), surfaces: longestFirst(this.#surfaces) },
      shapes: [...this.#shapes],
    };
  }
}

function lineOf(kind: 'sent' | 'matched', coordinates: Position[]): Feature {
  return { type: 'Feature', properties: { kind }, geometry: { type: 'LineString', coordinates } };
}

function longestFirst(sums: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...sums].sort((a, b) => b[1] - a[1]));
}

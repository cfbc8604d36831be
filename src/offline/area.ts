import type { Box, Position } from '../geo/position.js';
import { distanceM } from '../geo/distance.js';
import { FASTEST_KMH } from '../routing/profiles/tag-values.js';
import type { TravelMode } from '../travel-mode.js';
import type { OfflineAnswer } from './kept/in-worker.js';
import type { OfflineArea } from './kept/manifest.js';

type Answer = (target: string) => Promise<OfflineAnswer>;

interface Waypoint {
  snap_distance_meters: number;
}

interface RouteBody {
  route: { duration_seconds: number };
  waypoints: readonly [Waypoint, Waypoint];
  via_waypoints?: readonly Waypoint[];
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * Answers from data that was cut to a box. Searches find only places inside the box. A route is marked with
 * `may_leave_area` unless every way outside the box is provably slower: on each leg, leaving the box and
 * entering it again already takes longer.
 */
export class AreaAnswers {
  readonly #area: OfflineArea;
  readonly #answer: Answer;
  readonly #matrix: Answer;

  /**
   * @param answer answers from the data as if there were no box
   * @param matrix answers matrices of any size
   */
  constructor(area: OfflineArea, answer: Answer, matrix: Answer) {
    this.#area = area;
    this.#answer = answer;
    this.#matrix = matrix;
  }

  /** @param values the target's decoded parameters */
  async answer(path: string, target: string, values: ReadonlyMap<string, string>): Promise<OfflineAnswer> {
    if (path === '/v1/geocode') return await this.#search(target, values);
    const answer = await this.#answer(target);
    if (path === '/v1/route') return await this.#route(answer, values);
    const isOfRoads = ['/v1/matrix', '/v1/isochrone', '/v1/match'].includes(path);
    return isOfRoads && answer.status === 200 ? marked(answer) : answer;
  }

  async #search(target: string, values: ReadonlyMap<string, string>): Promise<OfflineAnswer> {
    if (!values.has('q')) {
      const answer = await this.#answer(target);
      const point = [Number(values.get('lon')), Number(values.get('lat'))] as const;
      return answer.status === 200 && inside_m(point, this.#area.bbox) === 0 ? marked(answer) : answer;
    }
    if (values.has('bbox')) return await this.#answer(target);
    const [path] = target.split('#');
    return await this.#answer(`${path}&bbox=${this.#area.bbox.join()}`);
  }

  async #route(answer: OfflineAnswer, values: ReadonlyMap<string, string>): Promise<OfflineAnswer> {
    if (answer.status === 404) return marked(answer);
    if (answer.status !== 200) return answer;
    return (await this.#staysInside(answer, values)) ? answer : marked(answer);
  }

  async #staysInside({ body }: OfflineAnswer, values: ReadonlyMap<string, string>): Promise<boolean> {
    // The bound below does not hold for alternatives, or for roads at other times.
    if (['alternatives', 'depart_at'].some((name) => values.has(name))) return false;
    const { route, waypoints, via_waypoints = [] } = JSON.parse(decoder.decode(body)) as RouteBody;
    const stops = [waypoints[0], ...via_waypoints, waypoints[1]];
    const points = ['origin', 'via', 'destination'].flatMap((name) => pointsOf(values.get(name)));
    const { bbox, exits } = this.#area;
    // A road beyond the border may be closer than the road that was found.
    if (points.some((point, i) => !(stops[i].snap_distance_meters < inside_m(point, bbox)))) return false;
    const mode = (values.get('mode') ?? 'driving') as TravelMode;
    if (exits[mode].length === 0) return true;
    const [legs, out, back] = await Promise.all([
      this.#times(mode, points, points),
      this.#times(mode, points, exits[mode]),
      this.#times(mode, exits[mode], points),
    ]);
    const last = points.length - 1;
    const leg_s = Array.from({ length: last }, (_, i) => legs[i][i + 1] ?? 0);
    const all_s = leg_s.reduce((sum, own) => sum + own, 0);
    return leg_s.every((own_s, i) => {
      const around_s = least(
        exits[mode].flatMap((from, k) =>
          exits[mode].map((to, n) => sum([out[i][k], straight_s(from, to), back[n][i + 1]])),
        ),
      );
      // Times are rounded to tenths of a second.
      return all_s - own_s + around_s > route.duration_seconds + 1;
    });
  }

  /** Returns travel times in seconds by row and column, with null where there is no route. */
  async #times(
    mode: TravelMode,
    from: readonly Position[],
    to: readonly Position[],
  ): Promise<(number | null)[][]> {
    const target = `/v1/matrix?mode=${mode}&origins=${from.join(';')}&destinations=${to.join(';')}`;
    const { status, body } = await this.#matrix(target);
    // The surroundings are unknown, so the way to the border counts as taking no time.
    if (status !== 200) return from.map(() => to.map(() => 0));
    return (JSON.parse(decoder.decode(body)) as { durations: (number | null)[][] }).durations;
  }
}

function least(times: readonly number[]): number {
  return times.reduce((best, own) => Math.min(best, own), Infinity);
}

function sum(times: readonly (number | null)[]): number {
  return times.reduce<number>((all, own) => all + (own ?? Infinity), 0);
}

/**
 * Returns a lower bound for the travel time between two points in seconds: a straight line at the highest
 * speed of any road.
 */
function straight_s(from: Position, to: Position): number {
  return (0.99 * distanceM(...from, ...to) * 3.6) / FASTEST_KMH;
}

/** Returns the distance in meters from a point in a box to the border, or 0 for a point outside. */
function inside_m([lon, lat]: Position, [west, south, east, north]: Box): number {
  if (lon <= west || lon >= east || lat <= south || lat >= north) return 0;
  const ways: Position[] = [
    [west, lat],
    [east, lat],
    [lon, south],
    [lon, north],
  ];
  return Math.min(...ways.map(([x, y]) => distanceM(lon, lat, x, y)));
}

function pointsOf(text: string | undefined): Position[] {
  if (text === undefined || text === '') return [];
  return text.split(';').map((pair) => pair.split(',').map(Number) as unknown as Position);
}

/**
 * Returns the same answer marked with `may_leave_area`: in a route as a field, in an error among its details.
 */
function marked({ status, body }: OfflineAnswer): OfflineAnswer {
  const own = JSON.parse(decoder.decode(body)) as { error?: { details: object | null } };
  const mark = { may_leave_area: true };
  const other =
    own.error === undefined
      ? { ...own, ...mark }
      : { error: { ...own.error, details: { ...own.error.details, ...mark } } };
  return { status, body: encoder.encode(JSON.stringify(other)) };
}

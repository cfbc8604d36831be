import { MinHeap } from '../../src/arrays/heap.js';
import { toDegrees } from '../../src/geo/coordinates.js';
import { distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import { NO_VERTEX, THROUGH_MS } from '../../src/routing/frozen/base-graph.js';
import { lat7At, lon7At } from '../../src/routing/frozen/positions.js';
import type { RoutingData } from '../../src/routing/frozen/routing-data.js';
import { segmentCost_ms, startVertex } from '../../src/routing/frozen/segment-table.js';

/**
 * Drives whose way is known: over one to three places between, each leg the quickest where every driver
 * finds roads slower or faster in a way of his own. So no engine's quickest way is the true one.
 */

type Position = readonly [longitude: number, latitude: number];
/** West, south, east, north. */
export type Box = readonly [number, number, number, number];

interface Drive {
  /** The directed segments from end to end. */
  driven: number[];
  /** Its line with seconds since the start: lon, lat, s. */
  line: (readonly [number, number, number])[];
  distance_m: number;
}

/** How wide a driver's own opinion of a road is: the standard deviation of its logarithm. */
const OPINION = 0.35;
const MOST_MPS = 33;

export class DriveMaker {
  readonly #data: RoutingData;
  readonly #random: () => number;
  /** Directed segments that begin in the box, open for all. */
  readonly #starts: number[] = [];

  constructor(data: RoutingData, box: Box, random: () => number) {
    this.#data = data;
    this.#random = random;
    const { segments, graph } = data;
    for (let directed = 0; directed < 2 * segments.count; directed++) {
      const start = startVertex(segments, directed);
      if (start === NO_VERTEX || graph.firstArc[start] === graph.firstArc[start + 1]) continue;
      if (isIn(this.#tail(directed), box)) this.#starts.push(directed);
    }
  }

  /** @param least_km of the straight lines of its legs, in all */
  drive({ via, turnsBack, least_km = 2, most_km = 12, lights = 0.1 }: DriveOptions): Drive {
    for (;;) {
      const legs_m = (1000 * (least_km + this.#random() * (most_km - least_km))) / (via + 1);
      const opinion = Math.floor(this.#random() * 2 ** 31);
      let driven = [this.#starts[Math.floor(this.#random() * this.#starts.length)]];
      for (let leg = 0; leg <= via && driven.length > 0; leg++) {
        const last = driven[driven.length - 1];
        const back = turnsBack && leg > 0 && startVertex(this.#data.segments, last ^ 1) !== NO_VERTEX;
        const goal = this.#goal(last, legs_m);
        const path = goal === null ? null : this.#path(back ? last ^ 1 : last, goal, opinion);
        driven = path === null ? [] : [...driven, ...path.slice(back ? 0 : 1)];
      }
      if (driven.length > 1) return this.#timed(driven, lights);
    }
  }

  #goal(from: number, far_m: number): number | null {
    for (let tries = 0; tries < 400; tries++) {
      const own = this.#starts[Math.floor(this.#random() * this.#starts.length)];
      const away_m = distanceM(...this.#tail(from), ...this.#tail(own));
      if (away_m > 0.7 * far_m && away_m < 1.3 * far_m) return own;
    }
    return null;
  }

  #path(from: number, to: number, opinion: number): number[] | null {
    const { graph, segments } = this.#data;
    const { hasTurns, firstArc, arcHead, arc_ms, drivenSegment } = graph;
    const cost = new Map<number, number>();
    const before = new Map<number, { vertex: number; directed: number }>();
    const heap = new MinHeap(1024);
    const begin = startVertex(segments, from);
    cost.set(begin, 0);
    heap.push(0, begin);
    while (heap.size > 0) {
      const [own, vertex] = [heap.minKey, heap.minId];
      heap.pop();
      if (own > cost.get(vertex)!) continue;
      const at = hasTurns ? drivenSegment[vertex] : (before.get(vertex)?.directed ?? from);
      if (at === to) {
        const path = [at];
        for (let v = vertex; before.has(v); v = before.get(v)!.vertex)
          path.push(
            hasTurns
              ? drivenSegment[before.get(v)!.vertex]
              : (before.get(before.get(v)!.vertex)?.directed ?? from),
          );
        return path.reverse();
      }
      for (let arc = firstArc[vertex]; arc < firstArc[vertex + 1]; arc++) {
        if (arc_ms[arc] >= THROUGH_MS) continue;
        const directed = drivenSegment[hasTurns ? vertex : arc];
        const next = own + arc_ms[arc] * Math.exp(OPINION * gaussOf(opinion ^ (directed * 2654435761)));
        if (next >= (cost.get(arcHead[arc]) ?? Infinity)) continue;
        cost.set(arcHead[arc], next);
        before.set(arcHead[arc], { vertex, directed });
        heap.push(next, arcHead[arc]);
      }
    }
    return null;
  }

  /** Speeds of the map, times a factor that wanders; some lights are red. */
  #timed(driven: number[], lights: number): Drive {
    const { segments } = this.#data;
    const line: [number, number, number][] = [];
    let [time_s, factor, distance_m] = [0, 1, 0];
    for (const directed of driven) {
      const length_m = segments.length_m[directed >> 1];
      const ms = segmentCost_ms(segments, directed);
      factor += 0.3 * (1 - factor) + 0.15 * gauss(this.#random);
      factor = Math.min(1.6, Math.max(0.4, factor));
      const mps = factor * (length_m > 0 && ms > 0 ? Math.min(MOST_MPS, (1000 * length_m) / ms) : 8);
      for (const [lon, lat] of this.#positions(directed)) {
        const last = line.at(-1);
        const own_m = last === undefined ? 0 : distanceM(last[0], last[1], lon, lat);
        if (last !== undefined && own_m === 0) continue;
        time_s += own_m / mps;
        distance_m += own_m;
        line.push([lon, lat, time_s]);
      }
      if (this.#random() >= lights) continue;
      const [lon, lat] = line[line.length - 1];
      line.push([lon, lat, (time_s += 5 + 55 * this.#random())]);
    }
    return { driven, line, distance_m };
  }

  #positions(directed: number): Position[] {
    const { firstPosition } = this.#data.segments;
    const [first, end] = [firstPosition[directed >> 1], firstPosition[(directed >> 1) + 1]];
    const all = Array.from({ length: end - first }, (_, i) => this.#at(first + i));
    return (directed & 1) === 0 ? all : all.reverse();
  }

  #tail(directed: number): Position {
    const { firstPosition } = this.#data.segments;
    const segment = directed >> 1;
    return this.#at((directed & 1) === 0 ? firstPosition[segment] : firstPosition[segment + 1] - 1);
  }

  #at(position: number): Position {
    const { positions } = this.#data.segments;
    return [toDegrees(lon7At(positions, position)), toDegrees(lat7At(positions, position))];
  }
}

interface DriveOptions {
  via: number;
  turnsBack: boolean;
  least_km?: number;
  most_km?: number;
  /** How often one waits at the end of a segment. */
  lights?: number;
}

/** How a receiver saw a drive. */
export interface Receiver {
  every_s: number;
  /** Standard deviation in metres, of each axis. */
  noise_m: number;
  /** After so many seconds noise is another; 0: each point has its own. */
  correlated_s?: number;
  /** Seconds without points in the middle. */
  gap_s?: number;
}

/** The points of a drive as a receiver gives them: lon, lat, s. */
export function sampled(
  { line }: Drive,
  { every_s, noise_m, correlated_s = 0, gap_s = 0 }: Receiver,
  random: () => number,
): [number, number, number][] {
  const end_s = line[line.length - 1][2];
  const gap = gap_s > 0 ? end_s * (0.3 + 0.3 * random()) : Infinity;
  const keeps = correlated_s > 0 ? Math.exp(-every_s / correlated_s) : 0;
  const points: [number, number, number][] = [];
  let [at, east, north] = [0, gauss(random), gauss(random)];
  for (let i = 0, time_s = 0; ; i++, time_s = Math.min(end_s, i * every_s)) {
    while (at + 2 < line.length && line[at + 1][2] < time_s) at++;
    const [[x1, y1, t1], [x2, y2, t2]] = [line[at], line[at + 1]];
    const share = t2 > t1 ? Math.min(1, Math.max(0, (time_s - t1) / (t2 - t1))) : 0;
    const fresh = Math.sqrt(1 - keeps * keeps);
    east = keeps * east + fresh * gauss(random);
    north = keeps * north + fresh * gauss(random);
    const [lon, lat] = [x1 + share * (x2 - x1), y1 + share * (y2 - y1)];
    const [perLon, perLat] = [metersPerDegreeLon(lat), metersPerDegreeLat(lat)];
    if (time_s <= gap || time_s >= gap + gap_s)
      points.push([lon + (east * noise_m) / perLon, lat + (north * noise_m) / perLat, time_s]);
    if (time_s >= end_s) return points;
  }
}

function isIn([lon, lat]: Position, [west, south, east, north]: Box): boolean {
  return lon > west && lon < east && lat > south && lat < north;
}

export function gauss(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A normal number that is the same for the same key: the sum of four even ones. */
function gaussOf(key: number): number {
  let [state, sum] = [key | 0, 0];
  for (let i = 0; i < 4; i++) {
    state = Math.imul(state ^ (state >>> 16), 0x45d9f3b) + 0x9e3779b9;
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    sum += ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  }
  return (sum - 2) * Math.sqrt(3);
}

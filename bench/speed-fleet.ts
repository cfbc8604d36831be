import { atOnce } from '../src/arrays/steps.js';
import { numberAt } from '../src/arrays/packed.js';
import { toDegrees } from '../src/geo/coordinates.js';
import { distanceM } from '../src/geo/distance.js';
import type { Position } from '../src/geo/position.js';
import { LearnedSpeeds } from '../src/routing/current/learned-speeds.js';
import { lat7At, lon7At } from '../src/routing/frozen/positions.js';
import type { RoutingData } from '../src/routing/frozen/routing-data.js';
import { segmentCost_ms, startVertex } from '../src/routing/frozen/segment-table.js';
import type { SpeedSums, StepTime } from '../src/routing/match/speed-sums.js';
import { taughtDrives } from '../src/routing/match/taught-drives.js';
import type { RoutingIndex } from '../src/routing/routing-index.js';
import { type DriveMaker, gauss, sampled } from '../test/routing/simulated-drives.js';
import { seededRandom } from '../test/seeded-random.js';

/**
 * Drives of a simulated fleet. Roads differ from the map by class, by way, direction and slot, and by
 * segment; the peak is slower; in a third of the drives the vehicle stands somewhere.
 */

/** The valley of Ulaanbaatar. */
export const BOX = [106.8, 47.87, 107.02, 47.96] as const;
export const SLOTS = [
  { name: 'peak', hours: 'Mo-Fr 07:30-10:00' },
  { name: 'free', hours: null },
];
const MONTH = '2026-12';
const DAY_MS = 24 * 3_600_000;

/** What speeds of the map are multiplied by in truth, by directed segment and slot. */
export type Truth = (directed: number, slot: number) => number;

export interface Driven {
  slot: number;
  /** When it began, since 1970. */
  begin_ms: number;
  line: [number, number, number][];
}

type Steps = Parameters<SpeedSums['add']>[1];

export class SpeedFleet {
  readonly #data: RoutingData;
  readonly #index: RoutingIndex;

  constructor(data: RoutingData, index: RoutingIndex) {
    this.#data = data;
    this.#index = index;
    // Only then routes say what they drive.
    index.useSpeeds(new LearnedSpeeds('nothing', SLOTS, []));
  }

  /** @param peak how much slower the peak is: the logarithm */
  otherTruth(seed: number, peak: number): Truth {
    const { ways } = this.#data;
    const random = seededRandom(seed);
    const known = new Map<string, number>();
    const drawn = (key: string, sd: number): number => {
      let value = known.get(key);
      if (value === undefined) known.set(key, (value = sd * gauss(random)));
      return value;
    };
    return (directed, slot) => {
      const way = this.#wayOf(directed);
      return Math.exp(
        drawn(`class ${numberAt(ways.highway, way >> 1)}`, 0.25) +
          drawn(`way ${way} ${slot}`, 0.3) -
          (slot === 0 ? peak : 0) +
          drawn(`segment ${directed}`, 0.15),
      );
    };
  }

  /** @param lights whether some lights are red for longer than the map says */
  drive(maker: DriveMaker, random: () => number, truth: Truth, lights: boolean): Driven {
    const slot = random() < 0.5 ? 0 : 1;
    const { driven } = maker.drive({
      via: random() < 0.3 ? 1 : 0,
      turnsBack: false,
      least_km: 2,
      most_km: 9,
    });
    return { slot, begin_ms: 0, line: this.#timed(driven, { slot, truth, lights }, random) };
  }

  /** A taxi brings somebody home in the peak, and is off again after a minute. Null: no road leads there. */
  ride(home: Position, random: () => number, truth: Truth): Driven | null {
    const [west, south, east, north] = BOX;
    const point = (): Position => [west + random() * (east - west), south + random() * (north - south)];
    const [there, away] = [
      this.#index.route({ origin: point(), destination: home }, { snapLimit_m: 1000 }),
      this.#index.route({ origin: home, destination: point() }, { snapLimit_m: 1000 }),
    ];
    if (there.kind !== 'route' || away.kind !== 'route') return null;
    if (there.driven.length === 0 || away.driven.length === 0) return null;
    const how = { slot: 0, truth, lights: true };
    const line = this.#timed([...there.driven], how, random);
    const left_s = line[line.length - 1][2] + 60;
    const after = this.#timed([...away.driven], how, random);
    return {
      ...{ slot: 0, begin_ms: 0 },
      line: [...line, ...after.map(([lon, lat, s]): [number, number, number] => [lon, lat, left_s + s])],
    };
  }

  #timed(
    driven: readonly number[],
    { slot, truth, lights }: { slot: number; truth: Truth; lights: boolean },
    random: () => number,
  ): Driven['line'] {
    const { segments } = this.#data;
    const line: Driven['line'] = [];
    let [time_s, mood] = [0, 1];
    for (const [i, directed] of driven.entries()) {
      const [first, end] = [
        segments.firstPosition[directed >> 1],
        segments.firstPosition[(directed >> 1) + 1],
      ];
      const positions = Array.from({ length: end - first }, (_, at): Position => {
        const place = (directed & 1) === 0 ? first + at : end - 1 - at;
        return [toDegrees(lon7At(segments.positions, place)), toDegrees(lat7At(segments.positions, place))];
      });
      mood += 0.3 * (1 - mood) + 0.1 * gauss(random);
      const took_s = segmentCost_ms(segments, directed) / 1000 / truth(directed, slot) / Math.max(0.5, mood);
      const length_m = segments.length_m[directed >> 1];
      for (const [lon, lat] of positions) {
        const last = line.at(-1);
        const own_m = last === undefined ? 0 : distanceM(last[0], last[1], lon, lat);
        if (last !== undefined && own_m === 0) continue;
        time_s += length_m > 0 ? (took_s * own_m) / length_m : 0;
        line.push([lon, lat, time_s]);
      }
      const [lon, lat] = line[line.length - 1];
      const red_s = lights && random() < 0.08 ? 5 + 55 * random() : 0;
      if (i + 1 < driven.length)
        line.push([lon, lat, (time_s += red_s + this.#passing_ms(directed, driven[i + 1]) / 1000)]);
    }
    return line;
  }

  /** Matched as `gazarch speeds` does it, each piece for itself. */
  eachPiece(
    { slot, begin_ms, line }: Driven,
    random: () => number,
    visit: (steps: Steps, timeOf: (time_s: number) => StepTime) => void,
  ): number {
    const seen = sampled(
      { driven: [], distance_m: 0, line },
      { every_s: 15, noise_m: 10, correlated_s: 20 },
      random,
    );
    const points = seen.map(([lon, lat]): Position => [lon, lat]);
    for (const one of taughtDrives({ points, times_s: seen.map(([, , s]) => s) })) {
      const accuracy_m = one.points.map(() => 10);
      const { pieces } = atOnce(this.#index.match({ ...one, accuracy_m, hasSteps: true }, 'driving'));
      const timeOf = (time_s: number): StepTime => ({
        ...{ month: MONTH, slot, time_ms: begin_ms + 1000 * time_s },
      });
      for (const { steps } of pieces) visit(steps, timeOf);
    }
    return points.length;
  }

  #wayOf(directed: number): number {
    const { segments } = this.#data;
    return numberAt(segments.runWay, numberAt(segments.firstRun, directed >> 1)) ^ (directed & 1);
  }

  /** What the map says it takes to go on from one segment to the next. */
  #passing_ms(directed: number, next: number): number {
    const { graph, segments } = this.#data;
    const tail = startVertex(segments, directed);
    for (let arc = graph.firstArc[tail]; arc < graph.firstArc[tail + 1]; arc++)
      if (graph.drivenSegment[graph.arcHead[arc]] === next)
        return Math.max(0, graph.arc_ms[arc] - segmentCost_ms(segments, directed));
    return 0;
  }
}

/** In a third of the drives the vehicle stands for 3 to 18 minutes. */
export function withStand({ line, ...own }: Driven, random: () => number): Driven {
  if (random() > 0.33) return { ...own, line };
  const [at, more_s] = [Math.floor(line.length / 2), 180 + 900 * random()];
  const later = line.slice(at).map(([lon, lat, s]): [number, number, number] => [lon, lat, s + more_s]);
  return { ...own, line: [...line.slice(0, at + 1), ...later] };
}

/** Some time of a day in the first four weeks of December. */
export function onSomeDay(own: Driven, random: () => number): Driven {
  const [day, hour] = [Math.floor(28 * random()), 24 * random()];
  return { ...own, begin_ms: Date.UTC(2026, 11, 1) + day * DAY_MS + hour * 3_600_000 };
}

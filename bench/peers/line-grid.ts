import { metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';

export type LonLat = [number, number];

/** Samples of a line are so far from each other. */
const STEP_M = 10;
/** Samples within this of a line lie on it. */
const NEAR_M = 8;

/** Points along a line, evenly spread. */
export function samplesOf(line: readonly LonLat[], step_m = STEP_M): LonLat[] {
  const samples: LonLat[] = [];
  let rest_m = 0;
  for (let i = 0; i + 1 < line.length; i++) {
    const [[lon, lat], [toLon, toLat]] = [line[i], line[i + 1]];
    const [x, y] = [(toLon - lon) * metersPerDegreeLon(lat), (toLat - lat) * metersPerDegreeLat(lat)];
    const length_m = Math.hypot(x, y);
    for (; rest_m < length_m; rest_m += step_m) {
      const share = rest_m / length_m;
      samples.push([lon + share * (toLon - lon), lat + share * (toLat - lat)]);
    }
    rest_m -= length_m;
  }
  return samples;
}

/** A line, to ask whether points lie on it. */
export class LineGrid {
  readonly #lat: number;
  readonly #cells = new Map<string, LonLat[]>();

  constructor(line: readonly LonLat[]) {
    this.#lat = line[0][1];
    for (const sample of samplesOf(line, STEP_M / 4)) {
      const key = this.#key(...this.#cell(sample));
      const cell = this.#cells.get(key);
      if (cell === undefined) this.#cells.set(key, [sample]);
      else cell.push(sample);
    }
  }

  /** The share of points that lie on the line. */
  share(points: readonly LonLat[]): number {
    return points.filter((point) => this.#isOn(point)).length / Math.max(1, points.length);
  }

  #isOn([lon, lat]: LonLat): boolean {
    const [x, y] = this.#cell([lon, lat]);
    const [perLon, perLat] = [metersPerDegreeLon(this.#lat), metersPerDegreeLat(this.#lat)];
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (const [otherLon, otherLat] of this.#cells.get(this.#key(x + dx, y + dy)) ?? [])
          if (Math.hypot((otherLon - lon) * perLon, (otherLat - lat) * perLat) < NEAR_M) return true;
    return false;
  }

  #cell([lon, lat]: LonLat): [number, number] {
    return [
      Math.floor((lon * metersPerDegreeLon(this.#lat)) / STEP_M),
      Math.floor((lat * metersPerDegreeLat(this.#lat)) / STEP_M),
    ];
  }

  #key(x: number, y: number): string {
    return `${x} ${y}`;
  }
}

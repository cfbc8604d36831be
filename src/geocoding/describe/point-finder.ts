import { azimuth } from '../../geo/bearing.js';
import { distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../../geo/distance.js';
import { toDegrees } from '../../geo/coordinates.js';
import type { Refinement } from '../forward/refinement.js';
import type { PlaceHit, PlaceIndex } from '../geocoding-index.js';
import { Lines } from './lines.js';
import { positionAtKilometre } from './road-kilometre.js';
import type { AskedKilometre, AskedLandmark, AskedPoint, AskedSide } from './sentence-query.js';
import { bearingOf, between, stepOf, type Wind } from './winds.js';

type Position = readonly [lon: number, lat: number];

/** A point that a sentence means. */
export interface FoundPoint {
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** What it was measured from. */
  landmarks: readonly { row: number; wind: Wind; distance_m: number }[];
  /** The kilometre of a road that it is; a row of the map. */
  kilometre?: { row: number; km: number };
}

/** A place that may be meant by a name, and how sure that is: 0 for the best. */
interface Meant {
  row: number;
  group: number;
  at: Position;
  rank: number;
}

/** Names of chains have many places: so many are compared. */
const MOST_MEANT = 20;
/** Around so many of them the other name of a sentence is looked for. */
const MOST_AROUND = 10;
/** Points of a sentence with one landmark, of which there may be several. */
const MOST_POINTS = 3;
/** «Behind Nomin» is so far, metres. */
const BEHIND_M = 50;
/** A kind on a side of a landmark is at most so far, metres, and at most so far off the wind, degrees. */
const SIDE_M = 1_000;
const SIDE_DEGREES = 67.5;
/** Around an area, what sentences of points in it may name, beyond their distance, metres. */
const MARGIN_M = 1_000;
/** A pair that fits so well is the one. */
const GOOD_COST = 1.5;
/** What a name that only reads alike counts, in places of a search, and how many of these cost 1. */
const OTHER_NAME = 5;
const RANKS_AS_COST = 5;
/** What the bearing may be off a wind. */
const OFF_WIND = 22.5;

/** Finds the points that sentences mean. */
export class PointFinder {
  readonly #index: PlaceIndex;
  #lines: Lines | null = null;

  constructor(index: PlaceIndex) {
    this.#index = index;
  }

  /** The points that a sentence may mean, the likeliest first; empty when a name is not known. */
  points({ landmarks, area }: AskedPoint, near: Refinement['near']): FoundPoint[] {
    const farthest_m = Math.max(...landmarks.map(({ distance_m }) => distance_m ?? BEHIND_M));
    const bbox = area === '' ? undefined : this.#boxOf(area, farthest_m + MARGIN_M);
    const around = { ...(near !== undefined && { near }), ...(bbox !== undefined && { bbox }) };
    const asked = landmarks.map((landmark) => ({ landmark, meant: this.#meant(landmark, around) }));
    const [first, second] = asked;
    const pair = second === undefined ? null : this.#pair(first, second);
    if (pair !== null) return [pair];
    return singlesOf(asked.find(({ landmark, meant }) => landmark.wind !== null && meant.length > 0));
  }

  /** Where both are true at once; null when they never are. */
  #pair(first: Asked, second: Asked): FoundPoint | null {
    const found = bestPair(first, second);
    if (found !== null && found.cost < GOOD_COST) return pointOf(found, first, second);
    // A name may have more places than were looked at: those around each place of the other name.
    const pairs = [found, this.#closer(first, second), this.#closer(second, first)];
    const best = pairs.reduce((a, b) => (a === null || (b !== null && b.cost < a.cost) ? b : a), null);
    return best === null ? null : pointOf(best, first, second);
  }

  #closer(one: Asked, other: Asked): Pair | null {
    const reach_m = [one, other].reduce(
      (sum, { landmark }) => sum + (landmark.distance_m ?? BEHIND_M) + toleranceOf(landmark),
      0,
    );
    let best: Pair | null = null;
    for (const meant of one.meant.slice(0, MOST_AROUND)) {
      const [lon, lat] = meant.at;
      const bbox = wider([lon, lat, lon, lat], reach_m);
      const near = { landmark: other.landmark, meant: this.#meant(other.landmark, { bbox }) };
      const pair = bestPair({ landmark: one.landmark, meant: [meant] }, near);
      if (pair !== null && (best === null || pair.cost < best.cost)) best = pair;
    }
    return best;
  }

  /** The rows that lie on that side of the landmark first, both parts in their order. */
  bySide(rows: readonly number[], { landmark, wind }: AskedSide, near: Refinement['near']): number[] {
    const from = this.#meant(landmark, near === undefined ? {} : { near }).slice(0, MOST_POINTS);
    const isThere = (row: number): boolean => {
      const at = positionOf(this.#index.place(row));
      return from.some(
        (own) =>
          own.row !== row &&
          distanceM(...own.at, ...at) <= SIDE_M &&
          between(azimuth(own.at, at), bearingOf(wind)) <= SIDE_DEGREES,
      );
    };
    const there = rows.filter(isThere);
    return [...there, ...rows.filter((row) => !there.includes(row))];
  }

  /** The kilometre of a road; null when no road of that name is so long. */
  kilometre({ road, km }: AskedKilometre): FoundPoint | null {
    const [map] = this.#index.parts;
    const lines = (this.#lines ??= new Lines(map.sections));
    // A road is as many rows as it has parts that do not meet.
    const byName = new Map<string, number[]>();
    for (const name of [road, road.replace(/\s+(?:авто )?(?:зам|zam|road)$/i, '')])
      for (const { row } of map.find(name, MOST_MEANT, { types: ['street'] })) {
        const rows = byName.get(map.place(row).name) ?? [];
        if (!rows.includes(row)) byName.set(map.place(row).name, [...rows, row]);
      }
    for (const rows of byName.values()) {
      const parts = rows.flatMap((row) => lines.partsOf(row));
      const found = positionAtKilometre(parts, this.#beginningOf(rows[0]), km);
      if (found === null) continue;
      return { longitude: found[0], latitude: found[1], landmarks: [], kilometre: { row: rows[0], km } };
    }
    return null;
  }

  /** Where the kilometres of a road begin: in the first of the towns in its name, else in the capital. */
  #beginningOf(row: number): Position {
    const [map] = this.#index.parts;
    const [first, second] = map.place(row).name.split(/\s*[-–—]\s*/);
    const town = second === undefined ? [] : map.find(first, 1, { types: ['settlement'] });
    return positionOf(map.place(town.at(0)?.row ?? 0));
  }

  #meant({ names }: AskedLandmark, refinement: Refinement): Meant[] {
    const found = new Map<number, Meant>();
    const called = names.map(lower);
    for (const name of names) {
      for (const { row, group, isPartial } of this.#index.find(name, MOST_MEANT, refinement)) {
        if (isPartial || found.has(row)) continue;
        const place = this.#index.place(row);
        const isCalled =
          called.includes(lower(place.name)) || called.includes(lower(this.#index.place(row, 'en').name));
        const rank = found.size + (isCalled ? 0 : OTHER_NAME);
        found.set(row, { row, group, at: positionOf(place), rank });
      }
    }
    return [...found.values()];
  }

  /** The box of an area, so much wider; undefined for what is none. */
  #boxOf(area: string, margin_m: number): Refinement['bbox'] {
    const [found] = this.#index.find(area, 1);
    const box = found === undefined ? null : this.#index.place(found.row).box;
    if (box === null) return undefined;
    const [west, south, east, north] = box.map(toDegrees);
    return wider([west, south, east, north], margin_m);
  }
}

const lower = (text: string): string => text.toLowerCase();

/** Degrees, so many metres wider on each side. */
function wider(
  [west, south, east, north]: readonly number[],
  margin_m: number,
): NonNullable<Refinement['bbox']> {
  const [x, y] = [margin_m / metersPerDegreeLon(south), margin_m / metersPerDegreeLat(south)];
  return [west - x, south - y, east + x, north + y];
}

function positionOf({ lon7, lat7 }: PlaceHit): Position {
  return [toDegrees(lon7), toDegrees(lat7)];
}

interface Asked {
  landmark: AskedLandmark;
  meant: readonly Meant[];
}

function singlesOf(asked: Asked | undefined): FoundPoint[] {
  if (asked === undefined) return [];
  const { landmark, meant } = asked;
  const wind = landmark.wind!;
  const distance_m = landmark.distance_m ?? BEHIND_M;
  // What is only read alike is no landmark beside one that is called so.
  const alike = meant.filter(({ group }) => group === meant[0].group);
  return alike.slice(0, MOST_POINTS).map(({ row, at }) => {
    const [longitude, latitude] = moved(at, bearingOf(wind), distance_m);
    return { longitude, latitude, landmarks: [{ row, wind, distance_m }] };
  });
}

/** Two places that the names of a sentence may mean, and where it is true of both. */
interface Pair {
  rows: ReadonlyMap<AskedLandmark, number>;
  point: Position;
  /** How badly it fits. */
  cost: number;
}

function bestPair(first: Asked, second: Asked): Pair | null {
  let best: Pair | null = null;
  for (const a of first.meant) {
    for (const b of second.meant) {
      if (a.row === b.row || !mayMeet(a.at, b.at, first.landmark, second.landmark)) continue;
      const { point, cost } = meeting(a.at, b.at, first.landmark, second.landmark);
      const own = cost + (a.rank + b.rank) / RANKS_AS_COST;
      if (best !== null && own >= best.cost) continue;
      const rows = new Map([
        [first.landmark, a.row],
        [second.landmark, b.row],
      ]);
      best = { cost: own, point, rows };
    }
  }
  return best;
}

function pointOf({ point, rows }: Pair, ...asked: Asked[]): FoundPoint {
  const landmarks = asked.flatMap(({ landmark }) => {
    const { wind, distance_m } = landmark;
    return wind === null ? [] : [{ row: rows.get(landmark)!, wind, distance_m: distance_m ?? BEHIND_M }];
  });
  return { longitude: point[0], latitude: point[1], landmarks };
}

/** How far a distance may be off what is said: as much as it was rounded, and a little. */
function toleranceOf({ distance_m }: AskedLandmark): number {
  return distance_m === null ? BEHIND_M : Math.max(15, stepOf(distance_m));
}

function mayMeet(a: Position, b: Position, one: AskedLandmark, other: AskedLandmark): boolean {
  const apart_m = distanceM(...a, ...b);
  const [near_m, far_m] = [one.distance_m ?? BEHIND_M, other.distance_m ?? BEHIND_M];
  const tolerance_m = toleranceOf(one) + toleranceOf(other);
  return apart_m <= near_m + far_m + tolerance_m && apart_m >= Math.abs(near_m - far_m) - tolerance_m;
}

/**
 * The point whose distances and directions from both fit best, walked along the arc of the nearer one: its
 * distance is told best.
 */
function meeting(
  a: Position,
  b: Position,
  one: AskedLandmark,
  other: AskedLandmark,
): { point: Position; cost: number } {
  if ((one.distance_m ?? BEHIND_M) > (other.distance_m ?? BEHIND_M)) return meeting(b, a, other, one);
  const { wind } = one;
  const [middle, reach] = wind === null ? [0, 180] : [bearingOf(wind), OFF_WIND];
  let best: { point: Position; cost: number } = { point: a, cost: Infinity };
  for (let off = -reach; off <= reach; off += 0.5) {
    const point = moved(a, middle + off, one.distance_m ?? BEHIND_M);
    const missed_m = distanceM(...b, ...point) - (other.distance_m ?? BEHIND_M);
    const turned = other.wind === null ? 0 : between(azimuth(b, point), bearingOf(other.wind));
    const cost =
      (missed_m / toleranceOf(other)) ** 2 +
      0.2 * (off / OFF_WIND) ** 2 +
      0.2 * (turned / OFF_WIND) ** 2 +
      (turned > OFF_WIND + 3 ? 4 : 0);
    if (cost < best.cost) best = { point, cost };
  }
  return best;
}

/** So many metres from a position in a direction. */
function moved([lon, lat]: Position, bearing: number, distance_m: number): Position {
  const angle = (bearing * Math.PI) / 180;
  const north = lat + (Math.cos(angle) * distance_m) / metersPerDegreeLat(lat);
  const east = (Math.sin(angle) * distance_m) / metersPerDegreeLon((lat + north) / 2);
  return [lon + east, north];
}

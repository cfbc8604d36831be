import type { Position } from '../../geo/position.js';
import { azimuth, bearingOf, between, destination, type Wind } from '../../geo/bearing.js';
import { toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import { withoutLastCase } from '../../text/strip-case.js';
import { wordsOf } from '../../text/words.js';
import { reachOf } from '../../geo/local-metric.js';
import type { Refinement } from '../forward/refinement.js';
import type { PlaceIndex } from '../geocoding-index.js';
import type { FoundRow } from '../place-hit.js';
import type { MatchGroup } from '../finding/forward-hit.js';
import {
  type AskedCrossing,
  type BoxedStreet,
  askedCrossing,
  isCalled,
  meetingOf,
  withBoxes,
  withoutStreet,
} from './crossing.js';
import { bestPair, saidM, type Asked, type Meant } from './landmark-pair.js';
import { positionAtKilometre } from './road-kilometre.js';
import type { AskedKilometre, AskedLandmark, AskedPoint, AskedSide } from './sentence-query.js';
import { spokenName } from './spoken-kinds.js';
import { Surroundings } from './surroundings.js';

/** A point that a sentence describes. */
export interface FoundPoint {
  /** The position in degrees. */
  longitude: number;
  latitude: number;
  /** The landmarks from which the point's position was measured. */
  landmarks: readonly { row: number; wind: Wind; distance_m: number }[];
  /** The kilometer mark of a road at the point; `row` is a row of the map. */
  kilometre?: { row: number; km: number };
  /** The streets that cross at the point, as rows of the map. */
  crossing?: readonly [first: number, second: number];
}

/** A street on the map, with its row and its lines. */
interface Street {
  row: number;
  parts: BoxedStreet;
}

/**
 * The maximum number of places that are compared for one name, because a chain's name refers to many places.
 */
const MOST_MEANT = 400;
/**
 * The cost that is added to a pair for each doubling of a place's rank in the list, and for a name that only
 * sounds similar.
 */
const PER_DOUBLING = 0.2;
const OTHER_NAME = 2;
/**
 * The maximum cost at which a pair counts as found, and the additional cost of a pair outside the named area.
 */
const GOOD_COST = 1.5;
const OTHER_AREA = 1.5;
/** The maximum number of rows with a road's name that are searched to find the road. */
const MOST_ROADS = 20;
/**
 * Matches a word so long that hardly any other name begins the same way, even without the last two letters,
 * which change with the grammatical case.
 */
const BEGUN = /\p{L}{6}$/u;
/**
 * The maximum number of rows that are searched to find crossing streets. A street has one row for each of its
 * unconnected parts.
 */
const MOST_STREETS = 100;
/**
 * The maximum number of points returned for a sentence with one landmark, whose name may refer to several
 * places.
 */
const MOST_POINTS = 3;
/**
 * The maximum distance, in meters, from a landmark to a place described as being on one side of it, and the
 * maximum deviation from the compass direction, in degrees.
 */
const SIDE_M = 1_000;
const SIDE_DEGREES = 67.5;
/**
 * The margin, in meters, that is added around an area when searching for the landmarks of points in the area.
 * The distance stated in the sentence is added to this margin.
 */
const MARGIN_M = 1_000;
/** Finds the points that sentences describe. */
export class PointFinder {
  readonly #index: PlaceIndex;

  constructor(index: PlaceIndex) {
    this.#index = index;
  }

  /**
   * Returns the points that a sentence may describe, likeliest first, or an empty list if a name is unknown.
   */
  points({ landmarks, area }: AskedPoint, near: Refinement['near']): FoundPoint[] {
    const farthest_m = Math.max(...landmarks.map(saidM));
    const bbox = area === '' ? undefined : this.#boxOf(area, farthest_m + MARGIN_M);
    const asked = this.#asked(landmarks, near, bbox);
    let pair = bestPair(asked);
    let single = asked.find(isMeant);
    const isGood = landmarks.length > 1 ? pair !== null && pair.cost <= GOOD_COST : single !== undefined;
    if (bbox !== undefined && !isGood) {
      // People may name the neighboring khoroo instead, and sources draw borders differently.
      const elsewhere = this.#asked(landmarks, near);
      const other = bestPair(elsewhere);
      if (other !== null && other.cost + OTHER_AREA < (pair?.cost ?? Infinity)) pair = other;
      single ??= elsewhere.find(isMeant);
    }
    if (pair === null) return single === undefined ? [] : singlesOf(single);
    const [longitude, latitude] = pair.point;
    const measured = pair.rows.flatMap((row, i) => measuredFrom(landmarks[i], row));
    return [{ longitude, latitude, landmarks: measured }];
  }

  #asked(landmarks: readonly AskedLandmark[], near: Refinement['near'], bbox?: Refinement['bbox']): Asked[] {
    // If there are two landmarks, the other one decides which place is meant, so every branch of a bank is
    // considered.
    const around: Refinement = {
      ...(near !== undefined && { near }),
      ...(bbox !== undefined && { bbox }),
      ...(landmarks.length > 1 && { everyRow: true }),
    };
    return landmarks.map((landmark) => ({ landmark, meant: this.#meant(landmark, around) }));
  }

  /**
   * Moves the rows on the given side of the landmark ahead of the other rows. Both groups of rows keep their
   * order.
   */
  bySide(rows: readonly number[], { landmark, wind }: AskedSide, near: Refinement['near']): number[] {
    const from = this.#meant(landmark, near === undefined ? {} : { near }).slice(0, MOST_POINTS);
    const isThere = (row: number): boolean => {
      const at = this.#index.pointOf(row);
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

  /**
   * Finds the position of a kilometer mark on a road. Returns null if no road with that name is long enough.
   */
  kilometre({ road, km }: AskedKilometre): FoundPoint | null {
    const [map] = this.#index.parts;
    const { lines } = Surroundings.of(map);
    // A road has one row for each of its unconnected parts.
    const byName = new Map<string, number[]>();
    for (const name of [road, road.replace(/\s+(?:авто )?(?:зам|zam|road)$/i, '')])
      for (const { row } of map.find(name, MOST_ROADS, { types: ['street'] })) {
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

  /**
   * Returns the crossings of two streets for the first interpretation of their names in which any of the
   * streets meet. If `near` is given, the crossing nearest to it comes first; otherwise, the crossings are in
   * search order.
   */
  crossings({ whole, bare }: AskedCrossing, near: Refinement['near']): FoundPoint[] {
    const found = this.#crossingsOf(whole, near, (name) => this.#streets(name, near));
    return found.length > 0 ? found : this.#crossingsOf(bare, near, (name) => this.#streetsWith(name, near));
  }

  /**
   * Returns only the crossings in the areas that a text names: «Баянхонгор, Лааганы гудамж, Хилчдийн гудамжны
   * уулзвар».
   */
  crossingsInArea(text: string, near: Refinement['near']): FoundPoint[] {
    const [map] = this.#index.parts;
    const parts = map.areaApart(text);
    const asked = parts === null ? null : askedCrossing(parts.rest);
    if (parts === null || asked === null) return [];
    const found = this.#crossingsOf(asked.whole, near, (name) =>
      this.#streets(`${parts.area}, ${name}`, near),
    );
    const isThere = ({ row }: Street): boolean => parts.within.some((area) => map.ground.isInside(row, area));
    if (found.length > 0) return found;
    return this.#crossingsOf(asked.bare, near, (name) => this.#streetsWith(name, near).filter(isThere));
  }

  #crossingsOf(
    readings: AskedCrossing['whole'],
    near: Refinement['near'],
    find: (name: string) => Street[],
  ): FoundPoint[] {
    for (const [first, second] of readings) {
      const streets = find(first);
      const others = streets.length === 0 ? [] : find(second);
      const found = streets.flatMap((a) =>
        others.flatMap((b): FoundPoint[] => {
          const met = a.row === b.row ? null : meetingOf(a.parts, b.parts);
          if (met === null) return [];
          return [{ longitude: met[0], latitude: met[1], landmarks: [], crossing: [a.row, b.row] }];
        }),
      );
      if (found.length === 0) continue;
      if (near === undefined) return found;
      const far = ({ longitude, latitude }: FoundPoint): number => distanceM(...near, longitude, latitude);
      return found.sort((a, b) => far(a) - far(b));
    }
    return [];
  }

  /**
   * Returns the streets with this name. Names that only begin with this name or only sound like it do not
   * count.
   */
  #streets(name: string, near: Refinement['near']): Street[] {
    const [map] = this.#index.parts;
    return map
      .find(name, MOST_STREETS, streetsAround(near))
      .filter(
        ({ row, group, match }) =>
          match !== 'partial' && (group === 1 || (group <= 3 && isCalled(map.place(row).name, name))),
      )
      .map(({ row }) => this.#street(row));
  }

  /**
   * Returns the streets whose names contain words that begin with the given words, with or without a case
   * ending.
   */
  #streetsWith(name: string, near: Refinement['near']): Street[] {
    const [map] = this.#index.parts;
    const words = wordsOf(name);
    const options = { refined: map.refined(streetsAround(near)) };
    // Example: Найрамдал, Найрамдлын гудамж
    const begun = BEGUN.test(name) ? wordsOf(name.slice(0, -2)) : words;
    const bare = withoutStreet(words);
    for (const some of [words, ...withoutLastCase(words), begun, bare, ...withoutLastCase(bare)]) {
      const found = map.ground.forward.found(some, MOST_STREETS, options).filter(({ group }) => group <= 3);
      if (found.length > 0) return found.map(({ row }) => this.#street(row));
    }
    return [];
  }

  #street(row: number): Street {
    const [map] = this.#index.parts;
    return { row, parts: withBoxes(Surroundings.of(map).lines.partsOf(row)) };
  }

  /**
   * Returns the position from which a road's kilometers are counted: the first town in its name, or otherwise
   * the capital.
   */
  #beginningOf(row: number): Position {
    const [map] = this.#index.parts;
    const [first, second] = map.place(row).name.split(/\s*[-–—]\s*/);
    const town = second === undefined ? [] : map.find(first, 1, { types: ['settlement'] });
    return map.pointOf(town.at(0)?.row ?? 0);
  }

  #meant({ names }: AskedLandmark, refinement: Refinement): Meant[] {
    const found = new Map<number, Meant>();
    for (const name of names)
      for (const hit of this.#index.find(name, MOST_MEANT - found.size, refinement))
        if (hit.match !== 'partial' && !found.has(hit.row))
          found.set(hit.row, new MeantRow(this.#index, hit, { names, order: found.size }));
    return [...found.values()];
  }

  /** Returns an area's box, enlarged by a margin, or undefined if the text does not name an area. */
  #boxOf(area: string, margin_m: number): Refinement['bbox'] {
    const [found] = this.#index.find(area, 1);
    const box = found === undefined ? null : this.#index.place(found.row).box;
    if (box === null) return undefined;
    const [west, south, east, north] = box.map(toDegrees);
    return wider([west, south, east, north], margin_m);
  }
}

/** A row that a name may refer to. */
class MeantRow implements Meant {
  readonly row: number;
  readonly group: MatchGroup;
  readonly at: Position;
  readonly #index: PlaceIndex;
  readonly #names: readonly string[];
  readonly #order: number;
  #cost = -1;

  constructor(
    index: PlaceIndex,
    { row, group }: FoundRow,
    { names, order }: { names: readonly string[]; order: number },
  ) {
    [this.#index, this.#names, this.#order] = [index, names, order];
    [this.row, this.group] = [row, group];
    this.at = index.pointOf(row);
  }

  get cost(): number {
    if (this.#cost < 0)
      this.#cost = PER_DOUBLING * Math.log2(1 + this.#order) + (this.#isSpoken() ? 0 : OTHER_NAME);
    return this.#cost;
  }

  /** Whether a generated sentence would use this name for the row. */
  #isSpoken(): boolean {
    const [full] = this.#names;
    const language = /\p{Script=Cyrillic}/u.test(full) ? 'mn' : 'en';
    const { name, type } = this.#index.labelOf(this.row, language);
    if (isSame(name, full)) return true;
    const spoken = spokenName(name, type, language).replace(/[()]/g, '');
    return isSame(spoken, full) || isSame(spoken, this.#names.at(-1)!);
  }
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && a.toLowerCase() === b.toLowerCase();
}

/**
 * Enlarges a box in degrees by a few meters on each side. West is greater than east if the box crosses the
 * antimeridian.
 */
function wider(
  [west, south, east, north]: readonly number[],
  margin_m: number,
): NonNullable<Refinement['bbox']> {
  const farthest = Math.max(Math.abs(south), Math.abs(north));
  const reach = reachOf(farthest * 1e7, margin_m);
  const [x, y] = [toDegrees(reach.lon7), toDegrees(reach.lat7)];
  const isAllAround = east - west + 2 * x >= 360;
  return [
    isAllAround ? -180 : inTurn(west - x),
    Math.max(-90, south - y),
    isAllAround ? 180 : inTurn(east + x),
    Math.min(90, north + y),
  ];
}

/** Normalizes a longitude to -180 to 180. */
function inTurn(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
}

function streetsAround(near: Refinement['near']): Refinement {
  return { types: ['street'], everyRow: true, ...(near !== undefined && { near }) };
}

/** Whether one landmark is enough to identify the point. */
function isMeant({ landmark, meant }: Asked): boolean {
  return landmark.wind !== null && meant.length > 0;
}

function singlesOf({ landmark, meant }: Asked): FoundPoint[] {
  // If a landmark matches exactly, names that only sound similar do not count.
  const alike = meant.filter(({ group }) => group === meant[0].group);
  return alike.slice(0, MOST_POINTS).map(({ row, at }) => {
    const [longitude, latitude] = destination(at, bearingOf(landmark.wind!), saidM(landmark));
    return { longitude, latitude, landmarks: measuredFrom(landmark, row) };
  });
}

/** Returns the landmarks from which a point is measured, if they have a direction. */
function measuredFrom(landmark: AskedLandmark, row: number): FoundPoint['landmarks'] {
  return landmark.wind === null ? [] : [{ row, wind: landmark.wind, distance_m: saidM(landmark) }];
}

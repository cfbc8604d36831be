import type { Position } from '../../geo/position.js';
import { azimuth, bearingOf, between, windOf, type Wind } from '../../geo/bearing.js';
import { distanceM } from '../../geo/distance.js';
import type { GeocodingIndex } from '../geocoding-index.js';
import { latinText } from '../../text/romanise.js';
import type { Language } from '../languages.js';
import { STREET } from '../reverse/reverse-class.js';
import { isSpeakable, lossOf } from './landmark-set.js';
import type { OnLine } from '../reverse/lines.js';
import { BESIDE_M, sentenceOf, type SpokenStreet } from './sentence.js';
import { spokenName, spokenStreet } from './spoken-kinds.js';
import { Surroundings } from './surroundings.js';

/** A landmark in a description. */
interface DescribedLandmark {
  id: string;
  name: string;
  /** The position in degrees. For a river or a lake, this is the nearest position on its line or shore. */
  longitude: number;
  latitude: number;
  type: string;
  /** The direction from the landmark to the point. */
  direction: Wind;
  distance_m: number;
}

/** A text that describes where a point is. */
export interface Description {
  text: string;
  landmarks: readonly DescribedLandmark[];
}

/** The search radii in meters, in the order in which they are tried. */
const RADII_M: readonly number[] = [250, 500, 1_000, 2_000, 4_000, 16_000, 64_000];
/**
 * A score that hardly any place except a town exceeds. The score is used to stop the search once no place
 * beyond the search radius can outscore the places found so far.
 */
const USUAL_BEST = 62;
/**
 * The angle, in degrees, from the border between two compass directions beyond which a direction counts as
 * clear, and the penalty for an unclear direction.
 */
const CLEAR_DEGREES = 3;
const UNCLEAR = 12;
/**
 * The bonus for two landmarks at right angles compared with two in a line, because landmarks at right angles
 * locate the point best.
 */
const APART = 40;
/**
 * The penalty for two landmarks in a line, for each tenfold increase in distance beyond 1 km, because a
 * direction from far away is less precise.
 */
const IN_LINE = 100;
/**
 * The number of top-scoring landmarks that are compared in pairs. The number is higher beyond 2 km, because
 * most of the landmarks there may be in the same town.
 */
const COMPARED = 9;
const COMPARED_FAR = 30;
const FAR_M = 4_000;
/** The maximum distance from a point to its street, in meters, in a town and in open country. */
const STREET_M = 60;
const ROAD_M = 3_000;
/** The maximum distance from a point to a river or a lake, in meters. */
const WATER_M = 3_000;
const WATERS: ReadonlySet<string> = new Set(['river', 'stream', 'canal', 'lake', 'reservoir', 'lagoon']);
/** Within this distance of a street, in meters, it is unclear on which side of the street a position is. */
const SIDE_M = 6;

interface PlaceOf {
  part: Surroundings;
  row: number;
}

interface Candidate {
  part: Surroundings;
  at: number;
  score: number;
  bearing: number;
  distance_m: number;
}

/** Describes in words where points are, based on their surroundings. */
export class Describer {
  readonly #parts: readonly Surroundings[];

  /** @param parts the map's index first, then those of own places */
  constructor(parts: readonly GeocodingIndex[]) {
    this.#parts = parts.map((index) => Surroundings.of(index));
  }

  /**
   * Describes the location of a point given in degrees.
   *
   * @param areas the areas around the point, from the smallest to the largest, in English if the language is
   * English, otherwise in Mongolian
   * @param language English produces English sentences, and every other language produces Mongolian ones;
   * `mn-Latn` uses Latin letters
   */
  describe(point: Position, areas: readonly string[], language: Language): Description {
    if (language !== 'mn-Latn') return this.#written(point, areas, language === 'en' ? 'en' : 'mn');
    const { text, landmarks } = this.#written(point, areas, 'mn', language);
    return { text, landmarks: landmarks.map((one) => ({ ...one, name: latinText(one.name) })) };
  }

  /** @param letters `mn-Latn` writes a Mongolian sentence in Latin letters */
  #written(
    point: Position,
    areas: readonly string[],
    language: 'mn' | 'en',
    letters: 'mn' | 'en' | 'mn-Latn' = language,
  ): Description {
    const inside = this.#inside(point);
    const street = this.#streetAt(point);
    const chosen = this.#chosen(point, street, inside);
    const water = this.#waterAt(point, street, chosen, language);
    const landmarks = [...chosen.map((candidate) => described(candidate, language)), ...water];
    const nameOf = ({ name, type }: DescribedLandmark): string => spokenName(name, type, language);
    const text = sentenceOf(
      {
        areas,
        inside: inside === null ? null : spokenAt(inside.part, inside.row, language),
        landmarks: landmarks.map((landmark) => ({
          name: nameOf(landmark),
          wind: landmark.direction,
          distance_m: landmark.distance_m,
        })),
        street: street === null ? null : this.#spokenStreet(street, point, chosen.at(0), language),
      },
      letters,
    );
    return { text, landmarks };
  }

  /** Returns the smallest named place that contains the point. */
  #inside(point: Position): PlaceOf | null {
    for (const part of [...this.#parts].reverse()) {
      const { index, lines } = part;
      const row = [...lines.inside(point), ...index.positions.placesAround(...point)].find(
        (own) => index.layerOf(own) === 'poi',
      );
      if (row !== undefined) return { part, row };
    }
    return null;
  }

  #streetAt(point: Position): OnLine | null {
    const [{ lines }] = this.#parts;
    const isStreet = (_: number, bits: number): boolean => (bits & STREET) !== 0;
    return lines.nearest(point, STREET_M, isStreet) ?? lines.nearest(point, ROAD_M, isStreet);
  }

  /**
   * Returns a river or lake that is nearer than any landmark, provided that no street is nearby. The returned
   * list has at most one entry.
   */
  #waterAt(
    point: Position,
    street: OnLine | null,
    chosen: readonly Candidate[],
    language: Language,
  ): readonly DescribedLandmark[] {
    if (street !== null && street.distance_m <= STREET_M) return [];
    const [{ index, lines }] = this.#parts;
    const isWater = (row: number): boolean => WATERS.has(index.typeOf(row));
    const radius_m = chosen.reduce((least, { distance_m }) => Math.min(least, distance_m), WATER_M);
    const shore = lines.nearest(point, radius_m, (row, _, isPoint) => !isPoint && isWater(row));
    // A point on a lake is not on any particular side of the lake.
    if (shore === null || index.positions.placesAround(...point).some(isWater)) return [];
    const name = index.texts.nameIn(shore.row, language);
    if (shore.distance_m === 0 || !isSpeakable(name)) return [];
    return [
      {
        id: index.rankOf(shore.row).id,
        name,
        longitude: shore.lon,
        latitude: shore.lat,
        type: index.typeOf(shore.row),
        direction: windOf(azimuth([shore.lon, shore.lat], point)),
        distance_m: shore.distance_m,
      },
    ];
  }

  /** Returns one or two landmarks in addition to the one that contains the point, the better one first. */
  #chosen(point: Position, street: OnLine | null, inside: PlaceOf | null): readonly Candidate[] {
    let chosen: readonly Candidate[] = [];
    for (const radius_m of RADII_M) {
      const candidates = this.#candidates(point, radius_m).filter(
        ({ part, at }) => part !== inside?.part || part.landmarks.rows[at] !== inside.row,
      );
      chosen = bestPair(candidates);
      const most = USUAL_BEST - lossOf(radius_m);
      if (candidates.length < 2) continue;
      // In open country, the best two landmarks may be in the same town. In that case, one of the two and a
      // mountain beyond the town are more informative.
      const isBest =
        radius_m < FAR_M
          ? candidates[1].score >= most
          : worthOf(chosen) >= candidates[0].score + most + APART;
      if (isBest) break;
    }
    if (chosen.length < 2) return chosen;
    if (chosen[1].distance_m < BESIDE_M) return chosen.toReversed();
    if (street === null) return chosen;
    // A landmark on the same side of the street as the point is visible from the point.
    const [first, second] = chosen;
    if (first.score - second.score > UNCLEAR || this.#isSameSide(street, point, first) !== false)
      return chosen;
    return this.#isSameSide(street, point, second) === false ? chosen : [second, first];
  }

  #candidates(point: Position, radius_m: number): Candidate[] {
    const best = this.#parts.flatMap((part) =>
      part.landmarks
        .best(point, radius_m, radius_m < FAR_M ? COMPARED : COMPARED_FAR)
        .map(({ at, score }): Candidate => {
          const from = part.landmarks.pointOf(at);
          const bearing = azimuth(from, point);
          const isUnclear = between(bearing, bearingOf(windOf(bearing))) > 22.5 - CLEAR_DEGREES;
          return {
            part,
            at,
            score: score - (isUnclear ? UNCLEAR : 0),
            bearing,
            distance_m: distanceM(...from, ...point),
          };
        }),
    );
    return best.sort((a, b) => b.score - a.score);
  }

  #spokenStreet(
    street: OnLine,
    point: Position,
    first: Candidate | undefined,
    language: Language,
  ): SpokenStreet {
    const [{ index }] = this.#parts;
    const name = spokenStreet(index.texts.nameIn(street.row, language), language);
    const isSameSide = first === undefined ? null : this.#isSameSide(street, point, first);
    return { name, distance_m: street.distance_m, isSameSide };
  }

  /**
   * Whether a landmark is on the same side of the street as the point. The result is null if the landmark or
   * the point is on the street or far from it, or if a bend in the street makes the side unclear.
   */
  #isSameSide(street: OnLine, point: Position, { part, at }: Candidate): boolean | null {
    const [{ lines }] = this.#parts;
    const landmark = part.landmarks.pointOf(at);
    if (street.distance_m > STREET_M || street.distance_m < SIDE_M) return null;
    const other = lines.nearest(landmark, STREET_M, (row) => row === street.row);
    if (other === null || other.distance_m < SIDE_M) return null;
    const toPoint = azimuth([street.lon, street.lat], point);
    const toLandmark = azimuth([other.lon, other.lat], landmark);
    const angle = between(toPoint, toLandmark);
    const isCrossed = lines.crosses(street.row, point, landmark);
    if (angle < 45 && !isCrossed) return true;
    return angle > 135 && isCrossed ? false : null;
  }
}

/**
 * Returns the two landmarks that together locate the point best, or only one if there is no second landmark.
 */
function bestPair(candidates: readonly Candidate[]): readonly Candidate[] {
  let best: readonly Candidate[] = candidates.slice(0, 1);
  let most = -Infinity;
  candidates.forEach((first, i) => {
    for (const second of candidates.slice(i + 1)) {
      const [name, other] = [first, second].map(({ part, at }) => part.landmarks.names[at]);
      if (first.part === second.part && name === other) continue;
      const worth = worthOf([first, second]);
      if (worth > most) [most, best] = [worth, [first, second]];
    }
  });
  return best;
}

/** Returns how well two landmarks together locate the point. */
function worthOf([first, second]: readonly Candidate[]): number {
  if (second === undefined) return -Infinity;
  const apart = Math.abs(Math.sin(((first.bearing - second.bearing) * Math.PI) / 180));
  const nearer_m = Math.min(first.distance_m, second.distance_m);
  const loss = IN_LINE * Math.max(0, Math.log10(nearer_m / 1_000));
  return first.score + second.score + APART * apart - loss * (1 - apart);
}

function described({ part, at, bearing, distance_m }: Candidate, language: Language): DescribedLandmark {
  const { index, landmarks } = part;
  const row = landmarks.rows[at];
  const [longitude, latitude] = landmarks.pointOf(at);
  return {
    id: index.rankOf(row).id,
    name: index.texts.nameIn(row, language),
    longitude,
    latitude,
    type: index.typeOf(row),
    direction: windOf(bearing),
    distance_m,
  };
}

function spokenAt({ index }: Surroundings, row: number, language: Language): string {
  return spokenName(index.texts.nameIn(row, language), index.typeOf(row), language);
}

import { azimuth } from '../../geo/bearing.js';
import { distanceM } from '../../geo/distance.js';
import type { GeocodingIndex } from '../geocoding-index.js';
import { latinText } from '../../text/romanise.js';
import type { Language } from '../languages.js';
import { STREET } from '../reverse/reverse-class.js';
import { LandmarkSet, lossOf } from './landmark-set.js';
import { Lines, type OnLine } from './lines.js';
import { sentenceOf, type SpokenStreet } from './sentence.js';
import { spokenName, spokenStreet } from './spoken-kinds.js';
import { between, bearingOf, windOf, type Wind } from './winds.js';

type Position = readonly [lon: number, lat: number];

/** A landmark of a description. */
interface DescribedLandmark {
  id: string;
  name: string;
  /** Degrees. */
  longitude: number;
  latitude: number;
  type: string;
  /** From the landmark to the point. */
  direction: Wind;
  distance_m: number;
}

/** Where a point is, in words. */
export interface Description {
  text: string;
  landmarks: readonly DescribedLandmark[];
}

/** Radii that are searched one after the other, metres. */
const RADII_M: readonly number[] = [250, 500, 1_000, 2_000, 4_000, 16_000, 64_000];
/** Hardly any place but a town is worth more: beyond a radius nothing can be better than what was found. */
const USUAL_BEST = 62;
/** So far from the border between two winds a direction is clear, degrees; and what an unclear one takes. */
const CLEAR_DEGREES = 3;
const UNCLEAR = 12;
/** What two landmarks at right angles have beyond two in one line: where they meet is told best. */
const APART = 40;
/** So many of the best are compared in pairs. */
const COMPARED = 9;
/** The street of a point is at most so far away in a town, in open country, metres. */
const STREET_M = 60;
const ROAD_M = 3_000;
/** Nearer to a street than this nobody can tell the side, metres. */
const SIDE_M = 6;

interface Candidate {
  part: Part;
  at: number;
  score: number;
  bearing: number;
  distance_m: number;
}

/** An index and what sentences need of it. */
class Part {
  readonly index: GeocodingIndex;
  readonly lines: Lines;
  #landmarks: LandmarkSet | null = null;

  constructor(index: GeocodingIndex) {
    this.index = index;
    this.lines = new Lines(index.sections);
  }

  get landmarks(): LandmarkSet {
    return (this.#landmarks ??= new LandmarkSet(this.index.sections));
  }
}

/** Says in words where points are, by what lies around them. */
export class Describer {
  readonly #parts: readonly Part[];

  /** @param parts the map first, own places behind it */
  constructor(parts: readonly GeocodingIndex[]) {
    this.#parts = parts.map((index) => new Part(index));
  }

  /**
   * Where a point in degrees is.
   *
   * @param areas around the point, from narrow to wide, in Mongolian, or in English for English
   * @param language English has English sentences, all others Mongolian ones, in Latin letters for `mn-Latn`
   */
  describe(point: Position, areas: readonly string[], language: Language): Description {
    const written = this.#written(point, areas, language === 'en' ? 'en' : 'mn');
    if (language !== 'mn-Latn') return written;
    const landmarks = written.landmarks.map((landmark) => ({ ...landmark, name: latinText(landmark.name) }));
    return { text: latinText(written.text), landmarks };
  }

  #written(point: Position, areas: readonly string[], language: 'mn' | 'en'): Description {
    const inside = this.#inside(point);
    const street = this.#streetAt(point);
    const chosen = this.#chosen(point, street);
    const landmarks = chosen.map((candidate) => described(candidate, language));
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
      language,
    );
    return { text, landmarks };
  }

  /** The smallest place around the point that has a name. */
  #inside(point: Position): { part: Part; row: number } | null {
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

  /** One or two landmarks, the better one first. */
  #chosen(point: Position, street: OnLine | null): readonly Candidate[] {
    let candidates: Candidate[] = [];
    for (const radius_m of RADII_M) {
      candidates = this.#candidates(point, radius_m);
      if (candidates.length > 1 && candidates[1].score >= USUAL_BEST - lossOf(radius_m)) break;
    }
    const chosen = bestPair(candidates);
    if (street === null || chosen.length < 2) return chosen;
    // Who stands on the same side of the street sees it.
    const [first, second] = chosen;
    if (first.score - second.score > UNCLEAR || this.#isSameSide(street, point, first) !== false)
      return chosen;
    return this.#isSameSide(street, point, second) === false ? chosen : [second, first];
  }

  #candidates(point: Position, radius_m: number): Candidate[] {
    const best = this.#parts.flatMap((part) =>
      part.landmarks.best(point, radius_m, COMPARED).map(({ at, score }): Candidate => {
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
   * Whether a landmark stands on the side of the street where the point is. Null where either is on the
   * street or far from it, or where the street bends so that nobody could tell.
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

/** The two that say most together; one where there is no other. */
function bestPair(candidates: readonly Candidate[]): readonly Candidate[] {
  let best: readonly Candidate[] = candidates.slice(0, 1);
  let most = -Infinity;
  candidates.forEach((first, i) => {
    for (const second of candidates.slice(i + 1)) {
      const [name, other] = [first, second].map(({ part, at }) => part.landmarks.names[at]);
      if (first.part === second.part && name === other) continue;
      const apart = Math.abs(Math.sin(((first.bearing - second.bearing) * Math.PI) / 180));
      const worth = first.score + second.score + APART * apart;
      if (worth > most) [most, best] = [worth, [first, second]];
    }
  });
  return best;
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

function spokenAt({ index }: Part, row: number, language: Language): string {
  return spokenName(index.texts.nameIn(row, language), index.typeOf(row), language);
}

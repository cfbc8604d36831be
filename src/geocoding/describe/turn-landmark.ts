import type { Position } from '../../geo/position.js';
import type { GeocodingIndex } from '../geocoding-index.js';
import { declined } from './sentence.js';
import { spokenName } from './spoken-kinds.js';
import { Surroundings } from './surroundings.js';

/** The maximum distance, in meters, from the middle of a junction at which a turning driver sees a place. */
const SEEN_M = 40;

/** A landmark at a turn. */
export interface TurnLandmark {
  /** The spoken form of the name: `Номин дэлгүүр`. */
  name: string;
  /** The landmark as a part of a sentence: `Номин дэлгүүрийн дэргэд`, `at Nomin (supermarket)`. */
  beside: string;
}

/**
 * Returns the landmark that identifies a turn, or null if no place at the turn has a name. @param point in
 * degrees
 */
export function landmarkAtTurn(
  parts: readonly GeocodingIndex[],
  point: Position,
  language: 'mn' | 'en',
): TurnLandmark | null {
  let best: { index: GeocodingIndex; row: number; score: number } | null = null;
  for (const { index, landmarks } of parts.map((part) => Surroundings.of(part)))
    for (const { at, score } of landmarks.best(point, SEEN_M, 1))
      if (score > (best?.score ?? -Infinity)) best = { index, row: landmarks.rows[at], score };
  if (best === null) return null;
  const { index, row } = best;
  const name = spokenName(index.texts.nameIn(row, language), index.typeOf(row), language);
  return { name, beside: language === 'en' ? `at ${name}` : `${declined(name, 'genitive')} дэргэд` };
}

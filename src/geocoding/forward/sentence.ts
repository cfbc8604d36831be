import { AREA_WORDS } from '../../text/vocabulary.js';
import { wordsOf, type Word } from '../../text/words.js';
import { MOST_PLACE_WORDS, placeReadings } from './placed.js';
import type { Searched, SearchedCategory } from '../finding/searched.js';
import { mayBeName, runsOf } from './words-left-out.js';

/** What is asked for in a sentence, by a run of its words. */
export interface SentenceName {
  /** What the run is called in names, without a case ending. */
  name: readonly Word[];
  /** The towns and areas that the sentence has beside it. */
  places: readonly Word[];
  /** The kind that the run names; null for a name. */
  category: SearchedCategory | null;
  /** Whether a row lies in all of the places; null without any. */
  isInside: ((row: number) => boolean) | null;
}

/** A town or an area in a text, without case ending. */
interface Place {
  words: readonly Word[];
  from: number;
  to: number;
  isInside: (row: number) => boolean;
}

const AREAS = AREA_WORDS.map((word) => wordsOf(word));

/** The runs of a sentence that are a whole name or a kind, the longest first. */
export function* namesInSentence(typed: readonly Word[], searched: Searched): Generator<SentenceName> {
  let all: Place[] | undefined;
  for (const { run, from } of runsOf(typed)) {
    if (searched.effort.isUsedUp) return;
    const called = nameOf(run, searched);
    const kind = searched.category(run);
    const category = kind?.isAlone === true ? kind : null;
    if (called === null && category === null) continue;
    all ??= placesIn(typed, searched);
    const outside = all.filter((place) => place.from < from || place.to > from + run.length);
    // Things of a kind never contradict a town that was typed.
    if (category !== null && outside.length > 0) continue;
    yield {
      name: called ?? run,
      places: outside.flatMap(({ words }) => words),
      category,
      isInside: outside.length === 0 ? null : (row) => outside.every((place) => place.isInside(row)),
    };
  }
}

/** What the run is called, perhaps without a case ending; null when it is no name. */
function nameOf(run: readonly Word[], searched: Searched): readonly Word[] | null {
  if (!mayBeName(run)) return null;
  const called = searched.isCalled(run) ? run : searched.calledByStem(run);
  // A house or a street of a number may be in a case.
  return called?.some(({ isNumber }) => isNumber) && !mayBeName(called) ? null : called;
}

/** The towns and areas of a text. Of those that share words the longest counts, then the first. */
export function placesIn(typed: readonly Word[], searched: Searched): Place[] {
  const found: Place[] = [];
  for (let length = MOST_PLACE_WORDS; length > 0; length--) {
    for (let from = 0; from + length <= typed.length; from++) {
      const to = from + length;
      const words = typed.slice(from, to);
      if (words.some(({ isNumber }) => isNumber)) continue;
      if (found.some((place) => place.from < to && from < place.to)) continue;
      for (const reading of placeReadings(words, searched)) {
        const isInside = insidePlace(reading, searched);
        if (isInside === null) continue;
        found.push({ words: reading, from, to, isInside });
        break;
      }
    }
  }
  return found;
}

/** Whether a row lies in the town or area that is called so; null for a street, and for what is none. */
function insidePlace(words: readonly Word[], searched: Searched): ((row: number) => boolean) | null {
  if (searched.isTown(words)) return searched.insideOf(words) ?? (() => false);
  if (!mayBeName(words)) return null;
  // Баянзүрх дүүрэг; an aimag is not found without its word.
  const asArea = AREAS.map((area) => searched.insideOf([...words, ...area])).find(
    (inside) => inside !== null,
  );
  const isArea = words.length > 1 && AREAS.some(([area]) => area.strict === words[words.length - 1].strict);
  return isArea || asArea !== undefined ? (searched.insideOf(words) ?? asArea ?? null) : null;
}

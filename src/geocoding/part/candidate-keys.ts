import { canonicalWords } from '../../text/canonical.js';
import { withoutLastCase } from '../../text/strip-case.js';
import { readingsOf } from '../../text/forms.js';
import {
  houseNumberAt,
  isHouseWord,
  LONGEST_HOUSE_NUMBER,
  mayBeHouseNumber,
} from '../../text/house-number.js';
import { joinedKey, joinKeys, NUMBER_END } from '../../text/join.js';
import { isNearWord, withLandmarkKinds } from '../../text/near-words.js';
import { withoutRequest } from '../../text/request-words.js';
import { wordsOf, type Word } from '../../text/words.js';
import { categoryKey, isKindKey, LONGEST_CATEGORY } from '../finding/category-key.js';
import type { LayerKind } from '../finding/forward-hit.js';
import { isSquare, landmarkKey, mayBePartOfLandmark, spellingsOf, SQUARE } from '../finding/landmarks.js';
import { splitsOf } from '../forward/name-and-landmark.js';
import { layerForms, rowForms } from '../freeze-model.js';
import { flagsOf } from '../lookup/key-layer-build.js';
import type { AskedQuery } from './part-search.js';
import type { ThawedForm, ThawedForms } from '../thaw-geocoding.js';

/**
 * Keys by which a database selects every place that a search may find. The database only compares texts: all
 * folding is done here, with the same code as for the index.
 */

/** A form of a name, as keys of one layer. */
export interface FormKeys {
  /** The whole name. */
  key: string;
  /**
   * The text from each word to the end of the name, or an empty list if the form is found only by its whole
   * key.
   */
  tails: readonly string[];
}

export function keysOfForm({ words, isRef }: ThawedForm): FormKeys {
  const { key, starts } = joinKeys(words);
  return { key, tails: isRef ? [] : starts.map((start) => key.slice(start)) };
}

/** Returns all forms of a place's names. */
export function formsOfNames(names: readonly string[]): ThawedForms {
  const forms = rowForms({ names: [names], generated: [[]], refs: [[]], tagged: [names] });
  const inLayer = (layer: LayerKind): ThawedForm[] =>
    layerForms(forms, layer).map((form) => ({
      words: form.words,
      isRef: false,
      flags: flagsOf(form),
      name: form.name,
    }));
  return { strict: inLayer('strict'), loose: inLayer('loose') };
}

/** A reading of a query, as keys of one layer. */
export interface QueryKeys {
  key: string;
  words: readonly string[];
  /**
   * Per word: a prefix to find among the words in the names of the place's contexts. A number is searched
   * only together with the following word. Null for a number that has no following word.
   */
  around: readonly (string | null)[];
  /** Whether the query can be a prefix of a name but not a whole name. */
  isOpen: boolean;
}

/** A query interpreted as a kind of place and its location, or as a house number and its street. */
export interface PartKeys {
  /** The strict key of the kind, or the house number. */
  key: string;
  /** The remaining words. */
  rest: Record<LayerKind, Pick<QueryKeys, 'words' | 'around'>>;
  /** A landmark that the place may be near, or null if there is none. */
  landmark: LandmarkKeys | null;
  /** The strict key of the street that the remaining words name. */
  street: string;
}

/** The possible names of a landmark, as strict keys unless stated otherwise. */
export interface LandmarkKeys {
  /** The names with and without a case ending, and with and without a word for the kind. */
  names: readonly string[];
  /** The same names as loose keys. */
  sounds: readonly string[];
  /** Alternative lists of words that the landmark's name may contain. */
  parts: readonly (readonly string[])[];
}

/** The strict key of a name or of a name's beginning, and a landmark nearby. */
export interface BesideKeys {
  name: string;
  landmark: LandmarkKeys;
}

/** The words of a query. */
export type AskedWords = readonly Word[];

/** All possible meanings of a query. */
export interface AskedKeys {
  /** The areas to which the results are limited, or null to search everywhere. */
  within: AreaKeys | null;
  /** Limits the results to places of a kind and to places whose name contains all the words. */
  isByName: boolean;
  names: Record<LayerKind, QueryKeys[]>;
  kinds: readonly PartKeys[];
  houses: readonly PartKeys[];
  beside: readonly BesideKeys[];
}

/** The ranks of areas, and the contexts of all places in these areas. */
export interface AreaKeys {
  ranks: readonly number[];
  contexts: readonly number[];
}

/** Returns the keys for a search. */
export function keysOfAsked({ words, areas, landmark, isByName }: AskedQuery): AskedKeys {
  const ranks = areas.map(({ row }) => row);
  const contexts = areas.flatMap(({ context }) => (context < 0 ? [] : [context]));
  const asked = landmark.length > 0 ? keysBeside(words, landmark) : keysOfWords(words);
  return { ...asked, isByName, within: areas.length === 0 ? null : { ranks, contexts } };
}

/** Returns the keys for a name beside a landmark. */
function keysBeside(words: readonly Word[], landmark: readonly Word[]): AskedKeys {
  const beside = [{ name: joinedKey(keys(words, 'strict')), landmark: landmarkKeys(landmark) }];
  return { within: null, isByName: false, names: { strict: [], loose: [] }, kinds: [], houses: [], beside };
}

/**
 * Returns the possible meanings of words, as interpreted by forward search. The keys may match more places
 * than forward search finally returns.
 */
function keysOfWords(words: readonly Word[]): AskedKeys {
  const readings = readingsOf(words);
  const inLayer = (layer: LayerKind): QueryKeys[] =>
    readings
      .filter((reading) => layer === 'loose' || !reading.isOpen)
      .map(({ words: read, isOpen }) => ({
        ...restOf(read, layer),
        key: joinedKey(keys(read, layer)),
        isOpen,
      }));
  // A search for the words as a whole name also finds places named by the words without a case ending.
  const stems = withoutLastCase(words).map((bare) => ({
    ...restOf(bare, 'strict'),
    key: joinedKey(keys(bare, 'strict')),
    isOpen: false,
  }));
  return {
    within: null,
    isByName: false,
    names: { strict: [...inLayer('strict'), ...stems], loose: inLayer('loose') },
    kinds: kindsIn(words),
    houses: readings.flatMap(({ words: read, isOpen }) => (isOpen ? [] : housesIn(read))),
    beside: splitsOf(words).flatMap(({ names, place }) =>
      names.map((name) => ({ name: joinedKey(keys(name, 'strict')), landmark: landmarkKeys(place) })),
    ),
  };
}

function kindsIn(words: readonly Word[]): PartKeys[] {
  const found: PartKeys[] = [];
  for (let length = Math.min(LONGEST_CATEGORY, words.length); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const key = categoryKey(words.slice(at, at + length));
      if (!isKindKey(key)) continue;
      const others = [...words.slice(0, at), ...words.slice(at + length)];
      const rest = canonicalWords(others).filter((word) => !isNearWord(word));
      const place = others.filter((word) => !isNearWord(word));
      found.push(partOf(key, rest, place.length > 0 ? landmarkKeys(place) : null));
    }
  }
  return found;
}

function landmarkKeys(place: readonly Word[]): LandmarkKeys {
  const names = [place, ...withoutLastCase(place)].flatMap(spellingsOf);
  const withKinds = [...names, ...names.flatMap(withLandmarkKinds)];
  const parts = [...names.filter(mayBePartOfLandmark), ...(isSquare(place) ? [SQUARE] : [])];
  return {
    names: withKinds.map(landmarkKey),
    sounds: withKinds.map((words) => joinedKey(keys(words, 'loose'))),
    parts: parts.map((words) => keys(words, 'strict')),
  };
}

function housesIn(words: readonly Word[]): PartKeys[] {
  const found: PartKeys[] = [];
  for (let at = 0; at < words.length; at++) {
    if (words.length < 2) continue;
    const mayBeNumber = mayBeHouseNumber(words, at);
    for (let length = Math.min(LONGEST_HOUSE_NUMBER, words.length - at); length > 0; length--) {
      // A named house may have any number: 14 гудамж Лхагвасүрэн.
      const bare = length === 1 && words[at].isNumber ? words[at].strict : null;
      const number = (mayBeNumber ? houseNumberAt(words, at, length) : null) ?? bare;
      const rest = [...words.slice(0, at), ...words.slice(at + length)].filter((word) => !isHouseWord(word));
      if (number !== null && rest.length > 0) found.push(partOf(number, rest));
    }
  }
  return found;
}

function partOf(key: string, rest: readonly Word[], landmark: LandmarkKeys | null = null): PartKeys {
  const street = joinedKey(keys(rest, 'strict'));
  return { key, landmark, street, rest: { strict: restOf(rest, 'strict'), loose: restOf(rest, 'loose') } };
}

function restOf(words: readonly Word[], layer: LayerKind): Pick<QueryKeys, 'words' | 'around'> {
  return {
    words: keys(words, layer),
    around: words.map((word, i) => {
      if (!word.isNumber) return word[layer];
      const next = words.at(i + 1);
      return next === undefined || next.isNumber ? null : word[layer] + NUMBER_END + next[layer];
    }),
  };
}

function keys(words: readonly Word[], layer: LayerKind): string[] {
  return words.map((word) => word[layer]);
}

/**
 * Returns the keys of an area whose whole name consists of these words, and those of an aimag with that name.
 */
export function areaKeys(words: readonly string[], layer: LayerKind): { area: string; aimag: string } {
  const [aimag] = wordsOf('аймаг');
  return { area: joinedKey(words), aimag: joinedKey([...words, aimag[layer]]) };
}

/** Returns the words as typed, followed by the words without the request words. */
export function typedWords(text: string): AskedWords[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return [words, ...withoutRequest(text, words).map(wordsOf)].filter((each) => each.length > 0);
}

export { NUMBER_END };

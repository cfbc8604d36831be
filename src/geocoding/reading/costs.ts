import type { MatchGroup } from '../finding/forward-hit.js';

/**
 * The cost of each way to interpret a query. The cheapest reading wins. A cost of 1 corresponds roughly to
 * one word of a name that is not on the map. Each cost was tested on lists of real addresses, at zero and at
 * three times its value.
 */
export const COSTS = {
  /**
   * The cost per match group of the lookup. A match by address (5) is as good as a match at the beginning of
   * a name.
   */
  group: { 1: 0, 2: 1, 3: 2, 4: 5, 5: 1, 6: 4, 7: 8 } satisfies Record<MatchGroup, number>,
  /** A name that only sounds like the query: o for ө, or a long vowel. */
  readsAlike: 0.5,
  /** The search used another form of the words because no place has the name as typed. */
  relaxed: 2,
  /** Words are omitted from a query that does not name an area, so the result may be anywhere. */
  leftOutAnywhere: 6,
  /** The same cost for a query of fewer than four words. */
  leftOutOfShort: 2,
  /** A town with no place of the requested kind, either inside or nearby. */
  kindNotInTown: 2,
  /** This cost is so high that places outside the areas named in the query are never the result. */
  outside: 40,

  /** Added for each point by which the score of a chain of areas is below that of the best chain. */
  shorterChain: 0.5,
  /** «Улаанбаатар аймаг»: people mix up the words for areas. */
  wrongAreaWord: 1,
  /** «Булган, Аймгийн Засаг даргын тамгын газар»: the word for a kind of area belongs to a name. */
  areaWordOfName: 0.1,
  /** «Увс аймгийн төвд», for a place outside the aimag's center. */
  notInCentre: 0.2,
  areaInCase: 0.5,
  areaReadsAlike: 0.3,
  areaMisspelt: 2,
  /** A named area that does not fit the other areas, or a khoroo or bag without the named place. */
  areaLeftOut: 4.5,
  /** An area that is not the most prominent area with its name. */
  otherNamesake: 0.3,
  /** A word that was completed because the user is still typing it. */
  completed: 0.2,

  /** A respelled word. */
  inCase: 0.9,
  /** A German or French spelling: Tschoibalsan, Tchoïbalsan. */
  foreign: 1,
  /** Typed on another keyboard, or letter by letter: «кэй эф си» is KFC. */
  otherKeyboard: 2,
  /**
   * A query with punctuation inside its words, typed with keys that are letters on another keyboard:
   * «ekffy,ffnfh».
   */
  keySigns: 0.4,
  perError: 3,

  /**
   * A word that is omitted. A word that does not occur in any name matters less, because half of all names
   * are not on the map.
   */
  unknownWord: 1,
  knownWord: 2.5,
  /** гудамж, байр, төв: a word for the kind rather than a name. */
  addressWord: 0.7,
  /**
   * A word for a kind of place, which matters more because a pharmacy, for example, cannot be replaced by any
   * other nearby place.
   */
  kindWord: 4,
  /**
   * A word for a kind of place, if the house number is kept: the place is in that house, even if the place is
   * not on the map.
   */
  kindInHouse: 1.5,
  crossing: 8,
  /** A different number means a different place. */
  number: 3,
  side: 0.5,
  /** «авчих», «2 хүн» */
  talk: 0.2,
  /** A word for a landmark next to the place. */
  landmark: 0.8,
  /** The letter before a number, as in С47. */
  letter: 0.3,
  /**
   * The 30 in «Дэнж 63-30 тоот», if a house with that number exists. Otherwise the number is a door number.
   */
  plot: 1.5,
  /** ХХК, LLC */
  formOfLaw: 0.1,
  /** The company's name is omitted from a query that does not name an area. */
  companyAlone: 2,
  /** A company's name that precedes its legal form. */
  company: 0.4,
  /** A name next to a landmark that the query mentions. */
  beside: 0.5,
  /** Some of the words occur only in the names of the place's surroundings, not in the place's own name. */
  aroundOnly: 1.4,
  /** The area itself is returned for a query that names a place in the area. */
  areaAlone: 1,
  /** «ХУД-15»: a khoroo named without the word «хороо». */
  khorooByNumber: 0.2,
  /** A khoroo that is missing from the district's khoroos in the data, so its number is omitted. */
  missingPart: 3,
  /** Apart from areas, only numbers remain, so a place with such a number is a guess. */
  bareNumber: 5,
} as const;

/** A reading that costs more than this may be wrong, so the search tries other readings. */
export const DOUBTFUL = 3;

import type { MatchGroup } from '../finding/forward-hit.js';

/**
 * The cost of each way to read a query. The cheapest reading wins. A cost of 1 corresponds to about one word
 * of a name that is not on the map. Each cost was tested at zero and at three times its value, on lists of
 * real addresses.
 */
export const COSTS = {
  /**
   * Per match group of the lookup. A match by address (5) is as good as a match at the beginning of a name.
   */
  group: { 1: 0, 2: 1, 3: 2, 4: 5, 5: 1, 6: 4, 7: 8 } satisfies Record<MatchGroup, number>,
  /** A name that only sounds alike: o for ө, or a long vowel. */
  readsAlike: 0.5,
  /** The search used another form of the words, because no place has the typed name. */
  relaxed: 2,
  /** Words are left out of a query that does not name an area, so the result may be anywhere. */
  leftOutAnywhere: 6,
  /** The same for a query of fewer than four words. */
  leftOutOfShort: 2,
  /** A town that has no place of the kind, inside or nearby. */
  kindNotInTown: 2,
  /** Places outside the areas that the query names are never the answer. */
  outside: 40,

  /** Added for each point by which a chain of areas scores below the best one. */
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
  /** A named area that does not fit the others. */
  areaLeftOut: 4.5,
  /** An area that is not the most prominent one with its name. */
  otherNamesake: 0.3,
  /** A completed word that the user is still typing. */
  completed: 0.2,

  /** A respelled word. */
  inCase: 0.9,
  /** A German or French spelling: Tschoibalsan, Tchoïbalsan. */
  foreign: 1,
  otherKeyboard: 2,
  /** A query with punctuation inside its words, whose keys are letters on another keyboard: «ekffy,ffnfh». */
  keySigns: 0.4,
  perError: 3,

  /**
   * A word that is left out. A word that is in no name matters less, because half of all names are not on the
   * map.
   */
  unknownWord: 1,
  knownWord: 2.5,
  /** гудамж, байр, төв: a word for the kind rather than a name. */
  addressWord: 0.7,
  /** A word for a kind of place: a pharmacy cannot be replaced by any place nearby. */
  kindWord: 4,
  /**
   * A word for a kind of place in a house whose number is kept: the place is in that house, even if it is not
   * on the map.
   */
  kindInHouse: 1.5,
  crossing: 8,
  /** A different number means a different place. */
  number: 3,
  side: 0.5,
  /** «авчих», «2 хүн» */
  talk: 0.2,
  /** A word for a landmark beside the place. */
  landmark: 0.8,
  /** The letter before a number, as in С47. */
  letter: 0.3,
  /** The 30 in «Дэнж 63-30 тоот», if there is a house with that number. Otherwise it is a door. */
  plot: 1.5,
  /** ХХК, LLC */
  formOfLaw: 0.1,
  /** The company's name is left out of a query that does not name an area. */
  companyAlone: 2,
  /** A company's name before its legal form. */
  company: 0.4,
  /** A name beside a landmark that the query mentions. */
  beside: 0.5,
  /** Some of the words are found only in the place's surroundings rather than in its name. */
  aroundOnly: 1.4,
  /** The area itself, for a query that names a place in the area. */
  areaAlone: 1,
  /** «ХУД-15»: a khoroo without the word «хороо». */
  khorooByNumber: 0.2,
  /** A khoroo that is not among the district's khoroos in the data, so its number is left out. */
  missingPart: 3,
  /** Apart from areas, only numbers are left, so a place with such a number is a guess. */
  bareNumber: 5,
} as const;

/** A reading that costs more than this may be wrong, so the search tries others. */
export const DOUBTFUL = 3;

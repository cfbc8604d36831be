import type { MatchGroup } from '../finding/forward-hit.js';

/**
 * The cost of each way to read a text. The cheapest reading wins. 1 is about one word of a name that no map
 * has. Each cost was tried at nothing and at three times its value over lists of real addresses.
 */
export const COSTS = {
  /** By match group of the lookup. An address (5) is as good as a beginning. */
  group: { 1: 0, 2: 1, 3: 2, 4: 5, 5: 1, 6: 4, 7: 8 } satisfies Record<MatchGroup, number>,
  /** A name that only reads alike: o for ө, a long vowel. */
  readsAlike: 0.5,
  /** The search used another form of the words, because nothing has the typed name. */
  relaxed: 2,
  /** Words are left out of a text that names no area, so the result may be anywhere. */
  leftOutAnywhere: 6,
  /** The same for a text of fewer than four words. */
  leftOutOfShort: 2,
  /** A town without anything of the kind, inside or near. */
  kindNotInTown: 2,
  /** Things outside the areas that the text names are never the answer. */
  outside: 40,

  /** For each point by which a chain of areas is worse than the best one. */
  shorterChain: 0.5,
  /** «Улаанбаатар аймаг»: people mix up the words for areas. */
  wrongAreaWord: 1,
  /** «Булган, Аймгийн Засаг даргын тамгын газар»: the word for an area belongs to a name. */
  areaWordOfName: 0.1,
  /** «Увс аймгийн төвд», for a thing outside its centre. */
  notInCentre: 0.2,
  areaInCase: 0.5,
  areaReadsAlike: 0.3,
  areaMisspelt: 2,
  /** A named area that does not fit the others. */
  areaLeftOut: 4.5,
  /** A namesake other than the most prominent one. */
  otherNamesake: 0.3,
  /** A word that is still being typed, completed. */
  completed: 0.2,

  /** A word in another spelling. */
  inCase: 0.9,
  /** As Germans and the French write it: Tschoibalsan, Tchoïbalsan. */
  foreign: 1,
  otherKeyboard: 2,
  /** A text with signs in its words, whose keys are letters: «ekffy,ffnfh». */
  keySigns: 0.4,
  perError: 3,

  /** A word that is left out. A word in no name says least: the map lacks half of all names. */
  unknownWord: 1,
  knownWord: 2.5,
  /** гудамж, байр, төв: the kind instead of the name. */
  addressWord: 0.7,
  /** A pharmacy cannot be replaced by any place nearby. */
  kindWord: 4,
  /** A pharmacy in a house that is kept is there, even if the map lacks it. */
  kindInHouse: 1.5,
  crossing: 8,
  /** Another number is another thing. */
  number: 3,
  side: 0.5,
  /** «авчих», «2 хүн» */
  talk: 0.2,
  /** A word of a landmark beside the place. */
  landmark: 0.8,
  /** The С of С47. */
  letter: 0.3,
  /** The 30 of «Дэнж 63-30 тоот», if a house has it. Otherwise it is a door. */
  plot: 1.5,
  /** ХХК, LLC */
  formOfLaw: 0.1,
  /** A text without the company's name in it, if it names no area. */
  companyAlone: 2,
  /** The name of a company, before its form of law. */
  company: 0.4,
  /** A name beside a landmark of the text. */
  beside: 0.5,
  /** Only the surroundings have some of the words, not its name. */
  aroundOnly: 1.4,
  /** The area itself, for a text that names something in it. */
  areaAlone: 1,
  /** «ХУД-15»: a khoroo without the word for one. */
  khorooByNumber: 0.2,
  /** A khoroo that the data do not have in the district, so that its number is left out. */
  missingPart: 3,
  /** Only numbers are left besides areas, so the thing with such a number is a guess. */
  bareNumber: 5,
} as const;

/** A reading that costs more may be wrong, so the search tries others. */
export const DOUBTFUL = 3;

/** Matches email addresses and web addresses, including the word that introduces them. */
const CONTACTS = new RegExp(
  String.raw`[\s,;(]*(?:(?:e-?mail|и-?мэйл|имэйл|мэйл|веб|web)\s*:?\s*)?` +
    String.raw`(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?://|www\.)\S+)\)?`,
  'giu',
);
const MAY_BE_CONTACT = /[@:：]|www\./i;
/** Matches a shop's opening hours. */
const HOURS = /[\s,;|(]*\b\d{1,2}:\d{2}\s*[-–—]\s*\d{1,2}:\d{2}\)?/gu;
/** Matches the label before opening hours. */
const HOURS_LABEL = /[\s.,;|(]*(?:цагийн\s+хуваарь|ажлын\s+цаг|ажиллах\s+цаг)\s*[:：]?(?=[\s,;]|$)/giu;
/** «63т» is 63 тоот. */
const SHORT_DOOR = /(\d)\s?т\.?(?=[\s,;)]|$)/giu;

/** Matches the label that precedes an address in a list: «Хаяг: БЗД, 8-р хороо». */
const LABEL =
  /^\s*(?:манай\s+)?(?:хаяг|байршил|салбар|дэлгүүр|оффис|адрес|address|location|branch|office)\s*[:：]\s*/iu;

/** Matches a negated part: «49 биш 56-р гудамж», «Энх биш Билэг». */
const NOT_NUMBER = /(?<![\p{L}\p{N}])\d+(?:-?р)?\s+биш,?\s+(?=\d)/giu;
const NOT_MEANT = /(?<=^|[,;]\s*)(?:[^\s,;]+\s+){1,4}биш,?\s+(?=\S)/giu;
const NOT_WORD = /\s[^\s,;]+\s+биш(?=[\s,])/giu;

/** Words that mean «across the road». */
const ACROSS = /замын\s+эсрэг(?=\s)/giu;

const IN = 'во?|на';
const NEAR = String.raw`возле|около|напротив|рядом\s+с|недалеко\s+от`;
/**
 * Matches the name of a place in the case that a Russian preposition requires: «в Дархане», «возле вокзала».
 */
const IN_RUSSIAN = new RegExp(String.raw`(?<=\s)(?:${IN})\s+(\p{Lu}[\p{L}-]*)(?=[\s,]|$)`, 'gu');
const NEAR_RUSSIAN = new RegExp(
  String.raw`(?<=\s)(?:${NEAR})\s+(\p{L}[\p{L}-]*|\d+(?:-?р)?)(?=[\s,]|$)`,
  'gu',
);
const RUSSIAN_CASE = /(?<=\p{Script=Cyrillic}{2}[бвгджзйклмнпрстфхцчшщ])(?:ом|ой|е|а|у|ы)$/u;

/** Matches a part of each text that one of the patterns above matches. Few queries have such a part. */
const MAY_CHANGE = new RegExp(String.raw`[@:：]|www\.|\d\s?т|биш|эсрэг|цаг|\s(?:${IN}|${NEAR})\s`, 'iu');

/**
 * Returns a query in the form for reading: without the label of an address, email addresses, web pages, hours
 * and negated parts, with «63т» as 63 тоот, and with «в Дархане» as Дархан. Returns the same string if there
 * is nothing to change.
 */
export function plainText(typed: string): string {
  if (!MAY_CHANGE.test(typed)) return typed;
  const text = withoutPrepositions(typed.replace(SHORT_DOOR, '$1 тоот'));
  const bare = MAY_BE_CONTACT.test(text)
    ? text.replace(CONTACTS, '').replace(HOURS, '').replace(LABEL, '')
    : text;
  const rest = bare
    .replace(HOURS_LABEL, '')
    .replace(ACROSS, 'эсрэг')
    .replace(NOT_NUMBER, '')
    .replace(NOT_MEANT, '')
    .replace(NOT_WORD, '');
  return /[\p{L}\p{N}]/u.test(rest) ? rest : typed;
}

function withoutPrepositions(text: string): string {
  return text
    .replace(IN_RUSSIAN, (_, place: string) => place.replace(RUSSIAN_CASE, ''))
    .replace(NEAR_RUSSIAN, (_, place: string) => `near ${place.replace(RUSSIAN_CASE, '')}`);
}

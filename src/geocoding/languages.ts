import { englishText } from '../text/english-name.js';
import { latinText } from '../text/romanise.js';

/** The languages of names and addresses; `mn-Latn` is Mongolian in Latin letters. */
export const LANGUAGES = ['mn', 'en', 'mn-Latn', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];
/** The languages in which a name can be generated from the Mongolian name. */
export type LatinLanguage = 'en' | 'mn-Latn';

/** Per language and kind of area: the word for the kind, followed by its synonyms. */
const KIND_WORDS: Readonly<Record<LatinLanguage, Readonly<Record<string, [word: string, same: RegExp]>>>> = {
  en: {
    aimag: ['aimag', /aimag|province/i],
    soum: ['soum', /\b(soum|sum)$/i],
    district: ['District', /district|d[uü]+reg/i],
  },
  'mn-Latn': {
    aimag: ['aimag', /aimag$/i],
    soum: ['sum', /\bsum$/i],
    district: ['düüreg', /d[uü]+reg$/i],
  },
};

/**
 * Returns the name of an area as it appears in an address in Latin letters: `Nomgon soum`, `Khan-Uul
 * District`.
 */
export function latinLabel(type: string, name: string, language: LatinLanguage): string {
  const kind = KIND_WORDS[language][type];
  return kind === undefined || kind[1].test(name) ? name : `${name} ${kind[0]}`;
}

/**
 * Romanizes the name of an area that has no Latin spelling in the data; `label` is the area's form in a
 * Mongolian address.
 */
export function romanisedArea(type: string, label: string, language: LatinLanguage): string {
  const khoroo = language === 'en' && type === 'khoroo' ? /(\d+)-р хороо$/.exec(label) : null;
  if (khoroo !== null) return `${ordinal(Number(khoroo[1]))} khoroo`;
  const hasWord = language === 'en' && KIND_WORDS.en[type] !== undefined;
  return language === 'en' ? englishText(hasWord ? withoutKind(label) : label) : latinText(label);
}

/** Returns an English ordinal: 22nd, 3rd, 11th. */
function ordinal(number: number): string {
  const tens = Math.floor(number / 10) % 10;
  return `${number}${(tens === 1 ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10]) ?? 'th'}`;
}

/** Returns the label without the word for the kind of area. */
export function withoutKind(label: string): string {
  return label.replace(/\s+(аймаг|сум|дүүрэг|хот)$/i, '');
}

/** Whether the names are equal, or one is a Latin spelling of the other. */
export function isSameName(name: string, shown: string): boolean {
  return name === shown || latinText(name) === latinText(shown);
}

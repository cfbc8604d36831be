/** MNS 5217:2012, the Mongolian standard for writing Cyrillic in Latin letters. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'ye',
    ё: 'yo',
    ж: 'j',
    з: 'z',
    и: 'i',
    й: 'i',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'n',
    о: 'o',
    ө: 'ö',
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    у: 'u',
    ү: 'ü',
    ф: 'f',
    х: 'kh',
    ц: 'ts',
    ч: 'ch',
    ш: 'sh',
    щ: 'sh',
    ъ: 'i',
    ы: 'y',
    ь: 'i',
    э: 'e',
    ю: 'yu',
    я: 'ya',
  }),
);

/**
 * The text with its Cyrillic letters in Latin by MNS 5217:2012. Everything else stays. Capitals stay
 * capitals: Сүхбаатар becomes Sükhbaatar.
 */
export function romanise(text: string): string {
  let out = '';
  for (const letter of text.normalize('NFC')) {
    const lower = letter.toLowerCase();
    const latin = LETTERS.get(lower);
    if (latin === undefined) out += letter;
    else out += letter === lower ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  }
  return out;
}

/** Letters of Kazakh, Buryat and Russian names, and of an old code page, which the standard does not name. */
const OTHER_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ ә: 'a', ғ: 'g', қ: 'k', ң: 'ng', ұ: 'u', һ: 'h', і: 'i' },
    ...{ є: 'ö', ї: 'ü', ў: 'u', ґ: 'g', ј: 'j', ѓ: 'g', ќ: 'k', њ: 'n', љ: 'l', џ: 'j', ђ: 'd', ћ: 'ch' },
  }),
);

/** Like romanise(), but no Cyrillic letter stays: other languages are written letter by letter as well. */
export function latinText(text: string): string {
  return romanise(text).replace(/\p{Script=Cyrillic}/gu, (letter) => {
    const latin = OTHER_LETTERS.get(letter.toLowerCase()) ?? '';
    return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });
}

/** Whether all letters of the text are Latin, and it has a letter or a digit. */
export function isLatin(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !/[^\P{L}\p{Script=Latin}]/u.test(text);
}

/** Letters of traditional script from U+1820 on, in the order of Unicode. */
const TRADITIONAL_LETTERS =
  'a e i o u ö ü e n ng b p kh g m l s sh t d c j y r v f k kh ts z h j lkh j ch'.split(' ');
const FIRST_LETTER = 0x1820;
const FIRST_DIGIT = 0x1810;
/** Joins a vowel at the end that is written apart, so that fonts do not connect over it. */
const APART = '\u180e';

/** How to read words that are spelt as they sounded 800 years ago, one step after the other. */
const READINGS: readonly (readonly [RegExp, string])[] = [
  [/([aeoöuü])yi/g, '$1i'],
  [/([aeoöuü])g\1/g, '$1$1'],
  [/ag(u)|eg(ü)/g, '$1$1$2$2'],
  [/(?<!t)s(?=i)/g, 'sh'],
  [/c(?=i)/g, 'ch'],
  [/c(?!h)/g, 'ts'],
  [/j(?!i)/g, 'z'],
];

/**
 * A text in traditional Mongolian script in Latin letters, each word with a capital: ᠤᠯᠠᠭᠠᠨ is Ulaan. The
 * script does not determine today's spelling of a word, so the text is a name for reading and searching, not
 * always the Cyrillic one.
 */
export function traditionalInLatin(text: string): string {
  let latin = '';
  for (const sign of text) {
    const code = sign.charCodeAt(0);
    const digit = code - FIRST_DIGIT;
    if (digit >= 0 && digit <= 9) latin += String(digit);
    else if (TRADITIONAL_LETTERS[code - FIRST_LETTER] !== undefined)
      latin += TRADITIONAL_LETTERS[code - FIRST_LETTER];
    else if (sign === APART) latin += APART;
    // Signs for the form of a letter, and the narrow blank before a case, are within a word.
    else if (!/[\u180a-\u180f\u202f]/.test(sign)) latin += ' ';
  }
  for (const [written, read] of READINGS) latin = latin.replace(written, read);
  return latin
    .replaceAll(APART, '')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(^| )\p{L}/gu, (first) => first.toUpperCase());
}

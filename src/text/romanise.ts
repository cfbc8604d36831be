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
 * Returns the text with Cyrillic letters converted to Latin ones by MNS 5217:2012. Other characters are left
 * unchanged. Capital letters remain capital: Сүхбаатар becomes Sükhbaatar.
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

/**
 * Letters that the standard does not cover: letters that occur in Kazakh, Buryat and Russian names, and
 * letters of an old code page.
 */
const OTHER_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ ә: 'a', ғ: 'g', қ: 'k', ң: 'ng', ұ: 'u', һ: 'h', і: 'i' },
    ...{ є: 'ö', ї: 'ü', ў: 'u', ґ: 'g', ј: 'j', ѓ: 'g', ќ: 'k', њ: 'n', љ: 'l', џ: 'j', ђ: 'd', ћ: 'ch' },
  }),
);

/** Like romanise(), but converts every Cyrillic letter, including letters of other languages. */
export function latinText(text: string): string {
  return romanise(text).replace(/\p{Script=Cyrillic}/gu, (letter) => {
    const latin = OTHER_LETTERS.get(letter.toLowerCase()) ?? '';
    return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });
}

/** Whether all letters of the text are Latin and it contains a letter or digit. */
export function isLatin(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !/[^\P{L}\p{Script=Latin}]/u.test(text);
}

/** The letters of the traditional script from U+1820 on, in Unicode order. */
const TRADITIONAL_LETTERS =
  'a e i o u ö ü e n ng b p kh g m l s sh t d c j y r v f k kh ts z h j lkh j ch'.split(' ');
const FIRST_LETTER = 0x1820;
const FIRST_DIGIT = 0x1810;
/**
 * A character that precedes a separately written final vowel, so that fonts do not connect the vowel to the
 * previous letter.
 */
const APART = '\u180e';

/**
 * Rules for reading words whose spelling shows how they sounded 800 years ago. The rules are applied in
 * order.
 */
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
 * Converts a text in traditional Mongolian script to Latin letters and capitalizes each word: ᠤᠯᠠᠭᠠᠨ becomes
 * Ulaan. The script does not determine a word's modern spelling, so the result can be read and searched, but
 * does not always match the Cyrillic name.
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
    // Characters that select a letter's shape, and the narrow space before a case suffix, occur within a
    // word.
    else if (!/[\u180a-\u180f\u202f]/.test(sign)) latin += ' ';
  }
  for (const [written, read] of READINGS) latin = latin.replace(written, read);
  return latin
    .replaceAll(APART, '')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(^| )\p{L}/gu, (first) => first.toUpperCase());
}

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

/** As romanise(), but no Cyrillic letter stays: other languages are written letter by letter too. */
export function latinText(text: string): string {
  return romanise(text).replace(/\p{Script=Cyrillic}/gu, (letter) => {
    const latin = OTHER_LETTERS.get(letter.toLowerCase()) ?? '';
    return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });
}

/** Whether all letters of the text are Latin ones, and there is a letter or a digit. */
export function isLatin(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !/[^\P{L}\p{Script=Latin}]/u.test(text);
}

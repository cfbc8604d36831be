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

/** Ways to type a text differently. Each says null where it has nothing to change. */
export type Way = (text: string) => string | null;

const LETTERS = new Map(
  Object.entries({
    ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'yo', ж: 'j', з: 'z', и: 'i', й: 'i', к: 'k' },
    ...{ л: 'l', м: 'm', н: 'n', о: 'o', ө: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ү: 'u', ф: 'f' },
    ...{ х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sh', ъ: '', ы: 'i', ь: 'i', э: 'e', ю: 'yu', я: 'ya' },
  }),
);
/** Of the Mongolian layout, and of the English one, key by key. */
const MONGOLIAN_KEYS = 'фцужэнгшүзкъйыбөахролдпячёсмитьв';
const ENGLISH_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";

function latin(text: string): string {
  return [...text]
    .map((letter) => {
      const small = LETTERS.get(letter.toLowerCase());
      if (small === undefined) return letter;
      return letter === letter.toLowerCase() ? small : small.charAt(0).toUpperCase() + small.slice(1);
    })
    .join('');
}

/** Two letters in the middle of the longest word change places. */
function typo(text: string): string | null {
  const words = text.match(/\p{L}+/gu) ?? [];
  const word = words.reduce((longest, own) => (own.length > longest.length ? own : longest), '');
  if (word.length < 6) return null;
  const middle = Math.floor(word.length / 2);
  const at = word[middle - 1] === word[middle] ? middle + 1 : middle;
  if (at >= word.length || word[at - 1] === word[at]) return null;
  return text.replace(word, word.slice(0, at - 1) + word[at] + word[at - 1] + word.slice(at + 1));
}

/** The vowel of an ending after the last vowel of a word; а after all others. */
const SUFFIX_VOWEL = new Map(Object.entries({ о: 'о', ё: 'о', ө: 'ө', э: 'э', е: 'э', ү: 'э' }));

/** The last word in the dative: Дарханд, Улиастайд, Баянхонгорт. */
function dative(text: string): string | null {
  const last = /\p{L}+$/u.exec(text)?.[0].toLowerCase();
  if (last === undefined || !/[а-яөүё]$/.test(last)) return null;
  const end = last.at(-1)!;
  if ('гсвр'.includes(end)) return `${text}т`;
  if ('аоуүэөиеяёюылнмйь'.includes(end)) return `${text}д`;
  const vowel = [...last].findLast((letter) => 'аоэөяёеуүю'.includes(letter)) ?? 'а';
  return `${text}${SUFFIX_VOWEL.get(vowel) ?? 'а'}д`;
}

function otherKeyboard(text: string): string {
  return [...text]
    .map((letter) => ENGLISH_KEYS[MONGOLIAN_KEYS.indexOf(letter.toLowerCase())] ?? letter)
    .join('');
}

/** In the order in which a pair of them is applied. */
export const WAYS: Readonly<Record<string, Way>> = {
  country: (text) => `Монгол улс, ${text}`,
  typo,
  case: dative,
  door: (text) => `${text}, 3 давхар, 12 тоот`,
  latin,
  keyboard: otherKeyboard,
  asks: (text) => `${text} хаана байна`,
  'where is': (text) => `where is ${text}`,
  going: (text) => `${text} руу явмаар байна`,
};

const ASKING = new Set(['asks', 'where is', 'going']);

/** Pairs that somebody may type: nobody asks twice, or types Latin letters on another keyboard. */
export function pairsOfWays(): [string, string][] {
  const names = Object.keys(WAYS);
  return names
    .flatMap((a, i) => names.slice(i + 1).map((b): [string, string] => [a, b]))
    .filter(([a, b]) => !(ASKING.has(a) && ASKING.has(b)) && !(a === 'latin' && b === 'keyboard'));
}

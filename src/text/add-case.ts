/**
 * Adds case endings to Mongolian names: Номин дэлгүүрээс, Дэнжийн мянгын. The ending takes its vowel (а, о,
 * э, ө) from the word, and some nouns insert an extra letter. strip-case.ts does the reverse for searches.
 */
export type Case = 'ablative' | 'genitive';

/** Nouns with a hidden н: хороо, хорооноос, хорооны. */
const HIDDEN_N = setOf(
  'хороо чөлөө даваа овоо гудамж байр мод хашаа банк ус ам рашаа хад чулуу өргөө өртөө салаа хөшөө захиргаа',
  'гүүр өрөө товчоо нуруу элс хүрхрээ яам үйлчилгээ хувцас хүнс боов хоршоо',
);
/** Nouns whose final н represents нг: байшин, байшингаас, байшингийн. */
const HIDDEN_G = setOf('байшин сан хүрээлэн үзэсгэлэн номин суурин мөрөн шуудан зуслан булан');
/** Nouns that drop their last vowel: буудал, буудлаас. Names keep the vowel: Улаанбаатараас. */
const FALLING = setOf(
  'буудал эмнэлэг булаг худаг тойрог хороолол ордон газар дүүрэг цамхаг хэлтэс тасаг аймаг хөтөл арал гутал',
);

/** A common noun drops its vowel, while a town's name keeps it: Сэлэнгэ мөрнөөс, Мөрөнгөөс. */
const FALLING_AS_WORD = 'мөрөн';

function setOf(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}

type Harmony = 'а' | 'о' | 'э' | 'ө';

/**
 * Maps each vowel to the vowel that it requires in following endings. The vowels й, и, ы, and е in loanwords
 * do not require a particular vowel, so they are not listed.
 */
const HARMONY: Readonly<Record<string, Harmony>> = {
  ...{ а: 'а', я: 'а', у: 'а', о: 'о', ё: 'о', э: 'э', ү: 'э', ө: 'ө' },
};
const CYRILLIC_WORD = /^[а-яёөү]*[аэоөуүияёеюы][а-яёөү]*$/i;

/**
 * Whether the last word can take endings, because it is neither a number nor an abbreviation and has no Latin
 * letters.
 */
export function takesEndings(name: string): boolean {
  const last = lastWordOf(name);
  return CYRILLIC_WORD.test(last) && last.length > 1 && (last.length > 5 || last !== last.toUpperCase());
}

/** Returns the name with the case ending added to its last word. `takesEndings` must be true for the name. */
export function inCase(name: string, wanted: Case): string {
  const last = lastWordOf(name);
  const before = name.slice(0, name.length - last.length);
  return before + (wanted === 'ablative' ? ablative(last) : genitive(last));
}

/**
 * Returns the name without its case ending if the ending belongs to a noun with an irregular letter:
 * овооноос, буудлаас.
 */
export function withoutOddEnding(name: string): string {
  const last = lastWordOf(name);
  const noun = nounOf().get(last.toLowerCase());
  return noun === undefined ? name : name.slice(0, name.length - last.length) + noun;
}

let odd: ReadonlyMap<string, string> | null = null;

/** Maps the ablative and genitive forms of irregular nouns to the nouns themselves. */
function nounOf(): ReadonlyMap<string, string> {
  return (odd ??= new Map([
    ...[...HIDDEN_N, ...HIDDEN_G, ...FALLING].flatMap((noun) => [
      [ablative(noun), noun] as const,
      [genitive(noun), noun] as const,
    ]),
    // This is the town's name; the common noun is in the list above.
    ['мөрөнгөөс', FALLING_AS_WORD],
    ['мөрөнгийн', FALLING_AS_WORD],
  ]));
}

/** Returns the part of the name after the last space or hyphen. */
function lastWordOf(name: string): string {
  return name.slice(Math.max(name.lastIndexOf(' '), name.lastIndexOf('-')) + 1);
}

function harmonyOf(word: string): Harmony {
  const letters = word.toLowerCase();
  if (/[эе]й$/.test(letters)) return 'э';
  for (let i = letters.length - 1; i >= 0; i--) {
    const own = HARMONY[letters[i]];
    if (own !== undefined) return own;
  }
  return 'э';
}

const isBack = (harmony: Harmony): boolean => harmony === 'а' || harmony === 'о';

function ablative(word: string): string {
  const vowel = harmonyOf(word);
  const long = `${vowel}${vowel}с`;
  const lower = word.toLowerCase();
  if (word === FALLING_AS_WORD) return withoutLastVowel(word) + long;
  if (HIDDEN_N.has(lower)) return `${word}н${long}`;
  if (HIDDEN_G.has(lower)) return `${word}г${long}`;
  if (FALLING.has(lower)) return withoutLastVowel(word) + long;
  if (isShortEnd(lower)) return word.slice(0, -1) + long;
  // Loanwords: компаниас.
  if (lower.endsWith('и')) return `${word}${vowel}с`;
  if (lower.endsWith('ь')) return `${word.slice(0, -1)}и${vowel}с`;
  return endsWithVowel(lower) ? `${word}г${long}` : word + long;
}

function genitive(word: string): string {
  const lower = word.toLowerCase();
  const back = isBack(harmonyOf(word));
  if (word === FALLING_AS_WORD) return `${withoutLastVowel(word)}ий`;
  if (HIDDEN_N.has(lower)) return word + (back ? 'ны' : 'ний');
  if (HIDDEN_G.has(lower)) return `${word}гийн`;
  if (isShortEnd(lower)) return word.slice(0, -1) + (back ? 'ын' : 'ийн');
  const stem = FALLING.has(lower) ? withoutLastVowel(word) : word;
  const end = stem.slice(-1).toLowerCase();
  if (end === 'й') return `${stem}н`;
  if (end === 'ь' || end === 'и') return `${stem.slice(0, -1)}ийн`;
  if (endsWithVowel(lower) && stem === word) return `${word}гийн`;
  if (end === 'н') return stem + (back ? 'ы' : 'ий');
  return stem + (back && !'жчшгк'.includes(end) ? 'ын' : 'ийн');
}

/** Example: Буудал becomes Будл. */
function withoutLastVowel(word: string): string {
  return word.replace(/[аоэөи]([^аоэөи]*)$/i, '$1');
}

/** Whether the word ends with a native word's short vowel, which the ending replaces: Сэлэнгэ, Сэлэнгээс. */
function isShortEnd(lower: string): boolean {
  return /[^аэоөуүияёеюый][аэө]$/.test(lower);
}

function endsWithVowel(lower: string): boolean {
  return /[аэоөуүияёеюый]$/.test(lower);
}

/**
 * Endings of ordinals. People write numbers as 4, 4-р, 4 р, 4r, 4-дүгээр, 4th, дөрөвдүгээр, арван
 * гуравдугаар. All keys in this file are strict keys of fold.ts: ү is u and double letters are single,
 * so дугаар and дүгээр differ only by vowel harmony.
 */
const ENDINGS = ['dugar', 'duger', 'dahi', 'dehi', 'dah', 'deh'];

/**
 * English endings stand right behind the digits only (`1st`). Those of APART may also stand apart (`4r`,
 * `4 r`).
 */
const ENGLISH = new Set(['st', 'nd', 'rd', 'th']);
const APART = new Set(['r', ...ENDINGS]);

const STEMS: readonly (readonly [key: string, value: number])[] = [
  ['neg', 1],
  ['hoior', 2],
  ['gurav', 3],
  ['dorov', 4],
  ['tav', 5],
  ['zurga', 6],
  ['dolo', 7],
  ['dol', 7],
  ['naim', 8],
  ['es', 9],
  ['arav', 10],
  ['hori', 20],
  ['guq', 30],
  ['doq', 40],
  ['tavi', 50],
  ['jar', 60],
  ['dal', 70],
  ['nai', 80],
  ['er', 90],
];

/** арван, хорин ... before an ordinal: арван гуравдугаар is 13. */
const TENS: ReadonlyMap<string, number> = new Map([
  ['arvan', 10],
  ['horin', 20],
  ['guqin', 30],
  ['doqin', 40],
  ['tavin', 50],
  ['jaran', 60],
  ['dalan', 70],
  ['naian', 80],
  ['eren', 90],
]);

/** The stems as words of their own, before an ending that stands apart: арав дугаар. */
const APART_STEMS: ReadonlyMap<string, number> = new Map([
  ...STEMS,
  ['zurgan', 6],
  ['dolon', 7],
  ['horin', 20],
  ['guqin', 30],
  ['doqin', 40],
]);

const ORDINALS: ReadonlyMap<string, number> = new Map(
  STEMS.flatMap(([key, value]) => ENDINGS.map((ending) => [key + ending, value] as const)),
);

/**
 * Whether a word after a number only makes it an ordinal. `isAttached` says that nothing stands between them.
 */
export function isOrdinalSuffix(key: string, isAttached: boolean): boolean {
  return APART.has(key) || (isAttached && ENGLISH.has(key));
}

/**
 * The number that the words from `at` on name as an ordinal, and how many words it takes. Null when they
 * name none.
 */
export function ordinalAt(keys: readonly string[], at: number): { value: number; length: number } | null {
  const word = keys[at];
  const alone = ORDINALS.get(word);
  if (alone !== undefined) return { value: alone, length: 1 };
  const stem = APART_STEMS.get(word);
  if (stem !== undefined && at + 1 < keys.length && ENDINGS.includes(keys[at + 1]))
    return { value: stem, length: 2 };
  const tens = TENS.get(word);
  const unit = at + 1 < keys.length ? ORDINALS.get(keys[at + 1]) : undefined;
  if (tens !== undefined && unit !== undefined && unit < tens) return { value: tens + unit, length: 2 };
  return null;
}

const BEGINNINGS = new Set([...ORDINALS.keys(), ...APART_STEMS.keys(), ...TENS.keys()]);

/** Whether an ordinal may begin with the word. */
export function beginsOrdinal(key: string): boolean {
  return BEGINNINGS.has(key);
}

const ROMAN: ReadonlyMap<string, number> = new Map([
  ['ii', 2],
  ['iii', 3],
  ['iv', 4],
  ['vi', 6],
  ['vii', 7],
  ['viii', 8],
  ['ix', 9],
  ['xi', 11],
  ['xii', 12],
  ['xiii', 13],
  ['xiv', 14],
  ['xv', 15],
  ['xvi', 16],
]);

/**
 * The value of a lower-case Roman numeral, also when typed with the Cyrillic і and х. Numerals of one
 * letter are not read, as the letter may be an initial.
 */
export function romanValue(word: string): number | null {
  return ROMAN.get(word.replaceAll('і', 'i').replaceAll('х', 'x')) ?? null;
}

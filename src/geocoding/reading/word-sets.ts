import { canonicalWords } from '../../text/canonical.js';
import { stemsOf } from '../../text/strip-case.js';
import { keysIn, wordsOf, type TypedWord, type Word } from '../../text/words.js';

/** The kinds of areas that people name in queries. */
export type AreaKind = 'khoroo' | 'bag' | 'district' | 'soum' | 'aimag' | 'city' | 'village';

const AREA_KINDS: ReadonlyMap<string, AreaKind> = new Map(
  (
    [
      ['хороо', 'khoroo'],
      ['баг', 'bag'],
      ['дүүрэг', 'district'],
      ['сум', 'soum'],
      ['аймаг', 'aimag'],
      ['хот', 'city'],
      ['тосгон', 'village'],
    ] as const
  ).map(([word, kind]) => [wordsOf(word)[0].strict, kind]),
);
const KNOWN = new Map<string, AreaKind | null>();
const MOST_KNOWN = 5000;

/**
 * Returns the kind of area that a word denotes, in any case and language, or null if it does not denote one.
 */
export function areaKindOf(word: Word): AreaKind | null {
  const key = `${word.strict} ${word.spelling}`;
  let kind = KNOWN.get(key);
  if (kind === undefined) {
    kind = null;
    for (const form of word.isNumber ? [] : [word, ...stemsOf(word)]) {
      const canonical = canonicalWords([form]);
      const [one] = canonical;
      kind = canonical.length === 1 && !isTemple(one) ? (AREA_KINDS.get(one.strict) ?? null) : null;
      if (kind !== null) break;
    }
    if (kind === 'soum' && isTemple(word)) kind = null;
    if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
    KNOWN.set(key, kind);
  }
  return kind;
}

const BASE_FORMS = keysIn('дүүрэг сум аймаг хот тосгон district soum sum aimag city town village province');

/** Whether a word for a kind of area is in a case other than the nominative: аймгийн. */
export function isInCase({ strict }: Word): boolean {
  return !BASE_FORMS.has(strict);
}

const [TEMPLE] = wordsOf('сүм');

/** Whether the word is сүм (temple), which folds to the same key as сум (soum). */
function isTemple({ strict, spelling }: Word): boolean {
  return strict.startsWith(TEMPLE.strict) && spelling[1] === TEMPLE.spelling[1];
}

/** Words that indicate that a person is at the place itself. */
export const AT = keysIn('гадаа гадна үүдэнд үүднээс дээр дээрээс тэнд тэндэх тэндээс хавьд хавьцаа руу луу');
/** Words that indicate the side of a landmark on which a place is, or that the place is nearby. */
export const SIDES: ReadonlySet<string> = new Set([
  ...keysIn('баруун зүүн урд урдаас урдах урагш урагшаа өмнө хойд хойно хойш хойшоо ар ард ардах'),
  ...keysIn('тал талд талын зүгт хажуу хажууд хажуугийн хажуух дэргэд дэргэдэх ойр ойролцоо ойролцоох'),
  ...keysIn('орчим орчимд орчмын эсрэг чанх харалдаа уулзвар уулзварт буланд дотор давхарт хашаанд'),
  ...keysIn('хаалга хаалганы доод доор доошоо дээш дээшээ цаана цааш наана'),
  ...keysIn('near next to opposite behind in front of close beside across from north south east west'),
  ...AT,
]);
/** Words for the parts of an address. These words do not show which street or house is meant. */
export const ADDRESS_WORDS = keysIn(
  'байр байранд байрны байшин гудамж гуд гудамжны street avenue road зам замын төв товчоо хотхон хотхоны ' +
    'хороолол тойруу өргөн чөлөө building tower center centre office эцэс буудал square хашаа',
);
/** Words for sides that also begin names: Баруун 4 зам. */
const NAME_BEGINNINGS = keysIn('баруун зүүн хойд урд өмнөд дунд');

/**
 * Whether a word indicates the side of a landmark on which a place is. At the beginning of a part, or after
 * another such word, a word indicates a side only if another such word follows, as in «урд талын»; otherwise
 * it begins a name: «Баруун 4 замын уулзвар».
 */
export function isSideAt(words: readonly TypedWord[], at: number): boolean {
  const { strict } = words[at].word;
  if (!SIDES.has(strict)) return false;
  const isBegun = isApart(words, at) || isLongSide(words[at - 1].word);
  const mayBegin = NAME_BEGINNINGS.has(strict) && isBegun && isClose(words, at + 1);
  return !mayBegin || SIDES.has(words[at + 1].word.strict);
}

/** «20-ын» has the key of the English «in». */
function isLongSide({ strict }: Word): boolean {
  return strict.length > 2 && SIDES.has(strict);
}

export const STREET_WORDS = keysIn('гудамж гудамжны гуд өргөн чөлөө street st avenue ave зам тойруу');
/** Kinds of places that are numbered: 26-р сургууль. */
export const NUMBERED_KINDS = keysIn(
  'сургууль сургуулийн school цэцэрлэг цэцэрлэгийн kindergarten эмнэлэг эмнэлгийн hospital',
);
export const QUARTER = keysIn('хороолол хорооллын хороололд хороололын khoroolol');
export const CROSSING = keysIn('уулзвар уулзварт crossing intersection');

const ABBREVIATION = /^[А-ЯӨҮA-Z]{2,3}$/;
/** ЧД-ийн, ЧД-н */
const CASE = /-\p{L}{1,3}$/u;
/** Abbreviations that people often type in lowercase. */
const ABBREVIATED =
  'бзд сбд худ бгд чд схд нд бнд бхд уб shd skd bzd sbd hud khud bgd chd sxd nd bnd bhd bkhd ub';
const IN_SHORT: ReadonlySet<string> = new Set(ABBREVIATED.split(' '));
const KEYS_IN_SHORT = keysIn(ABBREVIATED);

/** Whether a word may be an abbreviation for a district or the capital: БЗД, худ. */
export function isShortForArea({ typed }: TypedWord): boolean {
  const bare = typed.replace(CASE, '');
  return ABBREVIATION.test(bare) || IN_SHORT.has(bare.toLowerCase());
}

/** Whether the words may be one name of an area: Дарви сумын, бгд 1-р хор, 1-р баг, Баян. */
export function mayNameArea(words: readonly Word[]): boolean {
  const isKind = (word: Word, at: number): boolean =>
    (at === words.length - 1 || (at > 0 && words[at - 1].isNumber)) && areaKindOf(word) !== null;
  return KEYS_IN_SHORT.has(words[0].strict) || words.some(isKind);
}

/** Whether a word directly follows the previous word, with no comma or bracket in between. */
export function isClose(words: readonly TypedWord[], at: number): boolean {
  return at > 0 && at < words.length && /^[\s\-‐‑–.№]{0,3}$/.test(words[at].before);
}

/**
 * Whether punctuation separates a word from the previous word. Always `true` for the first word and for the
 * end of the query.
 */
export function isApart(words: readonly TypedWord[], at: number): boolean {
  return at <= 0 || at >= words.length || /[,;:()"“”«»—–|•·\n/]/.test(words[at].before);
}

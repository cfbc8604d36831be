import { signsOf } from './fold.js';
import { wordsOf, type Word } from './words.js';

/**
 * Words in a request that come before or after the place: «where is», «явмаар байна», «как доехать до».
 * Distinctive words identify a text as a request; the other words only accompany them. If a word has the same
 * signs in Latin and Cyrillic spelling, it needs only one entry (haana, хаана).
 */
interface Wording {
  /** Distinctive words with which people ask for the nearest place of a kind. */
  nearest: readonly string[];
  /**
   * Words that do not occur as separate words in names, so that a single one is enough to identify a request.
   */
  telling: readonly string[];
  other: readonly string[];
}

/** Words before the place. */
const BEFORE: Wording = {
  nearest: [
    ...['хамгийн ойр', 'хамгийн ойрын', 'хамгийн ойрхон', 'хамгийн ойролцоо', 'хамгийн ойролцоох'],
    ...['хамгийн ойрд', 'ойрхон', 'ойролцоо', 'ойролцоох', 'ойрын', 'nearest', 'closest', 'nearby'],
    ...['ближайший', 'ближайшая', 'ближайшее', 'ближайшие', 'ближайшую', 'ближайшего', 'ближайшей'],
    ...['nächste', 'nächster', 'nächstes', 'nächsten', 'in der nähe'],
  ],
  telling: [
    // Mongolian
    ...['хаана', 'хаагуур', 'яаж', 'хэрхэн', 'хүргэлтийн хаяг', 'хүргэх хаяг', 'хүргэх газар'],
    ...['очих газар', 'авах газар', 'буулгах газар', 'уулзах газар', 'захиалгыг'],
    ...['манай гэр', 'манай ажил', 'манай байр', 'гэр маань', 'ажил маань', 'такси дуудах'],
    // English
    ...['how', 'hows', 'where', 'wheres', 'take me', 'take us', 'bring me', 'drive me', 'get me', 'want'],
    ...['wanna', 'need', 'looking for', 'look for', 'show me', 'find me', 'tell me', 'go to', 'going to'],
    ...['directions', 'direction to', 'navigate to', 'way to', 'route to'],
    ...['is there', 'are there', 'distance to', 'would like', 'i am', 'im at', 'meet me', 'meet us'],
    ...['pick me', 'pick us', 'pick up', 'drop me', 'drop us', 'drop off', 'deliver to', 'delivery to'],
    ...['taxi to', 'address of', 'location of', 'entrance of'],
    // Russian
    ...['как', 'где', 'отвезите', 'довезите', 'подвезите', 'покажи', 'покажите', 'хочу', 'хотим', 'нужен'],
    ...['нужна', 'нужно', 'ищу', 'подскажите', 'дорога до', 'дорога к', 'маршрут до', 'путь до'],
    ...['такси до', 'возле', 'около', 'напротив', 'рядом с', 'заберите'],
    // German
    ...['wie', 'wo', 'ich möchte', 'ist hier', 'gibt es'],
  ],
  other: [
    ...['би', 'бид', 'бид нар', 'намайг', 'надад', 'биднийг', 'бидэнд', 'энд', 'эндээс', 'энэ хавьд', 'одоо'],
    ...['танд', 'та', 'сайн байна уу', 'сайн уу', 'bi', 'нөгөө', 'байгаа', 'байдаг', 'такси', 'ачаа'],
    ...['маргааш', 'өнөөдөр', 'өглөө', 'орой', 'шөнө', 'хүүе', 'чи', 'за'],
    ...['хаяг', 'адрес', 'захиалга', 'хүргэлт', 'манайх'],
    ...['do', 'does', 'can', 'could', 'would', 'should', 'i', 'im', 'id', 'we', 'you', 'u', 'me', 'my', 'us'],
    ...['get', 'to', 'go', 'is', 'are', 'the', 'a', 'an', 'there', 'any', 'some', 'for', 'like', 'please'],
    ...['see', 'visit', 'travel', 'reach', 'find', 'buy', 'eat', 'far', 'hello', 'hi', 'excuse me', 'what'],
    ...['which', 'and', 'it', 'located', 'at', 'from', 'of', 'off', 'up'],
    ...['доехать', 'добраться', 'дойти', 'попасть', 'проехать', 'пройти', 'проехать', 'поехать', 'найти'],
    ...[
      'купить',
      'поесть',
      'до',
      'в',
      'на',
      'к',
      'ко',
      'во',
      'находится',
      'находятся',
      'есть',
      'здесь',
      'тут',
    ],
    ...['мне', 'меня', 'от', 'нам', 'нас', 'мы', 'я', 'можно', 'самый', 'самая', 'самое', 'пожалуйста', 'ли'],
    ...['komme', 'kommen', 'ich', 'wir', 'zum', 'zur', 'nach', 'ist', 'sind', 'der', 'die', 'das', 'finde'],
    ...['ein', 'eine', 'einen', 'hier'],
  ],
};

/**
 * Words before a place that only occur after other request words. A text that begins with one of these words
 * is a name: off road.
 */
const LEADING_ON: ReadonlySet<string> = new Set(['at', 'from', 'of', 'off', 'up'].map(signsOfToken));
/** Words about a trip that may also be the place itself, most likely first: «такси хаана байна». */
const MAY_BE_PLACE = ['такси', 'ачаа', 'утас', 'орой', 'өглөө', 'шөнө'].map(signsOfToken);
/**
 * Words whose signs mean something else in the other script, such as `door` and доор, or `us` and ус (water).
 */
const IN_ONE_SCRIPT: ReadonlyMap<string, boolean> = new Map(
  [...['доор', 'өөд', 'за', 'утас', 'от', 'чи'], ...['us', 'at', 'up', 'an', 'id']].map((word) => [
    signsOfToken(word),
    isCyrillic(word),
  ]),
);

/** Words for people who are waiting, and for their cars. */
const PEOPLE: ReadonlySet<string> = new Set(
  ['хүн', 'хүнтэй', 'хүүхэдтэй', 'машин', 'машинтай', 'такси'].map(signsOfToken),
);

const MOST_FLOORS = 30;
/** Floors: «2 давхарт» and «2-р давхарт» mean on the second floor. */
const FLOORS = [
  ...['нэг', 'хоёр', 'гурван', 'дөрвөн', 'таван'],
  ...['нэгдүгээр', 'хоёрдугаар', 'гуравдугаар', 'дөрөвдүгээр', 'тавдугаар'],
  ...Array.from({ length: MOST_FLOORS }, (_, i) => String(i + 1)).flatMap((floor) =>
    ['', '-р', 'р', '-r', 'r'].map((ending) => floor + ending),
  ),
];

/**
 * Words after the place. Forms of the verbs in VERBS also count, as does a word for «way» that follows such a
 * form (орох замыг).
 */
const BEHIND: Wording = {
  nearest: [
    ...['ойрхон', 'хамгийн ойр', 'хамгийн ойрхон', 'хамгийн ойрын', 'хамгийн ойролцоо', 'хамгийн ойрд'],
    ...['энд ойр', 'надад ойр', 'эндээс ойр', 'энд ойролцоо', 'надад ойролцоо'],
    ...['near me', 'near here', 'nearby', 'close by', 'close to me', 'close to here', 'around me'],
    ...['around here', 'closest to me', 'nearest to me', 'nearest', 'closest'],
    ...['рядом', 'рядом со мной', 'поблизости', 'недалеко', 'неподалёку', 'ближайший', 'ближайшая'],
    ...['ближайшее', 'in der nähe'],
  ],
  telling: [
    ...['хаана', 'хаагуур', 'яаж', 'хэрхэн', 'хүртэл', 'хүртлээ', 'хэрэгтэй', 'хэрэгтэй байна', 'яаралтай'],
    ...['бн', 'bna', 'bgaa', 'хэдэн цаг', 'хэр хол', 'хэр удаан'],
    ...['хэдэн км', 'хэдэн километр', 'хэдэн минут', 'бий', 'бий юу'],
    // Words for the place itself: people who name a place and then say «there» mean the place they named.
    ...['дээр', 'тэнд', 'тэндээс', 'хавьд', 'хавьцаа', 'дээрээс', 'дэргэдээс', 'хажуугаас', 'урдаас'],
    ...['хойноос', 'дотроос', 'гаднаас', 'цаана', 'наана', 'өөд', 'дэргэдүүр', 'урдуур'],
    ...['үүдэнд', 'үүдэн дээр', 'хаалган дээр', 'орцон дээр', 'булан дээр', 'гарц дээр', 'хашаанд'],
    ...FLOORS.flatMap((floor) => [`${floor} давхарт`, `${floor} давхар`]),
    ...['гэсэн газар', 'гэдэг газар', 'гээд газар'],
    ...['гэх газар', 'нэртэй газар', 'байршил', 'газрын зураг', 'замын зураг'],
    ...['please', 'located', 'находится', 'пожалуйста', 'на карте'],
  ],
  other: [
    ...['вэ', 'бэ', 've', 'уу', 'үү', 'юу', 'юү', 'юм', 'юмаа', 'шүү', 'даа', 'дээ', 'гэж', 'гэсэн', 'гээд'],
    ...['руу', 'рүү', 'луу', 'лүү', 'ruu', 'luu', 'би', 'бид', 'намайг', 'надад', 'хүсч', 'хүсэж'],
    ...['чинь', 'маань', 'нь', 'энд', 'такси', 'ачаа', 'хурдан', 'гадна', 'доор', 'утас', 'хаяг', 'адрес'],
    ...['location', 'address'],
    ...[
      'болох',
      'болно',
      'болохыг',
      'байгаа',
      'одоо',
      'маргааш',
      'өнөөдөр',
      'is',
      'are',
      'me',
      'here',
      'there',
    ],
    ...['мне', 'есть', 'здесь', 'тут'],
  ],
};

/**
 * Stems of verbs that mean going, bringing, seeing or being, written in signs (see letters.ts), and the
 * letters that connect an ending to them. Vowel harmony gives each ending up to four forms, of which signs
 * distinguish three, because ө is o.
 */
const VERBS =
  'iav|iv|iavuul|oq|ir|hur|hurg|buu|buulg|gar|garg|or|uz|ol|zaa|zaalg|av|avaaq|og|bai|hai|amydar|zoqil|' +
  'zugl|mede|uulz|hule|zogs|avqr|bairl|hurguul|ajill?a|zahial|duud|tos|zalg|suu|iavuulq|ulde';
const ENDINGS: readonly string[] = [
  // -маар (a wish); -хаар; -на; -лаа; -сан; -даг; -ж, -ч; -аад; -вал
  ...['maar', 'meer', 'moor', 'haar', 'heer', 'hoor', 'na', 'ne', 'no', 'laa', 'lee', 'loo'],
  ...['san', 'sen', 'son', 'dag', 'deg', 'dog', 'j', 'q', 'aad', 'eed', 'ood', 'val', 'vel', 'vol'],
  // -х after a vowel: хүрэх is a verb, but Хурх is not.
  ...['(?<=[aeoiu])h'],
  // -ъя («let us»); -аач and -аарай («please»)
  ...['yia', 'ye', 'yio', 'ia', 'io', 'ie', 'aaq', 'eeq', 'ooq', 'aarai', 'eerei', 'oorai', 'ooroi'],
];
/** This word means garage; it is not a verb, although it looks like a verb stem with an ending. */
const NO_VERB = 'garaj';
const VERB_PATTERN = `^(?!${NO_VERB}$)(?:${VERBS})(?:[aeoi]|g[aeo]?)?(?:${ENDINGS.join('|')})$`;
const VERB = new RegExp(VERB_PATTERN);
/** The same pattern for strict keys, where long vowels are single and ь and ъ are vowels. */
const VERB_KEY = new RegExp(VERB_PATTERN.replace(/([aeou])\1/g, '$1').replace(/y/g, 'i'));
/** The first two letters of each verb stem, as in strict keys. This quick test rules out most words. */
const VERB_STARTS: ReadonlySet<string> = new Set(
  VERBS.replace(/([aeou])\1/g, '$1')
    .split('|')
    .map((stem) => stem.slice(0, 2)),
);
const WAY_WORDS = ['зам', 'замыг', 'замаар', 'замд'];
const WAYS: ReadonlySet<string> = new Set(WAY_WORDS.map(signsOfToken));
const WAY_KEYS: ReadonlySet<string> = new Set(WAY_WORDS.map((word) => wordsOf(word)[0].strict));
/** Words of direction, which follow a destination with its starting point: яармагаас нисэх рүү. */
const TOWARD: ReadonlySet<string> = new Set(['руу', 'рүү', 'луу', 'лүү', 'хүртэл'].map(signsOfToken));
const FROM = /^.{3,}(aas|ees|oos)$/;
/** The English word that introduces the starting point, which follows the place. */
const FROM_WORD = 'from';
const [OF_ROAD, AT_DOOR] = ['замын', 'үүдэнд'].map(signsOfToken);
/**
 * Details for couriers that are not on maps: door codes, post boxes and postcodes, together with the words
 * that introduce them.
 */
const OF_COURIERS = new RegExp(
  '[,;\\s]+(?:' +
    [
      '(?:кодтой\\s+)?орц(?:ны)?\\s+(?:код\\s*)?#\\s*\\d+',
      '#\\s*\\d+',
      'хайрцаг\\s+\\d+',
      'po\\s?box\\s+\\d+',
      '(?:шуудангийн|зип|zip|postal|post)\\s+(?:код|code)\\s*:?\\s*\\d{5,6}',
    ].join('|') +
    ')',
  'giu',
);
/** This quick test rules out most texts. */
const MAY_BE_OF_COURIERS = /#|хайрцаг|код|code|box/iu;
/** Matches the characters between spaces and punctuation marks. */
const TOKENS = /[^\s,?!;:"«»“”()…]+/gu;

/** The role of each phrase, keyed by the signs of its words. */
type Phrases = ReadonlyMap<string, keyof Wording>;
const LONGEST_PHRASE = 3;
const [BEFORE_PHRASES, BEHIND_PHRASES] = [BEFORE, BEHIND].map(phrasesOf);
const [BEFORE_KEYS, BEHIND_KEYS] = [BEFORE, BEHIND].map(
  (wording, i): ReadonlySet<string> =>
    new Set(
      [...wording.nearest, ...wording.telling, ...wording.other].map(
        (phrase) => wordsOf(phrase).at(i === 0 ? 0 : -1)!.strict,
      ),
    ),
);

function phrasesOf(wording: Wording): Phrases {
  const signs = (phrase: string): string => phrase.split(' ').map(signsOfToken).join(' ');
  return new Map(
    (['other', 'telling', 'nearest'] as const).flatMap((use) =>
      wording[use].map((phrase) => [signs(phrase), use] as const),
    ),
  );
}

function signsOfToken(token: string): string {
  const lower = token.toLowerCase().replace(/['’‘.]/g, '');
  return /^\p{L}+$/u.test(lower) ? signsOf(lower) : lower;
}

function isCyrillic(token: string): boolean {
  return /\p{Script=Cyrillic}/u.test(token);
}

/** Like signsOfToken(), but returns an empty string if the word is known only in the other script. */
function signsOfTyped(token: string): string {
  const signs = signsOfToken(token);
  const isKnownIn = IN_ONE_SCRIPT.get(signs);
  return isKnownIn === undefined || isKnownIn === isCyrillic(token) ? signs : '';
}

/**
 * Returns what remains of a request when the words around its place are removed. The results are ordered from
 * least to most shortened: without the words after the place, without the words before it, without both, and
 * without the starting point as well. Returns an empty list if the text is not a request or names no place.
 *
 * @param words the words of the text
 */
export function withoutRequest(text: string, words: readonly Word[]): string[] {
  if (words.length < 2 || !mayBeRequest(words)) return [];
  const tokens = [...text.matchAll(TOKENS)];
  const signs = tokens.map(([token]) => signsOfTyped(token));
  const before = runBefore(signs);
  const behind = runBehind(signs);
  const [from, to] = placeBetween(signs, before, behind);
  if (from >= to) return [];
  const isGoing = behind.isTelling || signs.slice(to).some((word) => TOWARD.has(word));
  const start = isGoing
    ? signs.findLastIndex((word, at) => at >= from && at < to - 1 && FROM.test(word)) + 1
    : 0;
  if (!before.isTelling && !behind.isTelling && start === 0) return [];
  const part = (first: number, end: number): string =>
    text.slice(tokens[first].index, tokens[end - 1].index + tokens[end - 1][0].length);
  const parts = new Set<string>();
  if (to < tokens.length) parts.add(part(0, to));
  if (from > 0) parts.add(part(from, tokens.length));
  parts.add(part(from, to));
  if (start > 0) parts.add(part(start, to));
  // In «to A from B», B is where the user is. In «A taxi from B», the taxi should come to B.
  const fromAt =
    before.isTelling && signs.slice(0, from).includes('to') ? signs.indexOf(FROM_WORD, from + 1) : -1;
  if (fromAt > 0 && fromAt < to) parts.add(part(from, fromAt));
  return [...parts];
}

/**
 * Returns the range of tokens between the run of words before the place and the run after it. If the two runs
 * meet, returns the range of a word that may be the place itself.
 */
function placeBetween(signs: readonly string[], before: Run, behind: Run): [from: number, to: number] {
  const [from, to] = [before.length, signs.length - behind.length];
  if (from < to) return [from, to];
  if (TOWARD.has(signs[to]) && MAY_BE_PLACE.includes(signs[to - 1])) return [to - 1, to];
  const at = MAY_BE_PLACE.map((word) => signs.lastIndexOf(word)).find((index) => index >= 0);
  return at === undefined ? [from, to] : [at, at + 1];
}

/** Whether the text asks for the nearest place of a kind: «хамгийн ойр», «nearest», «рядом». */
export function asksNearest(text: string): boolean {
  const signs = [...text.matchAll(TOKENS)].map(([token]) => signsOfTyped(token));
  return runBefore(signs).isNearest || runBehind(signs).isNearest;
}

/** Whether a word belongs to a request but does not describe a location: «авчих», «намайг», «хүн». */
export function isTalk(typed: string): boolean {
  const signs = signsOfTyped(typed);
  return BEFORE_PHRASES.has(signs) || BEHIND_PHRASES.has(signs) || VERB.test(signs) || PEOPLE.has(signs);
}

/** Whether a number before the word counts people or cars: «2 хүн». */
export function isPeople(typed: string): boolean {
  return PEOPLE.has(signsOfTyped(typed));
}

/**
 * Returns the text without door codes, post boxes and postcodes, or the same text if it contains none of
 * these.
 */
export function withoutCodes(text: string): string {
  return MAY_BE_OF_COURIERS.test(text) ? text.replace(OF_COURIERS, '') : text;
}

/** Whether a text may be a request. This quick test rules out most texts. */
function mayBeRequest(words: readonly Word[]): boolean {
  const last = words[words.length - 1].strict;
  return (
    BEFORE_KEYS.has(words[0].strict) ||
    BEHIND_KEYS.has(last) ||
    WAY_KEYS.has(last) ||
    (VERB_STARTS.has(last.slice(0, 2)) && VERB_KEY.test(last))
  );
}

interface Run {
  length: number;
  isTelling: boolean;
  isNearest: boolean;
}

function runBefore(signs: readonly string[]): Run {
  const run = { length: 0, isTelling: false, isNearest: false };
  if (LEADING_ON.has(signs[0])) return run;
  for (;;) {
    const found = phraseAt(signs, run.length, BEFORE_PHRASES);
    if (found === null) return run;
    addTo(run, found);
  }
}

function phraseAt(signs: readonly string[], at: number, phrases: Phrases): Run | null {
  for (let length = Math.min(LONGEST_PHRASE, signs.length - at); length > 0; length--) {
    const found = phraseOf(signs.slice(at, at + length), phrases);
    if (found !== null) return found;
  }
  return null;
}

function phraseOf(signs: readonly string[], phrases: Phrases): Run | null {
  const use = phrases.get(signs.join(' '));
  if (use === undefined) return null;
  return { length: signs.length, isTelling: use !== 'other', isNearest: use === 'nearest' };
}

function runBehind(signs: readonly string[]): Run {
  const run = { length: 0, isTelling: false, isNearest: false };
  while (run.length < signs.length) {
    const found = phraseBefore(signs, signs.length - run.length);
    if (found === null) break;
    addTo(run, found);
  }
  return run;
}

function addTo(run: Run, found: Run): void {
  run.length += found.length;
  run.isTelling ||= found.isTelling;
  run.isNearest ||= found.isNearest;
}

function phraseBefore(signs: readonly string[], end: number): Run | null {
  // The name of the town Замын-Үүд contains the word for «door».
  if (signs[end - 1] === AT_DOOR && signs[end - 2] === OF_ROAD) return null;
  if (VERB.test(signs[end - 1])) return { length: 1, isTelling: true, isNearest: false };
  // The word for «way» is part of a request in phrases such as орох зам. Elsewhere, зам is part of a name.
  if (end > 1 && WAYS.has(signs[end - 1]) && VERB.test(signs[end - 2]) && signs[end - 2].endsWith('h'))
    return { length: 2, isTelling: true, isNearest: false };
  for (let length = Math.min(LONGEST_PHRASE, end); length > 0; length--) {
    const found = phraseOf(signs.slice(end - length, end), BEHIND_PHRASES);
    if (found !== null) return found;
  }
  return null;
}

import { switchedParts, withLetters } from '../../text/wrong-keyboard.js';
import { typedWordsOf, wordsOf, type TypedWord } from '../../text/words.js';
import { requestOf } from '../forward/strip-request.js';
import { asidesOf } from './asides.js';
import type { Ground } from './ground.js';
import type { Spellings } from './spellings.js';

/** The request that a query contains, both as typed and as typed on another keyboard or with letters. */
interface Switched {
  place: string;
  switched: string;
  because: 'keyboard' | 'spelled';
}

/**
 * Returns the query as if it had been typed on another keyboard, or with letters for their names, if this
 * makes most of its words known, and no fewer than as typed, else null.
 */
export function onOtherKeyboard(text: string, ground: Ground): Switched | null {
  const place = withinBlanks(text, ground);
  const shareOf = (some: string): number => shareOfKnown(some, ground.spellings());
  const letters = withLetters(place);
  const others = letters === place ? switchedParts(place) : [letters];
  const shares = others.map((switched) => ({ switched, share: shareOf(switched) }));
  const [best] = shares.sort((a, b) => b.share - a.share);
  if (best === undefined || best.share < 0.5 || best.share < shareOf(place)) return null;
  return { place, switched: best.switched, because: letters === place ? 'keyboard' : 'spelled' };
}

/**
 * Returns the proportion of words that are known, allowing a case ending or typing errors, or that do not
 * name a place: орц 3.
 */
function shareOfKnown(text: string, spellings: Spellings): number {
  const all = typedWordsOf(text);
  const asides = asidesOf(all);
  const words = all.filter(({ word }) => !word.isNumber);
  const isMeant = (word: TypedWord): boolean =>
    asides[all.indexOf(word)] !== null ||
    spellings.isKnown(word.word.strict) ||
    spellings
      .of(word)
      .slice(1)
      .some((other) => !other.isSwitched);
  return words.length === 0 ? 0 : words.filter(isMeant).length / words.length;
}

/**
 * Returns the request together with the punctuation around it, because punctuation may stand for letters on
 * another keyboard.
 */
function withinBlanks(text: string, { searched }: Ground): string {
  const { text: place } = requestOf(text, wordsOf(text), searched);
  const at = text.indexOf(place);
  if (at < 0) return text;
  const end = text.indexOf(' ', at + place.length);
  return text.slice(text.lastIndexOf(' ', at) + 1, end < 0 ? text.length : end);
}

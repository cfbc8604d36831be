import { hasDoubled, nameForms, type NameForm } from '../../src/text/forms.js';
import { joinKeys } from '../../src/text/join.js';
import type { Word } from '../../src/text/words.js';
import { isOrdinal, MOST_ORDINALS } from './slow-spelling.js';

export type Kind = 'strict' | 'loose';

export interface Form {
  words: readonly string[];
  joined: string;
  /** For each word, the joined key from that word to the end. */
  tails: string[];
  exactOnly: boolean;
  isWritten: boolean;
  isTranslated: boolean;
  /** Which numbers are ordinals: bit i for the i-th number. */
  ordinals: number;
  isDoubled: boolean;
  /** By letter of `joined`; see spellingOf(). Empty for a form that is not written. */
  spelling: string;
}

export function formsOf(names: readonly string[], generated: readonly string[] = []): Record<Kind, Form[]> {
  const forms = [
    ...names.flatMap((name) => nameForms(name)),
    ...generated.flatMap((name) =>
      nameForms(
        name,
        false,
        names.some((tagged) => tagged.endsWith(name)),
      ),
    ),
  ];
  const flags = ({ isWritten, isTranslated, ordinals, isDoubled, spelling }: NameForm): Flags => ({
    exactOnly: false,
    spelling,
    isWritten,
    isTranslated,
    ordinals,
    isDoubled,
  });
  return {
    strict: forms.flatMap((form) => (form.strict === null ? [] : [formFrom(form.strict, flags(form))])),
    loose: forms.map((form) => formFrom(form.loose, flags(form))),
  };
}

type Flags = Omit<Form, 'words' | 'joined' | 'tails'>;

export function formFrom(words: readonly string[], flags: Flags): Form {
  const { key, starts } = joinKeys(words);
  return { words, joined: key, tails: starts.map((start) => key.slice(start)), ...flags };
}

/** The group in which a form is a strict match of the typed words; null for none. */
export function strictGroup(form: Form, words: readonly Word[], joined: string): number | null {
  if (!form.isWritten) return null;
  const numbers = words.filter((word) => word.isNumber).map((word) => word.isOrdinal);
  const last = words[words.length - 1];
  const areOrdinals = (count: number): boolean =>
    numbers.slice(0, Math.min(count, MOST_ORDINALS)).every((is, i) => is === isOrdinal(form.ordinals, i));
  if (form.joined === joined && form.isDoubled === hasDoubled(words) && areOrdinals(numbers.length)) return 1;
  if (form.exactOnly) return null;
  const goesOn = last.isNumber && !last.isOrdinal;
  const isCut = last.isOrdinal && /[^ ]/.test(form.joined.charAt(joined.length));
  if (form.joined.startsWith(joined) && !isCut && areOrdinals(goesOn ? numbers.length - 1 : numbers.length))
    return 2;
  const formNumbers = form.words.filter((word) => /^\d/.test(word));
  const hasOrdinals = words.every(
    (word) =>
      !word.isOrdinal ||
      formNumbers.some((number, i) => number === word.strict && isOrdinal(form.ordinals, i)),
  );
  if (!hasOrdinals) return null;
  return beginAll(form, words, 'strict') ? 3 : areAllIn(form, words, 'strict') ? 4 : null;
}

export function groupOf(
  form: Form,
  words: readonly Word[],
  kind: Kind,
  { joined, isOpen }: { joined: string; isOpen: boolean },
): number | null {
  if (form.joined === joined && !isOpen) return 1;
  if (form.exactOnly) return null;
  if (form.joined.startsWith(joined)) return 2;
  return beginAll(form, words, kind) ? 3 : areAllIn(form, words, kind) ? 4 : null;
}

/** A number is whole, unless it is the last word and may go on. */
export function begins(tail: string, words: readonly Word[], i: number, kind: Kind): boolean {
  return startsTail(tail, words[i][kind], words[i].isNumber && i < words.length - 1);
}

export function beginAll(form: Form, words: readonly Word[], kind: Kind): boolean {
  return words.every((_, i) => form.tails.some((tail) => begins(tail, words, i, kind)));
}

function areAllIn(form: Form, words: readonly Word[], kind: Kind): boolean {
  return words.every(
    ({ isNumber, [kind]: word }, i) =>
      (!isNumber && form.words.some((whole) => whole.includes(word))) ||
      form.tails.some((tail) => begins(tail, words, i, kind)),
  );
}

/** Whether the word begins a word of the form. A number must be the whole number there. */
export function hasWord(form: Form, word: string, isNumber: boolean): boolean {
  if (form.exactOnly) return false;
  return form.tails.some((tail) => startsTail(tail, word, isNumber));
}

export function startsTail(tail: string, word: string, isNumber: boolean): boolean {
  return tail.startsWith(word) && !(isNumber && /[^ ]/.test(tail.charAt(word.length)));
}

import { endsKind, isGeneric } from '../../text/canonical.js';
import { genitivesOf, stemsOf } from '../../text/strip-case.js';
import { foreignTexts } from '../../text/foreign-spelling.js';
import { isVowelSign } from '../../text/letters.js';
import { costBySound, toleranceOf } from '../../text/typing-errors.js';
import { switchedTexts } from '../../text/wrong-keyboard.js';
import { wordOf, wordsOf, type TypedWord, type Word } from '../../text/words.js';
import type { Vocabulary } from '../lookup/layer-words.js';
import { COSTS } from './costs.js';
import { SIDES } from './word-sets.js';

/** A word as the user may have intended it. */
export interface Spelling {
  word: Word;
  cost: number;
  /** Whether the word was interpreted as typed on another keyboard. */
  isSwitched: boolean;
}

/** The words, each in a single spelling. */
export interface SpelledWords {
  words: readonly Word[];
  cost: number;
}

/** The maximum number of spellings of one word, and of combinations of spellings in a query. */
const MOST_SPELLINGS = 5;
const MOST_MISREAD = 3;
const MOST_TEXTS = 5;
const SHORTEST_MISREAD = 5;
const MOST_REMEMBERED = 2000;
const NONE: readonly Spelling[] = [];

/**
 * Interprets words that do not occur in any name: words with a case ending or a foreign spelling, and words
 * that are misspelled or typed on another keyboard.
 */
export class Spellings {
  readonly #vocabularies: readonly Vocabulary[];
  /** Per word as typed: the other words that it may stand for. */
  readonly #others = new Map<string, readonly Spelling[]>();

  constructor(vocabularies: readonly Vocabulary[]) {
    this.#vocabularies = vocabularies;
  }

  isKnown(key: string): boolean {
    return this.#vocabularies.some((vocabulary) => vocabulary.has(key));
  }

  /**
   * Returns the word and the other words that it may stand for, cheapest first. A known word stands only for
   * itself.
   */
  of({ word, typed }: TypedWord): readonly Spelling[] {
    let others = this.#others.get(typed);
    if (others === undefined) {
      if (this.#others.size >= MOST_REMEMBERED) this.#others.clear();
      others = this.#isRight(word) ? NONE : this.#found(word, typed);
      this.#others.set(typed, others);
    }
    return [{ word, cost: 0, isSwitched: false }, ...others];
  }

  #isRight(word: Word): boolean {
    const { strict } = word;
    if (word.isNumber || strict.length < 2 || SIDES.has(strict)) return true;
    return isGeneric(word) || endsKind(strict) || this.isKnown(strict);
  }

  /**
   * Returns the word and its stem or genitive, as used in names: «богдын ордон» is Богд хааны ордон, and
   * «худалдаа хөгжил» is Худалдаа хөгжлийн банк.
   */
  inOtherCases({ word }: TypedWord): readonly Spelling[] {
    const itself = { word, cost: 0, isSwitched: false };
    if (word.isNumber || isGeneric(word) || endsKind(word.strict)) return [itself];
    const stems = stemsOf(word);
    const spelled = (forms: readonly Word[], cost: number): Spelling[] =>
      forms
        .filter(({ strict }) => strict !== word.strict && this.isKnown(strict))
        .map((other) => ({ word: other, cost, isSwitched: false }));
    // Сансарын гудамж is Сансрын гудамж, which has one letter less.
    const isFallen = ({ strict }: Word): boolean =>
      [...word.strict].some((_, at) => word.strict.slice(0, at) + word.strict.slice(at + 1) === strict);
    const genitives = spelled(stems.flatMap(genitivesOf).filter(isFallen), 2 * COSTS.inCase);
    const others = [...spelled([...stems, ...genitivesOf(word)], COSTS.inCase), ...genitives];
    return [itself, ...others.slice(0, MOST_SPELLINGS - 1)];
  }

  /**
   * Returns the ways to spell several words, except as typed, cheapest first.
   *
   * @param spellingsOf returns the ways to spell one word
   */
  ofAll(
    words: readonly TypedWord[],
    spellingsOf: (word: TypedWord) => readonly Spelling[] = (word) => this.of(word),
  ): SpelledWords[] {
    let beam: { words: Word[]; cost: number }[] = [{ words: [], cost: 0 }];
    for (const typed of words) {
      const spellings = spellingsOf(typed);
      if (spellings.length === 1) {
        for (const { words: before } of beam) before.push(spellings[0].word);
        continue;
      }
      beam = spellings
        .flatMap(({ word, cost }) =>
          beam.map((before) => ({ words: [...before.words, word], cost: before.cost + cost })),
        )
        .sort((a, b) => a.cost - b.cost)
        .slice(0, MOST_TEXTS);
    }
    return beam.filter(({ cost }) => cost > 0);
  }

  #found(word: Word, typed: string): readonly Spelling[] {
    const found: Spelling[] = [];
    const add = (one: Word, cost: number, isSwitched = false): void => {
      const same = found.findIndex((other) => other.word.strict === one.strict);
      if (same >= 0 && found[same].cost <= cost) return;
      if (same >= 0) found.splice(same, 1);
      found.push({ word: one, cost, isSwitched });
    };
    const stems = stemsOf(word);
    for (const stem of stems) if (this.isKnown(stem.strict)) add(stem, COSTS.inCase);
    for (const text of foreignTexts(typed))
      for (const other of wordsOf(text).slice(0, 1))
        if (this.isKnown(other.strict)) add(other, COSTS.foreign);
    const switched = switchedTexts(typed).flatMap((text) => wordsOf(text).slice(0, 1));
    for (const other of switched) {
      if (this.isKnown(other.strict)) add(other, COSTS.otherKeyboard, true);
      for (const stem of stemsOf(other))
        if (this.isKnown(stem.strict)) add(stem, COSTS.otherKeyboard + COSTS.inCase, true);
    }
    // A known word with a case ending is spelled correctly.
    if (found.some(({ isSwitched }) => !isSwitched)) return this.#cheapest(found);
    for (const [one, cost] of this.#misread(word.strict)) add(one, cost);
    for (const stem of stems.slice(0, 2))
      for (const [one, cost] of this.#misread(stem.strict)) add(one, cost + COSTS.inCase);
    if (found.length === 0)
      for (const other of switched)
        for (const [one, cost] of this.#misread(other.strict)) add(one, cost + COSTS.otherKeyboard, true);
    return this.#cheapest(found);
  }

  #cheapest(found: Spelling[]): readonly Spelling[] {
    return found.sort((a, b) => a.cost - b.cost).slice(0, MOST_SPELLINGS - 1);
  }

  /**
   * Returns the known words that a key may stand for, allowing typing errors. Among words with the same
   * number of errors, the most common come first.
   */
  #misread(key: string): (readonly [Word, number])[] {
    const { errors } = toleranceOf(key);
    if (key.length < SHORTEST_MISREAD || errors === 0) return [];
    const found = new Map<string, { errors: number; uses: number }>();
    for (const vocabulary of this.#vocabularies)
      for (const [at, count] of vocabulary.misspelt(key, { errors, isBeginning: false }, costBySound)) {
        const meant = vocabulary.keyOf(at);
        // Words that differ only in o and u are found by their loose keys.
        if (count === 0 || !/^[a-z]+$/.test(meant)) continue;
        const uses = vocabulary.usesOf(at) + (found.get(meant)?.uses ?? 0);
        found.set(meant, { errors: count, uses });
      }
    return [...found]
      .sort(([, a], [, b]) => a.errors - b.errors || b.uses - a.uses)
      .slice(0, MOST_MISREAD)
      .map(([meant, one]) => [wordOf(meant, looseOf(meant)), COSTS.perError * one.errors] as const);
  }
}

/** Returns the loose key for a strict key whose text is unknown. */
function looseOf(strict: string): string {
  const loose = strict.replaceAll('o', 'u');
  return loose.length > 3 && loose.endsWith('i') && !isVowelSign(loose[loose.length - 2])
    ? loose.slice(0, -1)
    : loose;
}

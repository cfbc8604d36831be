import type { Reading } from '../../src/text/forms.js';
import { joinKeys } from '../../src/text/join.js';
import { MOST_ERRORS, SHORTEST_WORD, substitutionCost, toleranceOf } from '../../src/text/typing-errors.js';
import { hasWord, type Form } from './slow-forms.js';

/** The fewest errors with which a word may stand for one of the words; Infinity for too many. */
function fewestErrors(typed: string, words: readonly string[], most: number, isBeginning: boolean): number {
  let fewest = Infinity;
  for (const word of words) {
    if (word.length < SHORTEST_WORD || word[0] !== typed[0]) continue;
    const beginnings = isBeginning
      ? Array.from({ length: word.length }, (_, i) => word.slice(0, i + 1))
      : [word];
    for (const meant of beginnings) {
      if (Math.abs(meant.length - typed.length) <= most) fewest = Math.min(fewest, distance(typed, meant));
    }
  }
  return fewest <= most ? fewest : Infinity;
}

/**
 * Optimal string alignment with the costs of src/text/typing-errors.ts. The first letters are equal,
 * which the caller has checked, and stay aligned.
 */
function distance(typed: string, meant: string): number {
  let [above, row]: number[][] = [[], Array.from({ length: meant.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= typed.length; i++) {
    const next = [i];
    for (let j = 1; j <= meant.length; j++) {
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      next[j] = Math.min(
        row[j] + 1,
        next[j - 1] + 1,
        row[j - 1] + substitutionCost(typed.charCodeAt(i - 1), meant.charCodeAt(j - 1)),
        isSwapped ? above[j - 2] + 1 : Infinity,
      );
    }
    [above, row] = [row, next];
  }
  return row[meant.length];
}

/** Rows of which a name has all words with typing errors, fewest first. */
export function rowsWithErrors(
  names: readonly { loose: readonly Form[] }[],
  readings: readonly Reading[],
): number[] {
  const best = new Map<number, number>();
  const queries = readings
    .filter((reading) => !reading.isOpen)
    .flatMap(({ words }) => {
      const each = words.map((word) => ({ key: word.loose, isNumber: word.isNumber }));
      return words.length > 1
        ? [each, [{ key: joinKeys(words.map((word) => word.loose)).key, isNumber: false }]]
        : [each];
    });
  for (const query of queries) {
    const tolerances = query.map((word) => toleranceOf(word.key));
    if (!tolerances.some((tolerance) => tolerance.errors > 0)) continue;
    names.forEach(({ loose }, row) => {
      for (const form of loose) {
        if (form.exactOnly) continue;
        let sum = 0;
        query.forEach(({ key, isNumber }, i) => {
          const { errors, isBeginning } = tolerances[i];
          if (errors === 0) sum += hasWord(form, key, isNumber) ? 0 : Infinity;
          else sum += fewestErrors(key, form.words, errors, isBeginning);
        });
        const cost = 2 * sum + (form.words.length > query.length ? 1 : 0);
        if (sum <= MOST_ERRORS && cost < (best.get(row) ?? Infinity)) best.set(row, cost);
      }
    });
  }
  return [...best].sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([row]) => row);
}

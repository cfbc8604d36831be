import { seededRandom } from '../../seeded-random.js';
import type { GroundTruth } from './ground-truth.js';
import { plain } from './ground-truth.js';
import type { ProbeCase, ProbeRow } from './probe-rows.js';

/** The rows of keys of the Mongolian layout. Neighbours stand side by side. */
const KEYBOARD = ['фцужэнгшүзкъ', 'йыбөахролдп', 'ячёсмитьвю'];
const LENGTHS = [4, 5, 6, 7, 8];
const WORDS_OF_A_LENGTH = 120;

/**
 * One error in the first word of a name: two letters exchanged, one left out, a key beside the right one. The
 * first letter stays right: whoever errs there sees it. A word that becomes another word of the data is left
 * out, as nobody can tell.
 */
export function typoRows(
  truth: GroundTruth,
  some: <T>(list: readonly T[], most?: number) => T[],
): ProbeRow[] {
  const names = [...new Set(truth.things.map((thing) => thing.name))].filter((name) =>
    /^[\p{Script=Cyrillic} -]+$/u.test(name),
  );
  const words = new Set(names.flatMap((name) => name.toLowerCase().split(/[ -]/)));
  const random = seededRandom(77);
  return LENGTHS.map((length) => {
    const cases: ProbeCase[] = [];
    const fitting = names.filter((name) => name.split(/[ -]/)[0].length === length);
    for (const name of some(fitting, WORDS_OF_A_LENGTH)) {
      const word = name.slice(0, length).toLowerCase();
      const at = 1 + Math.floor(random() * (length - 1));
      for (const wrong of [
        exchanged(word, at),
        word.slice(0, at) + word.slice(at + 1),
        beside(word, at, random),
      ])
        if (wrong !== null && wrong !== word && !words.has(wrong))
          cases.push({
            query: wrong + name.slice(length),
            fits: (hit) => plain(hit.name) === plain(name),
          });
    }
    return { name: `typing error in a word of ${length} letters`, cases };
  });
}

function exchanged(word: string, at: number): string {
  const first = Math.min(at, word.length - 2);
  return word.slice(0, first) + word[first + 1] + word[first] + word.slice(first + 2);
}

function beside(word: string, at: number, random: () => number): string | null {
  const row = KEYBOARD.find((keys) => keys.includes(word[at]));
  if (row === undefined) return null;
  const key = row.indexOf(word[at]);
  const neighbours = [row[key - 1], row[key + 1]].filter((letter) => letter !== undefined);
  return word.slice(0, at) + neighbours[Math.floor(random() * neighbours.length)] + word.slice(at + 1);
}

/**
 * What is wrong with a Mongolian name in a case, as a grammar book says it; null when nothing is. Written
 * apart from `src/text/add-case.ts`: it looks at what was made, letter by letter, and makes nothing.
 */
export function caseProblem(name: string, form: string, wanted: 'ablative' | 'genitive'): string | null {
  const at = Math.max(name.lastIndexOf(' '), name.lastIndexOf('-')) + 1;
  if (!form.startsWith(name.slice(0, at))) return 'the words before the last one have changed';
  const word = name.slice(at).toLowerCase();
  const made = form.slice(at).toLowerCase();
  const harmony = harmonyOf(word);
  return wanted === 'ablative' ? ablativeProblem(word, made, harmony) : genitiveProblem(word, made, harmony);
}

/** Goes through the word from its beginning: each vowel may change what endings it wants. */
function harmonyOf(word: string): string {
  let wanted = '';
  for (const letter of word) {
    if ('аяу'.includes(letter)) wanted = 'а';
    else if ('оё'.includes(letter)) wanted = 'о';
    else if ('эү'.includes(letter)) wanted = 'э';
    else if (letter === 'ө') wanted = 'ө';
  }
  return word.endsWith('ей') || wanted === '' ? 'э' : wanted;
}

const isVowel = (letter: string | undefined): boolean =>
  letter !== undefined && 'аэоөуүияёеюый'.includes(letter);

function ablativeProblem(word: string, made: string, harmony: string): string | null {
  const [, ending] = /(..с)$/.exec(made) ?? [];
  if (ending === undefined || ![harmony + harmony + 'с', `и${harmony}с`].includes(ending))
    return `the ending is ${ending}, and ${word} wants ${harmony}`;
  const stem = made.slice(0, -3);
  if (ending.startsWith('и')) return word === `${stem}ь` ? null : 'only ь becomes и';
  return stemProblem(word, stem);
}

/** What stands before the ending: the word, with a letter between, or without its short vowel. */
function stemProblem(word: string, stem: string): string | null {
  const endsInLong = /(?:аа|ээ|оо|өө|уу|үү|й|ио|иа|иу)$/.test(word);
  if (stem === word) return isVowel(word.at(-1)) ? 'two vowels meet' : null;
  if (stem === `${word}г`) return isVowel(word.at(-1)) || word.endsWith('н') ? null : 'г between consonants';
  if (stem === `${word}н`) return null;
  if (word.startsWith(stem) && word.length === stem.length + 1)
    return isVowel(word.at(-1)) && !endsInLong ? null : 'a letter is lost at the end';
  const isWithoutOne = [...word].some(
    (letter, i) => isVowel(letter) && word.slice(0, i) + word.slice(i + 1) === stem,
  );
  if (!isWithoutOne) return `${stem} is no stem of ${word}`;
  const isInDictionary = stem === 'ордн' || stem === 'цамхг';
  return /[^аэоөуүияёеюый]{3}$/.test(stem) && !isInDictionary ? 'three consonants meet' : null;
}

function genitiveProblem(word: string, made: string, harmony: string): string | null {
  const isBack = 'ао'.includes(harmony);
  if (made === `${word}н`) return word.endsWith('й') ? null : 'only a diphthong takes н';
  if (made === `${word}гийн`)
    return isVowel(word.at(-1)) || word.endsWith('н') ? null : 'г between consonants';
  const hidden = isBack ? 'ны' : 'ний';
  if (made === word + hidden) return null;
  if (word.endsWith('н') && made.endsWith(isBack ? 'ны' : 'ний'))
    return stemProblem(word, made.slice(0, isBack ? -1 : -2));
  const [, ending] = /(ын|ийн)$/.exec(made) ?? [];
  if (ending === undefined) return `${made} has no ending`;
  const stem = made.slice(0, -ending.length);
  const isSoft = /[жчшгкьи]$/.test(stem) || /[ьи]$/.test(word);
  if (ending === 'ын' && !isBack) return 'a front word with ы';
  if (ending === 'ийн' && isBack && !isSoft) return 'a back word with ий';
  if (ending === 'ын' && /[жчш]$/.test(stem)) return 'ы behind a soft consonant';
  return word === `${stem}ь` || word === `${stem}и` ? null : stemProblem(word, stem);
}

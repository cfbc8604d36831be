/**
 * Characters that do not belong in a name: control characters (including those of terminals), line and
 * paragraph separators, and characters that change the direction of the following text. Joiners and U+180E
 * are kept, because emoji and Mongolian letters need them.
 */
const UNWANTED = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/gu;
const REST = new RegExp(UNWANTED, 'gu');

/**
 * Joins the text into one line and removes unwanted characters. The text is nearly always returned unchanged.
 */
export function cleanText(text: string): string {
  return UNWANTED.test(text) ? text.replace(BREAKS, ' ').replace(REST, '').trim() : text;
}

/**
 * German and French spellings of Mongolian names: Tschoibalsan, Darchan, Zezerleg; Tchoïbalsan, Oulan-Bator.
 * Each pair maps foreign letters to the standard's Latin letters, longest first.
 */
const GERMAN: readonly (readonly [string, string])[] = [
  ['tsch', 'ch'],
  ['dsch', 'zh'],
  ['sch', 'sh'],
  ['ch', 'kh'],
  ['ds', 'z'],
  ['z', 'ts'],
  ['j', 'y'],
];
const FRENCH: readonly (readonly [string, string])[] = [
  ['tch', 'ch'],
  ['ch', 'sh'],
  ['dj', 'zh'],
  ['j', 'zh'],
  ['ou', 'u'],
];

/** A text without these letters is spelled the same in German, French and the standard. */
const TELLING = /sch|ch|ds|z|j|ou/;

/**
 * Returns the text in the standard's Latin letters, once read as German and once as French. Empty for other
 * scripts.
 */
export function foreignTexts(text: string): string[] {
  const lower = text.toLowerCase();
  if (!TELLING.test(lower) || /[^\p{Script=Latin}\P{L}]/u.test(lower)) return [];
  return [...new Set([GERMAN, FRENCH].map((letters) => respelt(lower, letters)))].filter(
    (other) => other !== lower,
  );
}

function respelt(text: string, letters: readonly (readonly [string, string])[]): string {
  let out = '';
  for (let at = 0; at < text.length;) {
    const found = letters.find(([written]) => text.startsWith(written, at));
    out += found?.[1] ?? text.charAt(at);
    at += found?.[0].length ?? 1;
  }
  return out;
}

/**
 * The letter table. The table maps Cyrillic and Latin letters to signs of one alphabet, so that a name and a
 * query for it get the same keys.
 *
 * Signs are plain ASCII characters: a b d e f g h i j k l m n o p r s t u v z, and
 *
 *     c = ц    q = ч    x = ш    h = х    j = ж    y = ь or ъ
 *
 * ь and ъ have no sound of their own: the strict key writes them as i, and the loose key omits them.
 *
 * Sources: the Mongolian alphabet; MNS 5217:2012 (ü, ö, kh, ts, ch, sh, ye, yo, yu, ya); BGN/PCGN 1964 (h,
 * dz, ï); and the letters that people type without a Mongolian keyboard (x for х, v for ү, у for ү, о for ө;
 * є and ї of the 8-bit code pages).
 */
export const SOFT_SIGN = 'y';

/**
 * Lower-case Cyrillic letters: Mongolian letters come first, then Russian and Kazakh letters, and then
 * look-alikes from old fonts.
 */
export const CYRILLIC: ReadonlyMap<string, string> = table(`
  а=a б=b в=v г=g д=d е=e ё=io ж=j з=z и=i й=i к=k л=l м=m н=n о=o ө=o п=p р=r с=s т=t у=u ү=u ф=f х=h ц=c ч=q
  ш=x щ=x ъ=y ы=i ь=y э=e ю=iu я=ia
  є=o ї=u ѳ=o ұ=u ӯ=u ӱ=u ӧ=o і=i ј=j ѐ=e ѝ=i
  қ=k ҡ=k ғ=g ҕ=g ң=n ә=a һ=h ӓ=a ґ=g ў=u ӊ=n ҥ=n љ=l њ=n ћ=q ђ=j џ=j ѕ=z
`);

/**
 * Latin look-alikes inside a word that is otherwise Cyrillic. Each look-alike is read as its Cyrillic
 * counterpart.
 */
export const LATIN_LOOKALIKE: ReadonlyMap<string, string> = table(`
  a=а b=в c=с e=е h=н k=к m=м o=о p=р t=т x=х y=у v=ү i=і ö=ө ü=ү ɵ=ө j=ј s=ѕ
`);

/**
 * Pairs of Latin letters that represent one sound. Pairs are matched before single letters, from left to
 * right.
 */
export const LATIN_PAIRS: ReadonlyMap<string, string> = table(`
  kh=h ch=q sh=x zh=j ts=c tz=c dz=z dj=j ck=k ph=f gh=g
  ye=e yo=io yu=iu ya=ia yi=i yy=u vv=u
`);

/** Single Latin letters, with diacritics removed (ö becomes o, ü becomes u, ï becomes i). */
export const LATIN: ReadonlyMap<string, string> = table(`
  a=a b=b c=c d=d e=e f=f g=g h=h i=i j=j k=k l=l m=m n=n o=o p=p q=k r=r s=s t=t u=u v=v w=v x=h y=i z=z
  ɵ=o ø=o ı=i ł=l đ=d ß=s æ=e œ=e ð=d þ=t ŋ=n ə=a
`);

/**
 * Letters that the last Latin letter may turn out to be as typing continues: `suk` may become `sukhbaatar`.
 * Keys are last letters; values are the signs of the letter pairs that these letters begin.
 */
export const OPEN_LATIN: ReadonlyMap<string, string> = table('k=h s=x c=q t=c z=j');

/** The names of Latin letters in Cyrillic. «ар» for R is missing, because it usually means the back. */
export const LETTER_NAMES: ReadonlyMap<string, string> = table(`
  эй=a би=b си=c ди=d эф=f жи=g эйч=h ай=i жэй=j кэй=k эл=l эм=m эн=n пи=p кью=q эс=s ти=t ю=u ви=v
  экс=x вай=y
`);

/** Whether the sign represents a vowel. */
export function isVowelSign(sign: string): boolean {
  return sign === 'a' || sign === 'e' || sign === 'i' || sign === 'o' || sign === 'u';
}

function table(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('=') as [string, string]),
  );
}

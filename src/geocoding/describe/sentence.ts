import { inCase, takesEndings } from '../../text/add-case.js';
import type { Wind } from '../../geo/bearing.js';
import { latinText } from '../../text/romanise.js';
import { saidMetres, WINDS_MN } from './spoken-distance.js';

/**
 * The parts of a sentence that states where a point is. Names are in their spoken form; see spoken-kinds.ts.
 */
export interface SentenceParts {
  /** From narrow to wide: `4-р хороо`, `Баянгол дүүрэг`. */
  areas: readonly string[];
  /** The name of the outline that contains the point. */
  inside: string | null;
  landmarks: readonly SpokenLandmark[];
  street: SpokenStreet | null;
}

interface SpokenLandmark {
  name: string;
  wind: Wind;
  distance_m: number;
}

export interface SpokenStreet {
  name: string;
  distance_m: number;
  /**
   * Whether the first landmark is on the same side of the street as the point, or null if that is unclear.
   */
  isSameSide: boolean | null;
}

/** The maximum distance, in meters, at which a landmark is described as beside the point. */
export const BESIDE_M = 15;
/** The maximum distance, in meters, at which a point counts as being on the street. */
const ON_STREET_M = 60;
/** The maximum number of letters in a sentence, in every language. */
export const SENTENCE_LETTERS = 180;

/**
 * Tries complete sentences first, and then leaves out the least helpful parts. A sentence is never cut off in
 * the middle of a name.
 *
 * @param language `mn-Latn` writes the Mongolian sentence in Latin letters, which has more letters
 */
export function sentenceOf(parts: SentenceParts, language: 'mn' | 'en' | 'mn-Latn'): string {
  const write = { mn: mongolian, en: english, 'mn-Latn': inLatin }[language];
  const { areas, landmarks } = parts;
  const shorter: SentenceParts[] = [
    parts,
    { ...parts, areas: areas.slice(0, 2) },
    { ...parts, areas: areas.slice(0, 2), street: null },
    { ...parts, areas: areas.slice(0, 2), street: null, landmarks: landmarks.slice(0, 1) },
    { ...parts, areas: areas.slice(0, 1), street: null, landmarks: landmarks.slice(0, 1) },
    { ...parts, areas: [], street: null, landmarks: landmarks.slice(0, 1) },
    { areas: areas.slice(0, 1), street: null, landmarks: [], inside: null },
  ];
  for (const some of shorter) {
    const text = write(some);
    if (text.length <= SENTENCE_LETTERS) return text;
  }
  return '';
}

/** `Баянгол дүүрэг, 4-р хороо: Номин дэлгүүрээс хойш 120 м`. */
function mongolian({ areas, inside, landmarks, street }: SentenceParts): string {
  const [first, ...others] = landmarks.map(({ name, wind, distance_m }) =>
    distance_m < BESIDE_M
      ? `${declined(name, 'genitive')} дэргэд`
      : `${declined(name, 'ablative')} ${WINDS_MN[wind]} ${metres(distance_m, 'м', 'км')}`,
  );
  const where = [
    inside === null ? undefined : `${inside} дотор`,
    first,
    street === null ? undefined : streetMn(street),
    ...others,
  ].filter((part) => part !== undefined);
  return [areas.toReversed().join(', '), where.join(', ')].filter((part) => part !== '').join(': ');
}

function inLatin(parts: SentenceParts): string {
  return latinText(mongolian(parts));
}

function streetMn({ name, distance_m, isSameSide }: SpokenStreet): string {
  if (isSameSide !== null) return `${declined(name, 'genitive')} ${isSameSide ? 'мөн' : 'нөгөө'} талд`;
  return distance_m <= ON_STREET_M ? name : `${declined(name, 'ablative')} ${metres(distance_m, 'м', 'км')}`;
}

export function declined(name: string, wanted: 'ablative' | 'genitive'): string {
  if (takesEndings(name)) return inCase(name, wanted);
  // An example of an ending after a name in Latin letters: «A0301»-ээс.
  return `${name}${wanted === 'ablative' ? '-ээс' : '-ийн'}`;
}

/** `120 m north of Nomin (supermarket), 4th khoroo, Bayangol District`. */
function english({ areas, inside, landmarks, street }: SentenceParts): string {
  const [first, ...others] = landmarks.map(({ name, wind, distance_m }) =>
    distance_m < BESIDE_M ? `beside ${name}` : `${metres(distance_m, 'm', 'km')} ${wind} of ${name}`,
  );
  return [
    inside === null ? undefined : `inside ${inside}`,
    first,
    street === null ? undefined : streetEn(street),
    ...others,
    ...areas,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

function streetEn({ name, distance_m, isSameSide }: SpokenStreet): string {
  if (isSameSide !== null) return `on the ${isSameSide ? 'same' : 'other'} side of ${name}`;
  return distance_m <= ON_STREET_M ? `on ${name}` : `${metres(distance_m, 'm', 'km')} from ${name}`;
}

function metres(distance_m: number, m: string, km: string): string {
  const said = saidMetres(distance_m);
  return said < 1_000 ? `${said} ${m}` : `${said / 1_000} ${km}`;
}

import pluscodes from 'pluscodes';
import type { Describer } from '../../geocoding/describe/describer.js';
import type { Components } from '../../geocoding/place-texts.js';
import type { PlaceDescription, PlaceLanguage } from '../geocoder.js';

/** Parts of an address that a sentence names, from narrow to wide. A town stands only where none is. */
const PARTS: readonly (keyof Components)[] = ['khoroo', 'district', 'bag', 'soum', 'aimag'];

/** The language of the sentence itself. In Russian nothing is written yet; Mongolian is what names are in. */
export function sentenceLanguage(lang: PlaceLanguage | undefined): 'mn' | 'en' {
  return lang === 'en' ? 'en' : 'mn';
}

/** @param components of the address there, in the language of the sentence */
export function describedPoint(
  describer: Describer,
  [longitude, latitude]: readonly [number, number],
  components: Components,
  lang: PlaceLanguage | undefined,
): PlaceDescription {
  const named = PARTS.flatMap((part) => components[part] ?? []);
  const areas = named.length > 0 || components.city === undefined ? named : [components.city];
  const described = describer.describe([longitude, latitude], areas, lang ?? 'mn');
  return { ...described, plus_code: pluscodes.encode({ latitude, longitude }) ?? '' };
}

import type { Position } from '../../../geo/position.js';
import pluscodes from 'pluscodes';
import type { Describer } from '../../../geocoding/describe/describer.js';
import type { PlaceIndex } from '../../../geocoding/geocoding-index.js';
import type { Components } from '../../../geocoding/place-texts.js';
import type { PlaceDescription, PlaceLanguage } from '../../geocoder.js';

/**
 * The parts of an address that a sentence names, from the narrowest to the widest. A town is named only if
 * the address has none of these parts.
 */
const PARTS: readonly (keyof Components)[] = ['khoroo', 'district', 'bag', 'soum', 'aimag'];

/**
 * Returns the language in which the sentence is written. There are no Russian sentences yet, and names are in
 * Mongolian.
 */
export function sentenceLanguage(lang: PlaceLanguage | undefined): 'mn' | 'en' {
  return lang === 'en' ? 'en' : 'mn';
}

/**
 * Returns the address components of a point for which the given row is the answer, in a language that has
 * sentences. Districts and khoroos come from two sources whose borders differ by a few hundred meters, and
 * the same khoroo numbers occur in every district. A khoroo that belongs to another district is left out,
 * because the name of the district combined with the khoroo number would refer to a khoroo elsewhere.
 *
 * @param chain the areas around the point; see chainAt()
 */
export function spokenComponents(
  geocoding: PlaceIndex,
  row: number,
  chain: ArrayLike<number>,
  language: 'mn' | 'en',
): Components {
  const { type, components } = geocoding.place(row, language, chain);
  if (components.khoroo === undefined) return components;
  // Chains refer to the map, even if own places were added to it.
  const [map] = geocoding.parts;
  const around = Array.from(chain, (entry) => entry >>> 1).find((area) => map.typeOf(area) === 'khoroo');
  let khoroo = around === undefined ? null : map.place(around, language);
  if (type === 'khoroo') khoroo = geocoding.place(row, language);
  const district = khoroo?.components.district;
  if (district === undefined || district === components.district) return components;
  return Object.fromEntries(Object.entries(components).filter(([part]) => part !== 'khoroo'));
}

/** @param components the components of the address at the point, in the language of the sentence */
export function describedPoint(
  describer: Describer,
  [longitude, latitude]: Position,
  components: Components,
  lang: PlaceLanguage | undefined,
): PlaceDescription {
  const named = PARTS.flatMap((part) => components[part] ?? []);
  const areas = named.length > 0 || components.city === undefined ? named : [components.city];
  const described = describer.describe([longitude, latitude], areas, lang ?? 'mn');
  return { ...described, plus_code: pluscodes.encode({ latitude, longitude }) ?? '' };
}

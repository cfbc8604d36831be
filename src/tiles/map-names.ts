import type { Tags } from '../geo/feature.js';
import { englishName } from '../text/english-name.js';
import { isLatin } from '../text/romanise.js';
import { cleanText } from '../text/words.js';
import type { MapProperties } from './map-shape.js';

/** The names shown on a map. */

/**
 * Adds the names that a page shows. The English name comes from a tag or is generated from the Mongolian
 * name.
 */
export function named(tags: Tags, properties: MapProperties): MapProperties {
  const name = nameOf(tags);
  if (name === null) return properties;
  const made = englishName(name, tags['place'] ?? (tags['boundary'] === undefined ? 'other' : 'district'));
  const english = tags['name:en'] ?? tags['int_name'] ?? (isLatin(made) ? made : undefined);
  return { ...properties, name, ...(english === undefined || english === name ? {} : { name_en: english }) };
}

/**
 * Returns the name without traditional script, which few map fonts can display upright. A name that exists
 * only in traditional script is converted to Latin letters.
 */
export function nameOf(tags: Tags): string | null {
  const name = cleanText(tags['name:mn'] ?? tags['name'] ?? tags['name:en'] ?? '');
  return name === '' ? null : name;
}

import type { Tags } from '../geo/feature.js';
import { isLatin, latinText } from '../text/romanise.js';
import type { MapProperties } from './map-shape.js';

/** Names as a map shows them. */

/** With the names that a page shows. English is tagged, or the name in Latin letters. */
export function named(tags: Tags, properties: MapProperties): MapProperties {
  const name = nameOf(tags);
  if (name === null) return properties;
  const latin = latinText(name);
  const english = tags['name:en'] ?? tags['int_name'] ?? (isLatin(latin) ? latin : undefined);
  return { ...properties, name, ...(english === undefined || english === name ? {} : { name_en: english }) };
}

/** Without the traditional script, which fonts of a map rarely have upright. */
export function nameOf(tags: Tags): string | null {
  const name = (tags['name:mn'] ?? tags['name'] ?? tags['name:en'] ?? '')
    .replace(/[\u1800-\u18af\u202f]+/g, ' ')
    .trim();
  return name === '' ? null : name;
}

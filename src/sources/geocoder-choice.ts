/** The geocoder that a deployment has chosen. */
export type GeocoderChoice = 'embedded' | 'none';

/**
 * Reads the setting of the geocoder: `embedded`, `none`, or the address of an engine.
 * @returns undefined for anything else
 */
export function parseGeocoderChoice(text: string): GeocoderChoice | undefined {
  return text === 'embedded' || text === 'none' ? text : undefined;
}

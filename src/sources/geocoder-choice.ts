import { parseEngineUrl } from './engine-url.js';
import { parsePostgisAddress, type PostgisAddress } from './postgis-address.js';

/** The address of an external Nominatim. */
export interface NominatimAddress {
  engine: 'nominatim';
  /** An http or https URL, optionally with a user, a password and a path. */
  url: URL;
}

/** The geocoder that a deployment has chosen. */
export type GeocoderChoice = 'embedded' | 'none' | NominatimAddress | PostgisAddress;

/**
 * Parses the geocoder setting: `embedded`, `none`, or the address of an engine, such as
 * `nominatim+http://host:8088` or `postgis://user:password@host/database`.
 * @returns undefined for any other text
 */
export function parseGeocoderChoice(text: string): GeocoderChoice | undefined {
  if (text === 'embedded' || text === 'none') return text;
  return parseNominatimAddress(text) ?? parsePostgisAddress(text);
}

function parseNominatimAddress(text: string): NominatimAddress | undefined {
  const [, rest] = /^nominatim\+(.+)$/s.exec(text) ?? [];
  const url = rest === undefined ? undefined : parseEngineUrl(rest);
  return url === undefined ? undefined : { engine: 'nominatim', url };
}

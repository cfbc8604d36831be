import { OperatingError } from '../errors.js';
import type { ReverseRequest, SearchRequest } from './geocoder.js';

/** What the configured source cannot honour is refused, never ignored. */
export function notSupported(field: string, message: string): OperatingError {
  return new OperatingError('INVALID_REQUEST', message, { details: { field, reason: 'not_supported' } });
}

/** What a request to a geocoder may ask for beyond a text or a point, by its parameter. */
const OPTIONS = { near: 'near', lang: 'lang', types: 'type', bbox: 'bbox' } as const;

/** A parameter that not every geocoder honours. */
export type GeocoderOption = (typeof OPTIONS)[keyof typeof OPTIONS];

/**
 * For a geocoder that cannot honour everything.
 *
 * @param honoured the parameters that it does honour
 *
 * @throws OperatingError INVALID_REQUEST `not_supported` with the first other parameter that was sent
 */
export function refuseOthers(
  request: SearchRequest | ReverseRequest,
  honoured: readonly GeocoderOption[],
): void {
  for (const [key, field] of Object.entries(OPTIONS)) {
    const value = (request as Partial<SearchRequest>)[key as keyof typeof OPTIONS];
    if (value !== undefined && !honoured.includes(field))
      throw notSupported(field, `${field} is not supported in this deployment.`);
  }
}

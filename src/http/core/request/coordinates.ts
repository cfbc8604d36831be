import { Type } from '@sinclair/typebox';

/** Coordinates as they are sent and answered: WGS84 decimal degrees. */

export const LATITUDE_BOUNDS = { minimum: -90, maximum: 90 };
export const LONGITUDE_BOUNDS = { minimum: -180, maximum: 180 };

/** A latitude in an answer. */
export const LATITUDE = Type.Number({ ...LATITUDE_BOUNDS, description: 'WGS84, up to 6 decimals.' });
export const LONGITUDE = Type.Number({ ...LONGITUDE_BOUNDS, description: 'WGS84, up to 6 decimals.' });

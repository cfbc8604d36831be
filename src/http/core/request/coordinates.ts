import { Type } from '@sinclair/typebox';

/** Coordinates in requests and answers: WGS84 decimal degrees. */

export const LATITUDE_BOUNDS = { minimum: -90, maximum: 90 };
export const LONGITUDE_BOUNDS = { minimum: -180, maximum: 180 };

/** The schema of a latitude in an answer. */
export const LATITUDE = Type.Number({ ...LATITUDE_BOUNDS, description: 'WGS84, up to 6 decimals.' });
export const LONGITUDE = Type.Number({ ...LONGITUDE_BOUNDS, description: 'WGS84, up to 6 decimals.' });

/** Longitude first, as in GeoJSON. The unit is degrees, unless a name says otherwise. */
export type Position = readonly [longitude: number, latitude: number];

/** The units are those of its positions. */
export type Box = readonly [west: number, south: number, east: number, north: number];

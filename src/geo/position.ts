/** Longitude first, as in GeoJSON. In degrees, unless a name says otherwise. */
export type Position = readonly [longitude: number, latitude: number];

/** In the units of the positions in it. */
export type Box = readonly [west: number, south: number, east: number, north: number];

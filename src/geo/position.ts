/** The longitude comes first, as in GeoJSON. The unit is degrees unless a name says otherwise. */
export type Position = readonly [longitude: number, latitude: number];

/** A bounding box, in the same units as the positions that it contains. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** Mean radius of the earth (IUGG), in metres. */
const EARTH_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** Great-circle metres between two points in degrees, `[longitude, latitude]`: the haversine formula. */
export function greatCircle_m(from: readonly [number, number], to: readonly [number, number]): number {
  const sinLat = Math.sin(((to[1] - from[1]) * RADIANS) / 2);
  const sinLon = Math.sin(((to[0] - from[0]) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(from[1] * RADIANS) * Math.cos(to[1] * RADIANS) * sinLon * sinLon;
  return 2 * EARTH_M * Math.asin(Math.sqrt(Math.min(1, h)));
}

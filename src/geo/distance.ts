/**
 * Distances on the WGS84 ellipsoid.
 *
 * Short distances (streets, snapping) are calculated from the two radii of curvature at the middle latitude.
 * The error is below 0.01 % for distances up to a few tens of kilometers. Long distances are calculated with
 * Lambert's formula (1942), whose error is about 10 m over thousands of kilometers. A plain sphere would give
 * distances that are 0.3 % off at Mongolia's latitudes.
 */
const EQUATOR_M = 6378137;
const FLATTENING = 1 / 298.257223563;
const ECCENTRICITY_2 = FLATTENING * (2 - FLATTENING);
const RADIANS = Math.PI / 180;

/**
 * If the coordinates differ by more than this many degrees, the long-distance formula replaces the flat one.
 */
const SHORT_DEGREES = 0.25;

/** Meters per degree of longitude at latitude `lat` (degrees). */
export function metersPerDegreeLon(lat: number): number {
  const sin = Math.sin(lat * RADIANS);
  return (RADIANS * EQUATOR_M * Math.cos(lat * RADIANS)) / Math.sqrt(1 - ECCENTRICITY_2 * sin * sin);
}

/** Meters per degree of latitude at latitude `lat` (degrees). */
export function metersPerDegreeLat(lat: number): number {
  const sin = Math.sin(lat * RADIANS);
  const w2 = 1 - ECCENTRICITY_2 * sin * sin;
  return (RADIANS * EQUATOR_M * (1 - ECCENTRICITY_2)) / (w2 * Math.sqrt(w2));
}

/**
 * Writes the scales at a latitude (degrees) and their rates of change into `scales[0..3]`:
 * metersPerDegreeLon, metersPerDegreeLat, and how much each changes per degree to the north. This function
 * needs only one sine and one cosine.
 */
export function fillScales(lat: number, scales: Float64Array): void {
  const sin = Math.sin(lat * RADIANS);
  const cos = Math.cos(lat * RADIANS);
  const w2 = 1 - ECCENTRICITY_2 * sin * sin;
  const w = Math.sqrt(w2);
  // The derivative of the longitude scale is minus the sine times the latitude scale: a circle of latitude
  // shrinks as it moves north and so gets closer to the earth's axis.
  scales[0] = (RADIANS * EQUATOR_M * cos) / w;
  scales[1] = (RADIANS * EQUATOR_M * (1 - ECCENTRICITY_2)) / (w2 * w);
  scales[2] = -RADIANS * scales[1] * sin;
  scales[3] = (RADIANS * scales[1] * 3 * ECCENTRICITY_2 * sin * cos) / w2;
}

/** Returns the difference between two longitudes in degrees, measured the shorter way around: -180 to 180. */
export function deltaLon(from: number, to: number): number {
  const d = to - from;
  return d > 180 ? d - 360 : d < -180 ? d + 360 : d;
}

/** Returns the distance in meters between two points given in degrees. */
export function distanceM(lon1: number, lat1: number, lon2: number, lat2: number): number {
  const dLon = deltaLon(lon1, lon2);
  const dLat = lat2 - lat1;
  if (Math.abs(dLat) > SHORT_DEGREES || Math.abs(dLon) > SHORT_DEGREES)
    return longDistanceM(dLon, lat1, lat2);
  const middle = (lat1 + lat2) / 2;
  const x = dLon * metersPerDegreeLon(middle);
  const y = dLat * metersPerDegreeLat(middle);
  return Math.sqrt(x * x + y * y);
}

/**
 * Uses Lambert's formula: the great-circle distance between reduced latitudes, corrected for the flattening.
 */
function longDistanceM(dLon: number, lat1: number, lat2: number): number {
  const b1 = Math.atan((1 - FLATTENING) * Math.tan(lat1 * RADIANS));
  const b2 = Math.atan((1 - FLATTENING) * Math.tan(lat2 * RADIANS));
  const sinLat = Math.sin((b2 - b1) / 2);
  const sinLon = Math.sin((dLon * RADIANS) / 2);
  const h = Math.min(1, sinLat * sinLat + Math.cos(b1) * Math.cos(b2) * sinLon * sinLon);
  const angle = 2 * Math.asin(Math.sqrt(h));
  if (angle === 0) return 0;
  const p = (b1 + b2) / 2;
  const q = (b2 - b1) / 2;
  const cosHalf2 = 1 - h;
  const x = cosHalf2 === 0 ? 0 : (angle - Math.sin(angle)) * ((Math.sin(p) * Math.cos(q)) ** 2 / cosHalf2);
  const y = h === 0 ? 0 : (angle + Math.sin(angle)) * ((Math.cos(p) * Math.sin(q)) ** 2 / h);
  return EQUATOR_M * (angle - (FLATTENING / 2) * (x + y));
}

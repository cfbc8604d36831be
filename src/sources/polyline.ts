/** Letters of the format carry 5 bits each, from this one on. */
const FIRST_LETTER = 63;

/** Units of 1e-7 degrees in one unit of the format, by its decimals. */
const UNITS = { 5: 100, 6: 10 };

/**
 * Decodes a polyline in Google's format, which has 5 decimals, or with one more. Each number is the
 * difference to the one before, latitude first.
 * @returns lon, lat pairs in 1e-7 degrees; or a description of the fault, if a text ends in mid-number, has
 *   strange letters or leaves the globe
 */
export function decodePolyline(text: string, decimals: keyof typeof UNITS): Int32Array | string {
  const units = UNITS[decimals];
  const line = new Int32Array(text.length);
  let [size, at, latitude, longitude] = [0, 0, 0, 0];
  /** NaN if there is none. */
  const next = (): number => {
    for (let value = 0, shift = 0; shift <= 30; shift += 5) {
      // Off the end of the text this is NaN.
      const letter = text.charCodeAt(at++) - FIRST_LETTER;
      if (!(letter >= 0 && letter < 64)) break;
      value |= (letter & 31) << shift;
      if (letter < 32) return (value >>> 1) ^ -(value & 1);
    }
    return NaN;
  };
  while (at < text.length) {
    latitude += next();
    longitude += next();
    if (Number.isNaN(latitude + longitude)) return 'a line that is not a polyline';
    if (Math.abs(latitude) * units > 90e7 || Math.abs(longitude) * units > 180e7)
      return 'a line off the globe';
    line[size++] = longitude * units;
    line[size++] = latitude * units;
  }
  return line.slice(0, size);
}

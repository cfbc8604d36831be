/** The character code of the value 0. Each character in the format encodes 5 bits. */
const FIRST_LETTER = 63;

/** How many units of 1e-7 degrees one unit of the format represents, by the format's number of decimals. */
const UNITS = { 5: 100, 6: 10 };

/**
 * Decodes a polyline in Google's format, which has 5 decimals, or in its variant with 6 decimals. Each number
 * is the difference from the previous position's value, latitude first.
 * @returns lon, lat pairs in 1e-7 degrees, or a description of what is wrong with the text: the text ends in
 *   the middle of a number, has unexpected characters, or contains coordinates that are out of range
 */
export function decodePolyline(text: string, decimals: keyof typeof UNITS): Int32Array | string {
  const units = UNITS[decimals];
  const line = new Int32Array(text.length);
  let [size, at, latitude, longitude] = [0, 0, 0, 0];
  /** Returns NaN if the text ends before the number does. */
  const next = (): number => {
    for (let value = 0, shift = 0; shift <= 30; shift += 5) {
      // The value is NaN beyond the end of the text.
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
      return 'a line with coordinates out of range';
    line[size++] = longitude * units;
    line[size++] = latitude * units;
  }
  return line.slice(0, size);
}

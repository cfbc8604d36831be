import { decodePolyline } from '../polyline.js';
import { BadAnswer } from '../upstream/upstream-error.js';

/**
 * Decodes a line from OSRM (with `polyline6`) or from Valhalla, which uses this format by default.
 * @returns lon, lat pairs in 1e-7 degrees
 * @throws BadAnswer if the text is not a polyline
 */
export function decodePolyline6(text: string): Int32Array {
  const line = decodePolyline(text, 6);
  if (typeof line === 'string') throw new BadAnswer(line);
  return line;
}

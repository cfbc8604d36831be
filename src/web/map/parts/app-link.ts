import type { Position } from '../../../geo/position.js';

/** Apple's systems do not know `geo:`. */
const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** A link that opens a point in the map or the navigation of the device. */
export function appLink([longitude, latitude]: Position): string {
  const text = `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
  return isApple ? `maps://?daddr=${text}` : `geo:${text}?q=${text}`;
}

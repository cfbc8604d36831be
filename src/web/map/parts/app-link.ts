import type { Position } from '../../../geo/position.js';

/** Apple's systems do not support `geo:` links. */
const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** Returns a link that opens a point in the device's map or navigation app. */
export function appLink([longitude, latitude]: Position): string {
  const text = `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
  return isApple ? `maps://?daddr=${text}` : `geo:${text}?q=${text}`;
}

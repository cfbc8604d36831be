import type { Point } from '../ask/answers.js';

/** What is in sight, in the address of the page: `#zoom/latitude/longitude`. It is sent to nobody. */

interface View {
  centre: Point;
  zoom: number;
}

const PATTERN = /^#(\d{1,2}(?:\.\d+)?)\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)$/;

export function readView(): View | null {
  const match = PATTERN.exec(location.hash);
  if (match === null) return null;
  const [zoom, latitude, longitude] = match.slice(1).map(Number);
  if (latitude > 85 || latitude < -85 || longitude > 180 || longitude < -180) return null;
  return { centre: [longitude, latitude], zoom };
}

export function writeView({ centre: [longitude, latitude], zoom }: View): void {
  history.replaceState(null, '', `#${zoom.toFixed(2)}/${latitude.toFixed(5)}/${longitude.toFixed(5)}`);
}

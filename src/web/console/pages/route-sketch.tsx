import { number } from '../text/format.js';
import { t } from '../text/texts.js';

/** Longitude, latitude. */
export type Position = [number, number];

interface SketchProps {
  positions: readonly Position[];
  distance_m: number;
  duration_s: number;
}

const WIDTH = 640;
const HEIGHT = 220;
const MARGIN = 20;

/** The shape of a route without a map: enough to see that it is one. */
export function RouteSketch({ positions, distance_m, duration_s }: SketchProps) {
  const label = t().snippet.sketch(
    number(distance_m / 1000),
    number(Math.max(1, Math.round(duration_s / 60))),
  );
  const points = drawn(positions);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <figure>
      <svg class="sketch" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        <path d={`M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`} />
        {[first, last].map(([x, y], i) => (
          <circle key={i} cx={x} cy={y} r={6} />
        ))}
      </svg>
      <figcaption class="muted small">{label}</figcaption>
    </figure>
  );
}

/** Fits the line into the picture. Longitudes are shrunk, so that east is as long as north. */
function drawn(positions: readonly Position[]): [number, number][] {
  const shrink = Math.cos(((positions[0]?.[1] ?? 0) * Math.PI) / 180);
  const plane = positions.map(([lon, lat]): [number, number] => [lon * shrink, -lat]);
  const [xs, ys] = [plane.map(([x]) => x), plane.map(([, y]) => y)];
  const [west, north] = [least(xs), least(ys)];
  const [width, height] = [most(xs) - west, most(ys) - north];
  const scale = Math.min((WIDTH - 2 * MARGIN) / (width || 1e-9), (HEIGHT - 2 * MARGIN) / (height || 1e-9));
  const [left, top] = [(WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2];
  return plane.map(([x, y]) => [left + (x - west) * scale, top + (y - north) * scale]);
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);

import type { Feature } from 'geojson';
import type { RouteAnswer } from '../ask/answers.js';
import { feature } from './overlays.js';

type Line = RouteAnswer['route']['geometry']['coordinates'];

/** Splits a route's line where its surface changes. @param stretches in travel order */
export function surfaceLines(
  line: Line,
  stretches: NonNullable<RouteAnswer['surface_stretches']>,
  properties: Record<string, unknown>,
): Feature[] {
  const ends = lengthsAlong(line);
  // Both lengths measure the same line, but the service's length is based on a more precise shape of the
  // earth.
  const scale = ends.at(-1)! / stretches.reduce((sum, { distance_meters: length }) => sum + length, 0);
  const pieces: Feature[] = [];
  let [at, begun] = [0, line[0]];
  let done = 0;
  for (const [i, { surface, distance_meters: length }] of stretches.entries()) {
    done += length * scale;
    const piece = [begun];
    for (; at + 1 < line.length && (ends[at + 1] <= done || i + 1 === stretches.length); at++)
      piece.push(line[at + 1]);
    if (at + 1 < line.length) {
      const share = (done - ends[at]) / (ends[at + 1] - ends[at]);
      const [[lon, lat], [nextLon, nextLat]] = [line[at], line[at + 1]];
      begun = [lon + share * (nextLon - lon), lat + share * (nextLat - lat)];
      piece.push(begun);
    }
    const coordinates = piece.map((position) => [...position]);
    if (piece.length > 1)
      pieces.push(feature({ type: 'LineString', coordinates }, { ...properties, surface }));
  }
  return pieces;
}

/**
 * Returns the distance along the line from its first position to each position, in degrees of latitude.
 * Planar distances suffice, because neighboring positions are close together.
 */
function lengthsAlong(line: Line): number[] {
  let length = 0;
  return line.map(([lon, lat], i) => {
    const [beforeLon, beforeLat] = line[Math.max(0, i - 1)];
    const narrow = Math.cos((lat * Math.PI) / 180);
    return (length += Math.hypot((lon - beforeLon) * narrow, lat - beforeLat));
  });
}

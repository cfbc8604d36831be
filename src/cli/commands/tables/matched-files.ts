import type { Position } from '../../../geo/position.js';
import { toDegrees } from '../../../geo/coordinates.js';
import type { FoundMatch, Matching } from '../../../sources/router.js';
import type { RecordedTrace } from '../../../traces/recorded-trace.js';

/** A trace from a file, with its matching. */
export interface MatchedTrace {
  trace: RecordedTrace;
  found: FoundMatch;
}

/** Functions that write matched files, by format name. */
export const FORMATS: Readonly<Record<string, (traces: readonly MatchedTrace[]) => string>> = {
  gpx: gpxOf,
  geojson: geojsonOf,
};

/** Writes a track for each matching, and a waypoint for each point that is not on a road. */
function gpxOf(traces: readonly MatchedTrace[]): string {
  const lost = traces.flatMap(({ trace, found }) =>
    trace.points.flatMap(({ longitude, latitude }, i): NamedPoint[] => {
      const name = found.points[i];
      return typeof name === 'string' ? [{ name, at: [longitude, latitude] }] : [];
    }),
  );
  const tracks = traces.flatMap(({ trace: { name }, found }) =>
    found.matchings.map((matching) => ({ name, line: positionsOf(matching) })),
  );
  return gpxText(lost, tracks);
}

interface NamedPoint {
  name: string;
  at: Position;
}

export function gpxText(
  points: readonly NamedPoint[],
  tracks: readonly { name: string | null; line: readonly Position[] }[],
): string {
  const waypoints = points.map(
    ({ name, at: [lon, lat] }) => `  <wpt lat="${lat}" lon="${lon}"><name>${escaped(name)}</name></wpt>\n`,
  );
  const lines = tracks.map(({ name, line }) => {
    const positions = line.map(([lon, lat]) => `      <trkpt lat="${lat}" lon="${lon}"/>\n`);
    const title = name === null ? '' : `    <name>${escaped(name)}</name>\n`;
    return `  <trk>\n${title}    <trkseg>\n${positions.join('')}    </trkseg>\n  </trk>\n`;
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<gpx version="1.1" creator="gazarch" xmlns="http://www.topografix.com/GPX/1/1">\n' +
    `${waypoints.join('')}${lines.join('')}</gpx>\n`
  );
}

/** Writes a line for each matching, and a point for each point that is not on a road. */
function geojsonOf(traces: readonly MatchedTrace[]): string {
  const features = traces.flatMap(({ trace, found }) => [
    ...found.matchings.map((matching) => ({
      type: 'Feature',
      properties: {
        name: trace.name,
        distance_meters: tenths(matching.distance_m),
        duration_seconds: tenths(matching.duration_s),
        confidence: Math.round(100 * matching.confidence) / 100,
        ...{ from: matching.from, to: matching.to },
      },
      geometry: { type: 'LineString', coordinates: positionsOf(matching) },
    })),
    ...trace.points.flatMap(({ longitude, latitude }, point) => {
      const reason = found.points[point];
      if (typeof reason !== 'string') return [];
      const geometry = { type: 'Point', coordinates: [longitude, latitude] };
      return [{ type: 'Feature', properties: { name: trace.name, point, reason }, geometry }];
    }),
  ]);
  return `${JSON.stringify({ type: 'FeatureCollection', features })}\n`;
}

function positionsOf({ coordinates }: Matching): Position[] {
  return Array.from({ length: coordinates.length / 2 }, (_, i) => [
    toDegrees(coordinates[2 * i]),
    toDegrees(coordinates[2 * i + 1]),
  ]);
}

export function tenths(value: number): number {
  return Math.round(10 * value) / 10;
}

function escaped(text: string): string {
  const plain = text.replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, '');
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

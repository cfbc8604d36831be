import type { Position } from '../../geo/position.js';
import type { RoadShape, ShownRoad } from '../../sources/map-page.js';

/** Closures and roads of a season as a GeoJSON FeatureCollection (RFC 7946). */
export function roadsGeojson(roads: readonly ShownRoad[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features: roads.map(featureOf) });
}

function featureOf({ kind, isOpen, factor, mode, name, reason, until_ms, shape }: ShownRoad): object {
  const until = until_ms === null ? null : new Date(until_ms).toISOString();
  return {
    type: 'Feature',
    properties: { kind, is_open: isOpen, factor, mode, name, reason, until },
    geometry: geometryOf(shape),
  };
}

function geometryOf(shape: RoadShape): object {
  return shape.kind === 'lines'
    ? { type: 'MultiLineString', coordinates: shape.lines.map((line) => line.map(rounded)) }
    : { type: 'MultiPolygon', coordinates: shape.polygons };
}

const rounded = (position: Position): number[] => position.map((degrees) => Math.round(1e6 * degrees) / 1e6);

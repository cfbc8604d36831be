import type { Feature, Geometry as JsonGeometry, Position } from 'geojson';
import type { Geometry } from '../geo/feature.js';
import type { MapProperties } from './map-shape.js';

/** A shape as the library takes it. @param id comes back with each part of it */
export function asGeojson(geometry: Geometry, properties: MapProperties, id: number): Feature {
  return { type: 'Feature', id, properties, geometry: geometryOf(geometry) };
}

function geometryOf(geometry: Geometry): JsonGeometry {
  if (geometry.kind === 'point')
    return { type: 'Point', coordinates: [geometry.lon7 / 1e7, geometry.lat7 / 1e7] };
  if (geometry.kind === 'line')
    return { type: 'MultiLineString', coordinates: geometry.lines.map(positionsOf) };
  return { type: 'MultiPolygon', coordinates: geometry.polygons.map((rings) => rings.map(positionsOf)) };
}

function positionsOf(line: Int32Array): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i < line.length; i += 2) positions.push([line[i] / 1e7, line[i + 1] / 1e7]);
  return positions;
}

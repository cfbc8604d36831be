import type { Geometry } from '../geo/feature.js';

/** The layers of our tiles, each of which docs/map.md describes. */
export const MAP_LAYERS = [
  'land',
  'water',
  'waterway',
  'border',
  'building',
  'rail',
  'road',
  'place',
  'poi',
  'water_name',
  'area_name',
  'address',
] as const;
export type MapLayer = (typeof MAP_LAYERS)[number];

export type MapProperties = Readonly<Record<string, string | number>>;

/** A shape to draw on the map. */
export interface MapShape {
  layer: MapLayer;
  /** The shape is hidden below this zoom. */
  minZoom: number;
  properties: MapProperties;
  geometry: Geometry;
}

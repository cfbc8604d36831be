/** OSM tags, by key. Properties of a GeoJSON source become such tags. */
export type Tags = Readonly<Record<string, string>>;

interface PointGeometry {
  kind: 'point';
  lon7: number;
  lat7: number;
}

/** One or more polylines (a street, a river). Each has at least two positions. */
export interface LineGeometry {
  kind: 'line';
  lines: Int32Array[];
}

/** Polygons: each is an outer ring followed by its inner rings. Rings are closed (first position = last). */
export interface AreaGeometry {
  kind: 'area';
  polygons: Int32Array[][];
}

export type Geometry = PointGeometry | LineGeometry | AreaGeometry;

/**
 * One object of a source, with its tags and its exact geometry. The importer hands these to the geocoding
 * builder. Positions are Int32 pairs lon, lat in 1e-7 degrees (see coordinates.ts).
 */
export interface Feature {
  /**
   * Stable id of the source object: `osm:node:123`, `osm:way:5`, `osm:relation:9` or
   * `geojson:<layer>:<id>`.
   */
  id: string;
  tags: Tags;
  geometry: Geometry;
  /** Ids of the features that an area relation names as its label or admin_centre. */
  labels?: string[];
  /** `lon7`, `lat7` of the main entrance of an outline, if it is mapped. */
  entrance?: readonly [lon7: number, lat7: number];
}

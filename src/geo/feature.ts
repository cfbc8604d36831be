/** OSM tags by key. The properties of a GeoJSON feature also become tags. */
export type Tags = Readonly<Record<string, string>>;

interface PointGeometry {
  kind: 'point';
  lon7: number;
  lat7: number;
}

/** One or more polylines, such as a street or a river. Each polyline has at least two positions. */
export interface LineGeometry {
  kind: 'line';
  lines: Int32Array[];
}

/**
 * A list of polygons, each an outer ring followed by its inner rings. Rings are closed (first position =
 * last).
 */
export interface AreaGeometry {
  kind: 'area';
  polygons: Int32Array[][];
}

export type Geometry = PointGeometry | LineGeometry | AreaGeometry;

/**
 * An object from a source, with its tags and its exact geometry. The importer passes features to the
 * geocoding builder. Positions are Int32 lon, lat pairs in 1e-7 degrees (see coordinates.ts).
 */
export interface Feature {
  /**
   * The source object's stable id: `osm:node:123`, `osm:way:5`, `osm:relation:9` or `geojson:<layer>:<id>`.
   */
  id: string;
  tags: Tags;
  geometry: Geometry;
  /** The ids of the features that an area relation lists as its label or admin_centre. */
  labels?: string[];
  /** `lon7` and `lat7` of the main entrance on the outline, if the entrance is mapped. */
  entrance?: readonly [lon7: number, lat7: number];
}

/**
 * What the importer hands to the geocoding builder: one object of a source, with its tags and its true geometry.
 * Positions are Int32 pairs lon, lat in 1e-7 degrees (see coordinates.ts).
 */
export type Tags = Readonly<Record<string, string>>;

export interface PointGeometry {
  kind: 'point';
  lon7: number;
  lat7: number;
}

/** One or more polylines, each at least two positions: a street, a river. */
export interface LineGeometry {
  kind: 'line';
  lines: Int32Array[];
}

/** Polygons, each an outer ring followed by its inner rings; every ring is closed (first position = last). */
export interface AreaGeometry {
  kind: 'area';
  polygons: Int32Array[][];
}

export type Geometry = PointGeometry | LineGeometry | AreaGeometry;

export interface Feature {
  /** Stable id of the source object: `osm:node:123`, `osm:way:5`, `osm:relation:9`, `geojson:<layer>:<id>`. */
  id: string;
  tags: Tags;
  geometry: Geometry;
  /** Ids of the features that an area relation names as its label or admin_centre. */
  labels?: string[];
}

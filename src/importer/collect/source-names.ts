/** The kind of a source, by the name of its file. All others are files of OSM, or tables. */

/** Whether it is GPX or KML. */
export function isWaypoints(path: string): boolean {
  return /\.(kml|gpx)$/i.test(path);
}

/** Whether it has features: GeoJSON, KML, GPX. */
export function hasFeatures(path: string): boolean {
  return /\.(geo)?json$/i.test(path) || isWaypoints(path);
}

/** The name of such a file without its extension. */
export function nameOfFeatures(path: string): string {
  return path.replace(/\.(geojson|json|kml|gpx)$/i, '');
}

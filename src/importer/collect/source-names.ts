/** Functions that detect a source's type from its file name. Any other file is an OSM file or a table. */

/** Whether the file is GPX or KML. */
export function isWaypoints(path: string): boolean {
  return /\.(kml|gpx)$/i.test(path);
}

/** Whether the file contains features: GeoJSON, KML or GPX. */
export function hasFeatures(path: string): boolean {
  return /\.(geo)?json$/i.test(path) || isWaypoints(path);
}

/** The file's name without its extension. */
export function nameOfFeatures(path: string): string {
  return path.replace(/\.(geojson|json|kml|gpx)$/i, '');
}

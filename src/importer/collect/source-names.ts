/**
 * Functions that detect the type of a source from its file name. Files that match none are OSM files or
 * tables.
 */

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

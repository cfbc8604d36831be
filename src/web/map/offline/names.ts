/** Names shared by the page and its service worker. */

/** The name under which the page stores pieces. */
export const KEPT_NAME = 'map';
/** The note that is stored in the same write as the pieces. */
export interface KeptNote {
  /** The name of the area. */
  area: string;
  /** The page's data (`/map/about.json`) as JSON. */
  about: string;
}
export const ABOUT = '/map/about.json';
/** Marks a stored response, which is used when there is no network. */
export const KEPT_HEADER = 'x-gazarch-kept';
export const SERVICE_WORKER = '/map/service-worker.js';

/** Names shared by the page and its service worker. */

/** The name under which the page stores the pieces of the data. */
export const KEPT_NAME = 'map';
/** The note that is stored in the same write as the pieces of the data. */
export interface KeptNote {
  /** The name of the area for which data is stored. */
  area: string;
  /** The page's metadata (`/map/about.json`) as JSON. */
  about: string;
}
export const ABOUT = '/map/about.json';
/** The header that marks a stored response, which is used when there is no network. */
export const KEPT_HEADER = 'x-gazarch-kept';
export const SERVICE_WORKER = '/map/service-worker.js';

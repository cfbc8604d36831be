/** Names that the page and its service worker share. */

/** The name under which the page keeps pieces. */
export const KEPT_NAME = 'map';
/** The note that is kept with them, in the same write. */
export interface KeptNote {
  /** The name of the area. */
  area: string;
  /** The facts of the page, as JSON. */
  about: string;
}
export const ABOUT = '/map/about.json';
/** Marks kept facts: there is no network. */
export const KEPT_HEADER = 'x-gazarch-kept';
export const SERVICE_WORKER = '/map/service-worker.js';

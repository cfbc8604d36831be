/** What the page and its service worker both know. */

/** Under which the page keeps pieces. */
export const KEPT_NAME = 'map';
/** What is kept with them, in the same write. */
export interface KeptNote {
  /** The name of the area. */
  area: string;
  /** The facts of the page, as JSON. */
  about: string;
}
export const ABOUT = '/map/about.json';
/** Says that facts are those that are kept: there is no network. */
export const KEPT_HEADER = 'x-gazarch-kept';
export const SERVICE_WORKER = '/map/service-worker.js';

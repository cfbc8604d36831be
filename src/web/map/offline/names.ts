/** What the page and its service worker both know. */

/** Under which the page keeps pieces. */
export const KEPT_NAME = 'map';
/** Where the facts of the page are kept that belong to them. */
export const PAGE_CACHE = 'gazarch-page';
export const ABOUT = '/map/about.json';
/** Says that facts are those that are kept: there is no network. */
export const KEPT_HEADER = 'x-gazarch-kept';
export const SERVICE_WORKER = '/map/service-worker.js';

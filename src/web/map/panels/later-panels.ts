/**
 * Panels that are loaded when they are first needed. The panels share one file, because their common code
 * would otherwise be in a separate file that the page would have to load before its first answer.
 */
export { DriverPanel } from '../plan/driver-panel.js';
export { TracePanel } from '../trace/trace-panel.js';

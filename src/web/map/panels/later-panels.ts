/**
 * Panels that are loaded when they are first needed. They share one file: otherwise their common code would
 * be in a separate file, which the page would have to load before its first answer.
 */
export { DriverPanel } from '../plan/driver-panel.js';
export { TracePanel } from '../trace/trace-panel.js';

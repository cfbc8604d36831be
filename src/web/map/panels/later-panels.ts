/**
 * Panels that are loaded when first needed. They are in one file: code that several files share would be in a
 * further file, which the page would have to load before its first answer.
 */
export { DriverPanel } from '../plan/driver-panel.js';
export { TracePanel } from '../trace/trace-panel.js';

/**
 * Panels that are loaded when somebody needs one of them. They are in one file: what several files share is
 * in a further one, which the page would have to load before its first answer.
 */
export { DriverPanel } from '../plan/driver-panel.js';
export { TracePanel } from '../trace/trace-panel.js';

import { signal } from '@preact/signals';
import type { Feature } from 'geojson';

/**
 * The drawing of a plan of visits: a line for each vehicle, and dots with numbers, in the vehicle's color.
 */
export const planShapes = signal<Feature[]>([]);

/** The plan of one driver from a link; empty: none is open. */
export const driverPlan = signal('');

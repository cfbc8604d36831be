import { signal } from '@preact/signals';
import type { Feature } from 'geojson';

/** The drawing of a visit plan: a line for each vehicle, and numbered dots in the vehicle's color. */
export const planShapes = signal<Feature[]>([]);

/** The driver's plan from a link; empty if none is open. */
export const driverPlan = signal('');

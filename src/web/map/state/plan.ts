import { signal } from '@preact/signals';
import type { Feature } from 'geojson';

/** The drawing of a visit plan: a line for each vehicle, and numbered dots in the vehicle's color. */
export const planShapes = signal<Feature[]>([]);

/** The text of a driver's plan from a link, or empty if no plan is open. */
export const driverPlan = signal('');

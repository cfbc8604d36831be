import { signal } from '@preact/signals';
import type { Feature } from 'geojson';

/** The drawing of a visit plan: a line for each vehicle, with numbered dots in its color. */
export const planShapes = signal<Feature[]>([]);

/** The text of a driver's plan from a link; empty if none is open. */
export const driverPlan = signal('');

import { signal } from '@preact/signals';
import type { Feature } from 'geojson';

/** What a plan of visits draws: a line for each vehicle, and dots with numbers, in the vehicle's colour. */
export const planShapes = signal<Feature[]>([]);

/** The plan of one driver, as a link has it; empty: none is open. */
export const driverPlan = signal('');

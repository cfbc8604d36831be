import { signal } from '@preact/signals';
import type { Feature } from 'geojson';

/** The drawing of a dropped trace: lines `sent` and `matched`, and points that are `lost`. */
export const traceShapes = signal<Feature[]>([]);

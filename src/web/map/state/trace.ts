import { signal } from '@preact/signals';
import type { Feature } from 'geojson';

/** Of a trace that was dropped on the page: lines `sent` and `matched`, and points that are `lost`. */
export const traceShapes = signal<Feature[]>([]);

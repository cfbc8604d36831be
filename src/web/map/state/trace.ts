import { signal } from '@preact/signals';
import type { Feature } from 'geojson';

/** The drawing of a dropped trace: lines marked `sent` and `matched`, and points marked `lost`. */
export const traceShapes = signal<Feature[]>([]);

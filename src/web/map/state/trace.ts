import { signal } from '@preact/signals';
import type { Feature } from 'geojson';

/**
 * The drawing of a trace that was dropped onto the page: lines marked `sent` and `matched`, and points marked
 * `lost`.
 */
export const traceShapes = signal<Feature[]>([]);

import { parentPort, workerData } from 'node:worker_threads';
import type { Sections } from '../../../arrays/sections.js';
import { mapAgain } from '../../../dataset/open-dataset.js';
import { partOf } from '../../../dataset/read-dataset.js';
import { InputError } from '../../../errors.js';
import { makeOwnPlaces, type MadeOwnPlaces } from './own-places-work.js';

/** The reply of this worker thread, which own-places.ts starts. */
export type OwnPlacesReply = MadeOwnPlaces | { refusal: string };

/** The map, as memory shared with this thread, or the map's file if it is mapped. */
export interface OwnPlacesOrder {
  folder: string;
  map: Sections | { fd: number };
}

const { folder, map } = workerData as OwnPlacesOrder;
const mapped = typeof map.fd === 'number' ? mapAgain(map.fd, folder) : null;
try {
  const made = makeOwnPlaces(
    folder,
    mapped === null ? (map as Sections) : partOf(mapped.sections, 'geocoding'),
  );
  const buffers = new Set(Object.values(made.sections).map(({ buffer }) => buffer));
  parentPort!.postMessage(
    made satisfies OwnPlacesReply,
    [...buffers].filter((buffer) => buffer instanceof ArrayBuffer),
  );
} catch (error) {
  if (!InputError.is(error)) throw error;
  parentPort!.postMessage({ refusal: error.message } satisfies OwnPlacesReply);
} finally {
  mapped?.unmap();
}

import { parentPort, workerData } from 'node:worker_threads';
import type { Sections } from '../../arrays/sections.js';
import { InputError } from '../../errors.js';
import { makeOwnPlaces, type MadeOwnPlaces } from './own-places-work.js';

/** The answer of this worker thread. own-places.ts starts it. */
export type OwnPlacesReply = MadeOwnPlaces | { refusal: string };

const { folder, map } = workerData as { folder: string; map: Sections };
try {
  const made = makeOwnPlaces(folder, map);
  const buffers = new Set(Object.values(made.sections).map(({ buffer }) => buffer));
  parentPort!.postMessage(
    made satisfies OwnPlacesReply,
    [...buffers].filter((buffer) => buffer instanceof ArrayBuffer),
  );
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  parentPort!.postMessage({ refusal: error.message } satisfies OwnPlacesReply);
}

import { parentPort, workerData } from 'node:worker_threads';
import type { SectionMap } from '../../../dataset/format.js';
import { mapAgain } from '../../../dataset/open-dataset.js';
import { workOutRoads } from './roads-work.js';
import type { RoadsWanted } from '../../../routing/current/roads-wanted.js';

/**
 * The job for a thread: the wanted roads, and the dataset as shared sections or, if it is mapped, as a file.
 */
export interface RoadsOrder {
  dataset: SectionMap | { fd: number };
  wanted: RoadsWanted;
}

/** This thread computes roads once for one process and is started by roads/dataset-roads.ts. */
const { dataset, wanted } = workerData as RoadsOrder;
const mapped = typeof dataset.fd === 'number' ? mapAgain(dataset.fd, 'the dataset') : null;
try {
  const made = workOutRoads(mapped?.sections ?? (dataset as SectionMap), wanted);
  const buffers = new Set(Object.values(made).map(({ buffer }) => buffer));
  parentPort!.postMessage(
    made,
    [...buffers].filter((buffer) => buffer instanceof ArrayBuffer),
  );
} finally {
  mapped?.unmap();
}

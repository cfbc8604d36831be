import { Worker } from 'node:worker_threads';
import type { Sections } from '../../../arrays/sections.js';
import { InputError } from '../../../errors.js';
import { GeocodingIndex } from '../../../geocoding/geocoding-index.js';
import { OverlaidIndex } from '../../../geocoding/overlaid-index.js';
import type { LayerHead } from '../../../dataset/layers/layer-file.js';
import { makeOwnPlaces, type MadeOwnPlaces } from './own-places-work.js';
import type { OwnPlacesOrder, OwnPlacesReply } from './own-places-worker.js';

/**
 * Whether the TypeScript sources run without a build (in tests), in which case a thread could not load them.
 */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/** A map combined with the own places of its folder. */
export interface WithOwnPlaces {
  index: OverlaidIndex;
  layers: readonly LayerHead[];
}

/** A map's index and the sections from which it was created. */
export interface MapOfPlaces {
  map: GeocodingIndex;
  mapSections: Sections;
  mapped: { fd: number } | null;
}

/**
 * Adds the own places in a folder to a map. A separate thread reads the own places and builds their index, so
 * the service can keep answering requests.
 * @throws InputError if a layer cannot be read, Error if the thread fails
 */
export async function withOwnPlaces(
  folder: string,
  { map, mapSections, mapped }: MapOfPlaces,
): Promise<WithOwnPlaces> {
  const made = RUNS_UNBUILT
    ? makeOwnPlaces(folder, mapSections)
    : await madeInThread({ folder, map: mapped === null ? mapSections : { fd: mapped.fd } });
  return overlaid(map, made);
}

/** Works like withOwnPlaces() but runs synchronously, for commands. */
export function withOwnPlacesNow(folder: string, map: GeocodingIndex, sections: Sections): WithOwnPlaces {
  return overlaid(map, makeOwnPlaces(folder, sections));
}

function overlaid(map: GeocodingIndex, { sections, layers }: MadeOwnPlaces): WithOwnPlaces {
  return { index: new OverlaidIndex(map, GeocodingIndex.ofOwnPlaces(sections, map)), layers };
}

async function madeInThread(order: OwnPlacesOrder): Promise<MadeOwnPlaces> {
  const reply = await new Promise<OwnPlacesReply>((resolve, reject) => {
    const worker = new Worker(new URL('./own-places-worker.js', import.meta.url), { workerData: order });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`the thread that reads the own places of ${order.folder} ended with status ${code}`)),
    );
  });
  if ('refusal' in reply) throw new InputError(reply.refusal);
  return reply;
}

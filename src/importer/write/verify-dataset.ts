import { statSync } from 'node:fs';
import { partOf, readDataset } from '../../dataset/read-dataset.js';
import { InputError } from '../../errors.js';
import { GeocodingIndex } from '../../geocoding/geocoding-index.js';
import { TRAVEL_MODES } from '../../travel-mode.js';
import { RoutingIndex } from '../../routing/routing-index.js';
import { decodeMeta, type DatasetMeta } from './meta.js';

export interface VerifiedDataset {
  meta: DatasetMeta;
  sections: number;
  bytes: number;
}

/**
 * Checks a dataset file as far as possible without its sources: that the layout and checksums are right, that
 * every part opens, and that each part is sound.
 * @throws InputError naming the file and the first fault
 */
export function verifyDataset(path: string): VerifiedDataset {
  const sections = readDataset(path);
  const meta = sections['meta/json'];
  if (!(meta instanceof Uint8Array))
    throw new InputError(`${path} is not a usable dataset: section meta/json is missing; import it again`);
  try {
    const decoded = decodeMeta(meta);
    GeocodingIndex.from(partOf(sections, 'geocoding')).verify();
    for (const mode of TRAVEL_MODES) RoutingIndex.from(partOf(sections, mode)).verify();
    return { meta: decoded, sections: Object.keys(sections).length, bytes: statSync(path).size };
  } catch (cause) {
    throw new InputError(`${path} is not a valid dataset: ${(cause as Error).message}; import it again`, {
      cause,
    });
  }
}

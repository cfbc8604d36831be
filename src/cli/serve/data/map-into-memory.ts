import type { Logger } from 'pino';
import { whyNotMapped } from '../../../dataset/map-file.js';
import type { FileVerifier } from '../../../dataset/verified-files.js';
import { InputError } from '../../../errors.js';
import type { Sharing } from '../../../sources/embedded/dataset/current-dataset.js';
import { givingBack } from '../process/allocator.js';
import { RoadFiles } from '../../../sources/embedded/roads/road-files.js';
import type { Settings } from '../../settings/settings.js';

/**
 * Decides what `auto` means for `--map-dataset`, and logs a message if datasets are read instead of mapped.
 * Only a service's first process does this.
 * @throws InputError if datasets must be mapped but cannot be.
 */
export function settledMapping(settings: Settings, logger: Logger): Settings {
  if (settings.mapDataset === 'off') return settings;
  const reason = whyNotMapped();
  if (reason === null) return { ...settings, mapDataset: 'on' };
  if (settings.mapDataset === 'on')
    throw new InputError(
      `--map-dataset is on, but files cannot be mapped here: ${reason}; ` +
        'install the optional dependency koffi, or set --map-dataset to auto',
    );
  logger.info({ reason }, 'datasets are read into memory: files cannot be mapped here');
  return { ...settings, mapDataset: 'off' };
}

/** Opens the files with the current state of roads, for all processes of a service. */
export function openRoadFiles(folder: string, logger: Logger): RoadFiles {
  const onProblem = (problem: Error | null): void => {
    if (problem === null) logger.info({ folder }, 'the current roads can be written to a shared file again');
    else
      logger.warn(
        { folder, reason: problem.message },
        'the current roads cannot be written to a file, so each worker computes its own',
      );
  };
  return new RoadFiles(folder, onProblem, givingBack());
}

/**
 * The file sharing for a single-process service, which opens and verifies all files itself. @param verifier
 * `null` if datasets are read
 */
export function sharingAlone(verifier: FileVerifier | null, folder: string, logger: Logger): Sharing {
  if (verifier === null) return { verify: null, roads: null };
  return { verify: verifier.verify, roads: openRoadFiles(folder, logger) };
}

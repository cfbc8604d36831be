import type { Logger } from 'pino';
import { whyNotMapped } from '../../dataset/map-file.js';
import { InputError } from '../../errors.js';
import type { Settings } from '../terminal/settings.js';

/**
 * Settles what `auto` means for `--map-dataset`, and says so where it means that datasets are read. Only the
 * first process of a service does that.
 * @throws InputError when they are to be mapped and cannot be.
 */
export function settledMapping(settings: Settings, logger: Logger): Settings {
  if (settings.mapDataset === 'off') return settings;
  const reason = whyNotMapped();
  if (reason === null) return { ...settings, mapDataset: 'on' };
  if (settings.mapDataset === 'on')
    throw new InputError(
      `--map-dataset is on, but files cannot be mapped here: ${reason}; ` +
        'install the optional dependency koffi, or leave it at auto',
    );
  logger.info({ reason }, 'datasets are read into memory: files cannot be mapped here');
  return { ...settings, mapDataset: 'off' };
}

import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { CurrentMap } from '../../sources/embedded/current-map.js';
import type { Settings } from '../terminal/settings.js';

/** Opens the map beside the datasets of a folder, and watches it; null when the settings do not want it. */
export function openMap({ map, host, dataset }: Settings, logger: Logger): CurrentMap | null {
  if (map === 'off' || (map === 'auto' && !isLoopback(host))) return null;
  const current = new CurrentMap(dataset, (error) =>
    logger.warn({ reason: error.message }, 'the map cannot be read'),
  );
  current.watch();
  return current;
}

/** Whether only this machine can ask there. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

import type { Logger } from 'pino';
import { InputError } from '../../../errors.js';
import { OfflineFolder, offlineFolderProblem } from '../../../sources/embedded/dataset/offline-folder.js';
import type { Only } from '../../settings/settings.js';

/** Opens the pieces for offline clients, if a setting names their folder. */
export function openOffline({ offline }: Only<'offline'>): { offline?: OfflineFolder } {
  return offline === '' ? {} : { offline: new OfflineFolder(offline) };
}

/** @throws InputError if the folder of pieces cannot be served */
export function checkOffline({ offline }: Only<'offline'>, logger: Pick<Logger, 'warn'>): void {
  if (offline === '') return;
  const problem = offlineFolderProblem(offline);
  if (problem !== null) throw new InputError(problem);
  if (new OfflineFolder(offline).list().length === 0)
    logger.warn({ folder: offline }, 'there is no area to serve; "gazarch export offline" creates one');
}

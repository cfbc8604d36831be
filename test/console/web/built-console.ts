import { buildConsoleWeb } from '../../../scripts/build-console-web.mjs';
import { onceForAll } from '../../run-folder.js';

/** The folder of the console's pages as they are now, built once a run: compressing them takes seconds. */
export function builtConsole(): Promise<string> {
  return onceForAll('console-web', buildConsoleWeb);
}

import type { Settings } from '../terminal/settings.js';
import type { ConsoleProcess } from './console-process.js';
import type { ServeLog } from './serve-log.js';

/** Starts the console beside the API, if there is to be one. */
export async function startConsole(
  settings: Settings,
  log: ServeLog,
  apiAddress: string,
): Promise<ConsoleProcess | null> {
  if (!settings.console) return null;
  const { ConsoleProcess } = await import('./console-process.js');
  return new ConsoleProcess({ settings, log, apiAddress });
}

import { Command } from 'commander';
import { outliveLostOutput } from '../../terminal/output.js';
import { COMMON_CONSOLE_SETTINGS } from '../../settings/setting-groups.js';
import { addSettingFlags, readSettings, type SettingFlags } from '../../settings/settings.js';
import { outliveIgnoredSignals } from '../process/serve-signals.js';

interface ConsoleFlags extends SettingFlags {
  apiAddress?: string;
}

/** `gazarch console [--console-port N] [--console-url URL]` */
export function consoleCommand(): Command {
  return addSettingFlags(
    new Command('console').description('start the developer console on its own: accounts, keys, usage'),
    undefined,
    COMMON_CONSOLE_SETTINGS,
  )
    .option(
      '--api-address <url>',
      'where this process queries the state of the API (default: the public URL)',
    )
    .action(async ({ apiAddress, ...flags }: ConsoleFlags) => {
      outliveLostOutput();
      outliveIgnoredSignals();
      // The process that started this one has already warned about unknown variables.
      const isChild = process.send !== undefined;
      const settings = readSettings(flags, process.env, isChild ? () => undefined : undefined);
      // The console is loaded here, because the API processes need none of its code.
      const { serveConsole } = await import('./console-main.js');
      await serveConsole(settings, apiAddress ?? null);
    });
}

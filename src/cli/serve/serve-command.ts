import { Command } from 'commander';
import { datasetIdentity } from '../../dataset/read-dataset.js';
import { InputError } from '../../errors.js';
import { importSample } from './first-run.js';
import { outliveIgnoredSignals } from './serve-signals.js';
import { outliveClosedPipe } from '../terminal/output.js';
import { addSettingFlags, readSettings, type SettingFlags, type Settings } from '../terminal/settings.js';

interface ServeFlags extends SettingFlags {
  sample?: boolean;
  firstKey: boolean;
}

/** `gazarch serve [--dataset DIR] [--host H] [--port N] [--workers N]` */
export function serveCommand(): Command {
  return addSettingFlags(new Command('serve').description('answer HTTP requests from a dataset'))
    .option('--sample', 'import the bundled sample of Ulaanbaatar first when there is no dataset yet')
    .option('--no-first-key', 'do not create a first API key when there is none')
    .action(async (flags: ServeFlags) => {
      outliveClosedPipe();
      outliveIgnoredSignals();
      const { sample, firstKey, ...settingFlags } = flags;
      await serve(readSettings(settingFlags, process.env), { sample: sample === true, firstKey });
    });
}

async function serve(settings: Settings, options: { sample: boolean; firstKey: boolean }): Promise<void> {
  if (datasetIdentity(settings.dataset) === null) {
    if (!options.sample) {
      throw new InputError(
        `there is no dataset in ${settings.dataset}; ` +
          `make one with "gazarch import SOURCE --out ${settings.dataset}", ` +
          `or add --sample to try the bundled sample`,
      );
    }
    await importSample(settings.dataset);
  }
  if (settings.workers === 1) await (await import('./serve-alone.js')).serveAlone(settings, options);
  else await (await import('./serve-workers.js')).serveWithWorkers(settings, options);
}

import { Command } from 'commander';
import { listDatasets } from '../../dataset/dataset-folder.js';
import { InputError } from '../../errors.js';
import { importSample } from './first-run.js';
import { startLog } from './serve-log.js';
import { outliveIgnoredSignals } from './serve-signals.js';
import { outliveLostOutput } from '../terminal/output.js';
import {
  addSettingFlags,
  readSettings,
  SETTINGS,
  type SettingFlags,
  type SettingName,
  type Settings,
} from '../terminal/settings.js';

interface ServeFlags extends SettingFlags {
  sample?: boolean;
  firstKey: boolean;
}

/** A service keeps and removes nothing. */
const SERVE_SETTINGS = (Object.keys(SETTINGS) as SettingName[]).filter((name) => name !== 'keepDatasets');

/** `gazarch serve [--dataset DIR] [--host H] [--port N] [--workers N]` */
export function serveCommand(): Command {
  return addSettingFlags(
    new Command('serve').description('answer HTTP requests from a dataset'),
    SERVE_SETTINGS,
  )
    .option('--sample', 'import the bundled sample of Ulaanbaatar first when there is no dataset yet')
    .option('--no-first-key', 'do not create a first API key when there is none')
    .action(async (flags: ServeFlags) => {
      outliveLostOutput();
      outliveIgnoredSignals();
      const { sample, firstKey, ...settingFlags } = flags;
      await serve(readSettings(settingFlags, process.env), { sample: sample === true, firstKey });
    });
}

async function serve(settings: Settings, options: { sample: boolean; firstKey: boolean }): Promise<void> {
  const log = await startLog(settings);
  if (listDatasets(settings.dataset).length === 0) {
    if (!options.sample) {
      throw new InputError(
        `there is no dataset in ${settings.dataset}; ` +
          `make one with "gazarch import SOURCE --dataset ${settings.dataset}", ` +
          `or add --sample to try the bundled sample`,
      );
    }
    await importSample(settings.dataset, (text) => log.output.write(text));
  }
  if (settings.workers === 1) await (await import('./serve-alone.js')).serveAlone(settings, log, options);
  else await (await import('./serve-workers.js')).serveWithWorkers(settings, log, options);
}

import { Command } from 'commander';
import { listDatasets } from '../../dataset/dataset-folder.js';
import { readAhead } from '../../dataset/read-in-thread.js';
import { FileVerifier } from '../../dataset/verified-files.js';
import { InputError } from '../../errors.js';
import { limitYoungSpace } from './process/garbage-collection.js';
import { needsDataset } from './data/needs-dataset.js';
import { checkOffline } from './data/serve-offline.js';
import { settledMapping } from './data/map-into-memory.js';
import { settledLog, startLog } from './log/serve-log.js';
import { outliveIgnoredSignals } from './process/serve-signals.js';
import { datasetPlace } from '../settings/dataset-place.js';
import { outliveLostOutput } from '../terminal/output.js';
import {
  addSettingFlags,
  readSettings,
  type Only,
  type SettingFlags,
  type Settings,
} from '../settings/settings.js';

interface ServeFlags extends SettingFlags {
  sample?: boolean;
  firstKey: boolean;
}

/** `gazarch serve [--dataset DIR|URL] [--host H] [--port N] [--workers N]` */
export function serveCommand(): Command {
  return addSettingFlags(
    new Command('serve').description('start the service: search, reverse geocoding and routes over HTTP'),
  )
    .option('--sample', 'import the bundled sample of Ulaanbaatar first when there is no dataset yet')
    .option('--no-first-key', 'do not create a first API key when there is none')
    .action(async (flags: ServeFlags) => {
      limitYoungSpace();
      outliveLostOutput();
      outliveIgnoredSignals();
      const { sample, firstKey, ...settingFlags } = flags;
      await serve(readSettings(settingFlags, process.env), { sample: sample === true, firstKey });
    });
}

/** @throws InputError if readiness requires a source that is off, or two settings contradict each other */
function refuseImpossible(
  settings: Only<'require' | 'geocoder' | 'router' | 'usage' | 'countUnfound'>,
): void {
  if (settings.countUnfound && settings.usage === 'off')
    throw new InputError('--count-unfound needs usage counts, but --usage is "off"; leave out one of them');
  for (const [part, name] of [
    ['geocoding', 'geocoder'],
    ['routing', 'router'],
  ] as const)
    if (settings.require.includes(part) && settings[name] === 'none')
      throw new InputError(`--require names ${part}, but --${name} is "none"; leave out one of them`);
}

async function serve(wanted: Settings, flags: { sample: boolean; firstKey: boolean }): Promise<void> {
  refuseImpossible(wanted);
  const given = settledLog(wanted);
  const log = await startLog(given);
  checkOffline(given, log.logger);
  const place = datasetPlace(given);
  const { folder } = place;
  const url = needsDataset(given) ? place.url : null;
  // From here on, the URL with its password is not needed, not even in workers.
  const settings = settledMapping({ ...given, dataset: folder }, log.logger);
  if (!needsDataset(given)) {
    log.logger.info('no dataset is needed: no configured source uses one');
  } else if (url !== null) {
    if (flags.sample) throw new InputError('--sample needs a folder, but the datasets come from a URL');
  } else if (listDatasets(folder).length === 0) {
    if (!flags.sample) {
      throw new InputError(
        `there is no dataset in ${settings.dataset}; ` +
          `make one with "gazarch import SOURCE --dataset ${settings.dataset}", ` +
          `or add --sample to try the bundled sample`,
      );
    }
    const { importSample } = await import('./first-run.js');
    await importSample(settings, (text) => log.greeting.write(text));
  }
  const verifier = settings.mapDataset === 'on' ? new FileVerifier() : null;
  const options = { ...flags, feedUrl: url, verifier };
  // This is done before the rest of the program is loaded. If datasets are read instead of mapped, each
  // worker reads its own copy.
  if (needsDataset(settings)) {
    if (verifier !== null) verifier.ahead(folder);
    else if (settings.workers === 1) readAhead(folder);
  }
  const { runService } = await import('./run-service.js');
  await runService(
    { settings, log, options },
    settings.workers === 1
      ? (await import('./serve-alone.js')).openAlone
      : (await import('./serve-workers.js')).openWorkers,
  );
}

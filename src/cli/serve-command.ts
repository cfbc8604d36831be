import { once } from 'node:events';
import { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import { datasetIdentity } from '../dataset/read-dataset.js';
import { InputError } from '../errors.js';
import { closeGracefully, createApp } from '../http/app.js';
import { KeyMirror } from '../keys/key-mirror.js';
import { openSqliteKeyStore } from '../keys/sqlite-key-store.js';
import { MemoryWindowCounter } from '../limits/memory-window-counter.js';
import { CurrentDataset } from '../sources/current-dataset.js';
import { EmbeddedGeocoder } from '../sources/embedded-geocoder.js';
import { EmbeddedRouter } from '../sources/embedded-router.js';
import { createFirstKey, importSample, welcomeLines } from './first-run.js';
import { addSettingFlags, readSettings, type SettingFlags, type Settings } from './settings.js';
import { VERSION } from './version.js';

/** How long requests in flight may take after a signal before the process ends all the same. */
const GRACE_MS = 10_000;

interface ServeFlags extends SettingFlags {
  sample?: boolean;
  firstKey: boolean;
}

/** `gazarch serve [--dataset DIR] [--host H] [--port N]` */
export function serveCommand(): Command {
  return addSettingFlags(new Command('serve').description('answer HTTP requests from a dataset'))
    .option('--sample', 'import the bundled sample of Ulaanbaatar first when there is no dataset yet')
    .option('--no-first-key', 'do not create a first API key when there is none')
    .action(async (flags: ServeFlags) => {
      const { sample, firstKey, ...settingFlags } = flags;
      await serve(readSettings(settingFlags, process.env), { sample: sample === true, firstKey });
    });
}

async function serve(settings: Settings, options: { sample: boolean; firstKey: boolean }): Promise<void> {
  if (datasetIdentity(settings.dataset) === null) {
    if (!options.sample) {
      throw new InputError(
        `there is no dataset in ${settings.dataset}; make one with "gazarch import SOURCE --out ${settings.dataset}", or add --sample to try the bundled sample`,
      );
    }
    await importSample(settings.dataset);
  }
  const output = pino.destination(1);
  const logger = pino({ level: settings.logLevel, base: null }, output);
  const store = await openSqliteKeyStore(settings.database);
  const keys = await KeyMirror.start(store, { onProblem: (problem) => logKeyStore(problem, logger) });
  const token = options.firstKey ? await createFirstKey(store) : null;
  const dataset = currentDataset(settings.dataset, logger);
  const app = await createApp({
    geocoder: new EmbeddedGeocoder(dataset),
    router: new EmbeddedRouter(dataset, { snapLimit_m: settings.snapLimit_m }),
    keys,
    counter: new MemoryWindowCounter(),
    settings: { ...settings, version: VERSION },
    logger,
    ...(logger.isLevelEnabled('info') ? { requestLog: output } : {}),
  });
  const address = await listen(app, settings);
  await dataset.refresh();
  const refusal = dataset.refusal();
  if (refusal !== null) throw refusal;
  dataset.watch();
  for (const line of welcomeLines({ address, token, dataset: dataset.pinned() })) console.log(line);
  process.on('SIGHUP', () => void dataset.refresh());
  await stopSignal(logger);
  dataset.close();
  await closeGracefully(app, GRACE_MS);
  await keys.close();
  await store.close();
}

/** Known keys go on serving while the store is away, so that this is worth an entry but no end. */
function logKeyStore(problem: unknown, logger: Logger): void {
  if (problem === null) logger.info('key database answers again');
  else logger.error({ err: problem }, 'key database is away, known keys are still served');
}

function currentDataset(folder: string, logger: Logger): CurrentDataset {
  return new CurrentDataset(folder, {
    onLoaded: ({ path, took_ms, isSwap }) => logger.info({ path, took_ms: Math.round(took_ms) }, isSwap ? 'dataset swapped' : 'dataset loaded'),
    onRefused: (error) => logger.error({ reason: error.message }, 'new dataset refused, the one before is still served'),
  });
}

async function listen(app: FastifyInstance, settings: Settings): Promise<string> {
  try {
    return await app.listen({ host: settings.host, port: settings.port });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE' ? 'another program listens there; choose another with --port'
      : code === 'EACCES' ? 'permission is denied; choose a port above 1023 with --port'
      : (cause as Error).message;
    throw new InputError(`cannot listen on ${settings.host}:${settings.port}: ${reason}`, { cause });
  }
}

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
async function stopSignal(logger: Logger): Promise<void> {
  const signal = await Promise.race([once(process, 'SIGTERM').then(() => 'SIGTERM'), once(process, 'SIGINT').then(() => 'SIGINT')]);
  logger.info({ signal }, 'stopping: requests in flight are finished first');
  for (const again of ['SIGTERM', 'SIGINT'] as const) process.once(again, () => process.exit(1));
}

import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import { InputError } from '../../errors.js';
import type { ReverseRadii } from '../../geocoding/reverse/reverse-limits.js';
import type { LineSink } from '../../wire/access-log.js';
import { createApp } from '../../http/app.js';
import { KeyMirror } from '../../keys/key-mirror.js';
import { openSqliteKeyStore, type SqliteKeyStore } from '../../keys/sqlite/sqlite-key-store.js';
import type { WindowCounter } from '../../limits/window-counter.js';
import { CurrentDataset } from '../../sources/embedded/current-dataset.js';
import { EmbeddedGeocoder } from '../../sources/embedded/embedded-geocoder.js';
import { EmbeddedRouter } from '../../sources/embedded/embedded-router.js';
import type { LoadedDataset } from '../../sources/embedded/loaded-dataset.js';
import { tuneGarbageCollection } from './garbage-collection.js';
import type { Settings } from '../terminal/settings.js';
import { VERSION } from '../terminal/version.js';

/** How long requests in flight may take after a signal before the process ends all the same. */
export const GRACE_MS = 10_000;

/** What one answering process is made of, whether it is alone or one of several. */
export interface Serving {
  app: FastifyInstance;
  dataset: CurrentDataset;
  keys: KeyMirror;
  store: SqliteKeyStore;
}

export interface ServingOptions {
  counter: WindowCounter;
  logger: Logger;
  /** Where the lines of requests go, when the level of the log lets them through. */
  requestLog: LineSink;
  /** See `AppOptions`. */
  drain?: () => Promise<void>;
}

/** @param worker the number of this process among several, for the log */
export function serveLogger(
  settings: Settings,
  output: pino.DestinationStream,
  worker: number | null = null,
): Logger {
  return pino({ level: settings.logLevel, base: worker === null ? null : { worker } }, output);
}

/** Everything but a port and a dataset: see `loadFirst`. @throws InputError when the key database cannot be opened */
export async function openServing(
  settings: Settings,
  { counter, logger, requestLog, drain }: ServingOptions,
): Promise<Serving> {
  tuneGarbageCollection();
  const store = await openSqliteKeyStore(settings.database);
  const keys = await KeyMirror.start(store, { onProblem: (problem) => logKeyStore(problem, logger) });
  const dataset = currentDataset(settings.dataset, logger);
  const app = await createApp({
    geocoder: new EmbeddedGeocoder(dataset, { radii: reverseRadii(settings) }),
    router: new EmbeddedRouter(dataset, { snapLimit_m: settings.snapLimit_m }),
    keys,
    counter,
    settings: { ...settings, version: VERSION },
    logger,
    ...(logger.isLevelEnabled('info') ? { requestLog } : {}),
    ...(drain === undefined ? {} : { drain }),
  });
  return { app, dataset, keys, store };
}

/** From then on a newer one is taken over by itself. @throws InputError when there is none that can be used */
export async function loadFirst(dataset: CurrentDataset): Promise<LoadedDataset> {
  await dataset.refresh();
  const refusal = dataset.refusal();
  if (refusal !== null) throw refusal;
  if (dataset.state() !== 'ok')
    throw new InputError(`there is no dataset any more at ${dataset.path}; import it again`);
  dataset.watch();
  return dataset.pinned();
}

function reverseRadii(settings: Settings): ReverseRadii {
  return {
    address_m: settings.reverseAddress_m,
    place_m: settings.reversePlace_m,
    street_m: settings.reverseStreet_m,
    street_at_ground_m: settings.reverseStreetAtGround_m,
    any_m: settings.reverseAny_m,
    settlement_m: settings.reverseSettlement_m,
    doorstep_m: settings.reverseDoorstep_m,
  };
}

/** Known keys go on serving while the store is away, so that this is worth an entry but no end. */
function logKeyStore(problem: unknown, logger: Logger): void {
  if (problem === null) logger.info('key database answers again');
  else logger.error({ err: problem }, 'key database is away, known keys are still served');
}

function currentDataset(folder: string, logger: Logger): CurrentDataset {
  let isServing = false;
  return new CurrentDataset(folder, {
    onLoaded: ({ path, took_ms, isSwap }) => {
      isServing = true;
      logger.info({ path, took_ms: Math.round(took_ms) }, isSwap ? 'dataset swapped' : 'dataset loaded');
    },
    // At the start it is the end, which is said elsewhere.
    onRefused: (error) => {
      if (isServing)
        logger.error({ reason: error.message }, 'new dataset refused, the one before is still served');
    },
  });
}

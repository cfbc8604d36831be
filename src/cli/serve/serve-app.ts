import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ReverseRadii } from '../../geocoding/reverse/reverse-limits.js';
import type { LineSink } from '../../wire/request-log.js';
import { createApp, type App } from '../../http/app.js';
import type { KeyMirror } from '../../keys/key-mirror.js';
import type { WholeKeyStore } from '../../keys/key-store.js';
import type { WindowCounter } from '../../limits/window-counter.js';
import { UsedUpQuotas } from '../../usage/used-up.js';
import type { UsageCounter } from '../../usage/usage-counter.js';
import { CurrentDataset } from '../../sources/embedded/current-dataset.js';
import { EmbeddedGeocoder } from '../../sources/embedded/embedded-geocoder.js';
import { EmbeddedRouter } from '../../sources/embedded/embedded-router.js';
import type { LoadedDataset } from '../../sources/embedded/loaded-dataset.js';
import { tuneGarbageCollection } from './garbage-collection.js';
import { openKeys, watchKeys } from './serve-keys.js';
import { wantsMetrics } from './serve-metrics.js';
import { ServingFigures } from './serving-figures.js';
import type { Settings } from '../terminal/settings.js';
import { VERSION } from '../terminal/version.js';

/** How long requests in flight may take after a stop signal. Then the process ends anyway. */
export const GRACE_MS = 10_000;

/** How often to look whether the first dataset has come, where it comes from a URL. */
const WAIT_MS = 50;

/** The parts of one answering process, whether it runs alone or as one of several workers. */
export interface Serving {
  app: App;
  dataset: CurrentDataset;
  keys: KeyMirror;
  store: WholeKeyStore;
  /** Whose monthly quota is used up: told by who counts. */
  usedUp: UsedUpQuotas;
  /** For the metrics; null: nobody wants them. */
  figures: ServingFigures | null;
}

export interface ServingOptions {
  counter: WindowCounter;
  /** Null: usage is not counted. */
  usage: UsageCounter | null;
  logger: Logger;
  /** Where access log lines go, if the log level includes them. */
  requestLog: LineSink;
  /** See `AppOptions`. */
  drain?: () => Promise<void>;
}

/**
 * Opens everything but the port and the dataset; for the dataset see `loadFirst`.
 * @throws InputError when the key database cannot be opened.
 */
export async function openServing(
  settings: Settings,
  { counter, usage, logger, requestLog, drain }: ServingOptions,
): Promise<Serving> {
  tuneGarbageCollection();
  const store = await openKeys(settings, logger);
  const keys = await watchKeys(store, settings, logger);
  const figures = wantsMetrics(settings) ? new ServingFigures() : null;
  const usedUp = new UsedUpQuotas();
  const dataset = currentDataset(settings.dataset, logger, figures);
  const app = createApp({
    geocoder: new EmbeddedGeocoder(dataset, { radii: reverseRadii(settings) }),
    router: new EmbeddedRouter(dataset, {
      snapLimit_m: settings.snapLimit_m,
      snapDetour_m: settings.snapDetour_m,
    }),
    keys,
    usedUp,
    counter,
    settings: { ...settings, version: VERSION },
    logger,
    ...(usage === null ? {} : { usage }),
    ...(logger.isLevelEnabled('info') ? { requestLog } : {}),
    ...(drain === undefined ? {} : { drain }),
    ...(figures === null ? {} : { tally: figures.tally }),
  });
  return { app, dataset, keys, store, usedUp, figures };
}

/**
 * Loads the dataset, or the newest before it that is sound, and begins to watch the folder: newer ones are
 * taken over automatically.
 * @param options.isFed whether datasets come from a URL: then the first one is waited for
 * @throws InputError when there is no usable dataset, and none is waited for.
 */
export async function loadFirst(
  dataset: CurrentDataset,
  { isFed }: { isFed: boolean },
): Promise<LoadedDataset> {
  await dataset.refresh();
  const refusal = dataset.refusal();
  if (refusal !== null && dataset.state() === 'fail' && !isFed) throw refusal;
  dataset.watch();
  while (!dataset.isLoaded) await setTimeout(WAIT_MS, undefined, { ref: false });
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

function currentDataset(folder: string, logger: Logger, figures: ServingFigures | null): CurrentDataset {
  let isServing = false;
  const dataset: CurrentDataset = new CurrentDataset(folder, {
    onLoaded: (loaded) => {
      const { path, took_ms, isSwap } = loaded;
      isServing = true;
      figures?.datasets.loaded(loaded);
      const refusal = dataset.refusal();
      // At start-up: had there been nothing to fall back to, the caller would report the refusal and exit.
      if (!isSwap && refusal !== null)
        logger.error({ path, reason: refusal.message }, 'dataset refused, an older one is served');
      logger.info({ path, took_ms: Math.round(took_ms) }, isSwap ? 'dataset swapped' : 'dataset loaded');
    },
    onRefused: (error) => {
      figures?.datasets.refused();
      if (isServing)
        logger.error({ reason: error.message }, 'dataset refused or gone, the loaded one is still served');
    },
    onRecovered: (path) => logger.info({ path }, 'dataset is in order again'),
  });
  return dataset;
}

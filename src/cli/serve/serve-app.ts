import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { LineSink } from '../../wire/request-log.js';
import { createApp, type App } from '../../http/app.js';
import type { RoadWatch, WatchedClosure } from '../../closures/road-watch.js';
import type { KeyMirror } from '../../keys/key-mirror.js';
import type { WholeKeyStore } from '../../keys/key-store.js';
import type { WindowCounter } from '../../limits/window-counter.js';
import { UsedUpQuotas } from '../../usage/used-up.js';
import type { UsageCounter } from '../../usage/usage-counter.js';
import type { CurrentDataset, Sharing } from '../../sources/embedded/dataset/current-dataset.js';
import type { ExampleRequests } from '../../sources/embedded/example-requests.js';
import type { LoadedDataset } from '../../sources/embedded/dataset/loaded-dataset.js';
import { tuneGarbageCollection } from './process/garbage-collection.js';
import { changesOf } from '../../keys/key-snapshot.js';
import type { LastKnown } from './workers/last-known.js';
import { keepKnownCopy, openKeys, openKeysLater, watchKeys } from './keys/serve-keys.js';
import { openPage } from './data/serve-map.js';
import { openOffline } from './data/serve-offline.js';
import { wantsMetrics } from './log/serve-metrics.js';
import { watchRoads, watchZones } from './data/serve-roads.js';
import { examplesOf, openSources, type ServingSources } from './data/serve-sources.js';
import { listFigures, ServingFigures } from './log/serving-figures.js';
import type { Only, Settings } from '../settings/settings.js';
import { VERSION } from '../terminal/version.js';
import { askLimit, consoleLink } from '../settings/wants-page.js';

/** How often to check whether the first dataset has arrived from its URL. */
const WAIT_MS = 50;

/** The parts of an answering process, whether it runs alone or as one of several workers. */
export interface Serving {
  app: App;
  sources: ServingSources;
  keys: KeyMirror;
  store: WholeKeyStore;
  /** Must be called before the store is closed. This also stops updating the copy of the keys. */
  closeRoads(): Promise<void>;
  /** The keys and projects that have used up their quota, as reported by the process that counts usage. */
  usedUp: UsedUpQuotas;
  /** Figures for the metrics; `null` if metrics are off. */
  figures: ServingFigures | null;
}

export interface ServingOptions {
  counter: WindowCounter;
  /** `null` if usage is not counted. */
  usage: UsageCounter | null;
  logger: Logger;
  /** Receives the access log's lines, if the log level includes them. */
  requestLog: LineSink;
  /** See `CurrentDataset`. */
  sharing: Sharing;
  /**
   * In a worker: returns the keys, closures and zones that its leader last read from the database. The worker
   * requests them if the database does not answer.
   */
  lastKnown?: () => Promise<LastKnown>;
  /** See `AppOptions`. */
  drain?: () => Promise<void>;
}

/**
 * Opens everything except the port and the dataset, which `firstExamples` loads.
 * @throws InputError if the key database cannot be opened.
 */
export async function openServing(
  settings: Settings,
  { counter, usage, logger, requestLog, sharing, drain, lastKnown }: ServingOptions,
): Promise<Serving> {
  tuneGarbageCollection();
  const { stores, known, copy } = await openKnown(settings, logger, lastKnown);
  const { keys: store, closures, zones: zoneStore } = stores;
  const knownKeys = async () => (await known()).keys;
  const knownClosures = async () => (await known()).closures;
  const knownZones = async () => (await known()).zones;
  const keys = await watchKeys(store, settings, logger, knownKeys);
  const figures = wantsMetrics(settings) ? new ServingFigures() : null;
  const usedUp = new UsedUpQuotas();
  const zones = await watchZones(zoneStore, settings, { logger, lastKnown: knownZones });
  let roads: RoadWatch | null = null;
  const holding = (): readonly WatchedClosure[] => roads?.holding() ?? [];
  const sources = await openSources(settings, logger, { figures, sharing, closures: holding, zones });
  roads = await watchRoads(closures, sources.dataset, settings, { logger, lastKnown: knownClosures });
  if (figures !== null)
    figures.lists = () => ({
      ...(roads !== null && { closures: listFigures(holding().length, roads.answered_ms) }),
      zones: listFigures(zones.count, zones.answered_ms),
    });
  const page = openPage(settings, sources.dataset, holding, zones);
  const app = createApp({
    geocoder: sources.geocoder,
    router: sources.router,
    licenses: () => sources.licenses(),
    isMapped: () => sources.dataset?.isMapped ?? null,
    ...(sources.map === null ? {} : { map: sources.map }),
    ...(page === null ? {} : { page }),
    ...openOffline(settings),
    zones,
    ...(settings.mapReports && { reports: stores.reports }),
    keys,
    usedUp,
    counter,
    settings: {
      ...{ ...settings, version: VERSION, consoleLink: consoleLink(settings) },
      mapAskLimit: askLimit(settings),
    },
    logger,
    ...(usage === null ? {} : { usage }),
    ...(logger.isLevelEnabled('info') && settings.requestLog !== 'off' ? { requestLog } : {}),
    ...(drain === undefined ? {} : { drain }),
    ...(figures === null ? {} : { tally: figures.tally }),
    ...(sources.inTrace === null ? {} : { inTrace: sources.inTrace }),
  });
  const closeRoads = async (): Promise<void> => {
    await Promise.all([roads?.close(), zones.close(), copy?.close()]);
  };
  return { app, sources, keys, store, usedUp, figures, closeRoads };
}

const NOTHING_KNOWN: LastKnown = { keys: null, closures: null, zones: null };

/**
 * Opens the stores. While the stores do not answer, their last known content comes from the leader or from a
 * copy on disk.
 */
async function openKnown(settings: Settings, logger: Logger, lastKnown: ServingOptions['lastKnown']) {
  if (lastKnown !== undefined)
    return { stores: await openKeysLater(settings, logger), known: lastKnown, copy: null };
  const { stores, known: rows } = await openKeys(settings, logger);
  const known = rows === null ? NOTHING_KNOWN : { ...rows, keys: changesOf(rows.keys) };
  return {
    stores,
    known: () => Promise.resolve(known),
    copy: keepKnownCopy(stores, settings, logger),
  };
}

/**
 * Loads the dataset, or the newest earlier dataset that is sound, and starts watching the folder for newer
 * datasets.
 * @param options.isFed whether datasets come from a URL, in which case the function waits for the first one
 * @throws InputError if there is no usable dataset, and none is expected from a URL
 */
async function loadFirst(dataset: CurrentDataset, { isFed }: { isFed: boolean }): Promise<LoadedDataset> {
  await dataset.refresh();
  const refusal = dataset.refusal();
  if (refusal !== null && dataset.state() === 'fail' && !isFed) throw refusal;
  dataset.watch();
  while (!dataset.isLoaded) await setTimeout(WAIT_MS, undefined, { ref: false });
  return dataset.pinned();
}

/**
 * Loads the first dataset: see `loadFirst`. This is a separate function, so that no variable in the caller
 * keeps the first dataset in memory.
 * @returns example requests for the start message; `null` if there are none
 */
export async function firstExamples(
  dataset: CurrentDataset | null,
  settings: Only<'geocoder' | 'router'>,
  first: { isFed: boolean },
): Promise<ExampleRequests | null> {
  return dataset === null ? null : examplesOf(await loadFirst(dataset, first), settings);
}

import type { FileVerifier } from '../../dataset/verified-files.js';
import { closeGracefully, type App } from '../../http/app.js';
import type { DatasetFeed } from '../../dataset-feed/dataset-feed.js';
import type { UsageWriter } from '../../usage/usage-writer.js';
import { greet } from './first-run.js';
import { firstExamples, openServing, type Serving } from './serve-app.js';
import { sharingAlone } from './data/map-into-memory.js';
import { startConsole } from './console/console-process.js';
import { startFeed } from './data/serve-feed.js';
import { openCounter } from './keys/serve-limits.js';
import { endLog, type ServeLog } from './log/serve-log.js';
import { serveMetrics, type Look } from './log/serve-metrics.js';
import { portError, urlOf } from './process/serve-port.js';
import { watchService } from './service-figures.js';
import { GRACE_MS, stopSignals } from './process/serve-signals.js';
import { closeUsage, openUsage, usageCounter } from './keys/serve-usage.js';
import type { Only, Settings } from '../settings/settings.js';

/** `gazarch serve --workers 1`: one process does everything. Resolves when the service has stopped. */
export async function serveAlone(
  settings: Settings,
  log: ServeLog,
  options: { firstKey: boolean; feedUrl: URL | null; verifier: FileVerifier | null },
): Promise<void> {
  const { logger } = log;
  const { counter, close: closeCounter } = await openCounter(settings, logger);
  const counted = usageCounter(settings);
  const serving = await openServing(settings, {
    counter,
    usage: counted,
    logger,
    requestLog: log.lines,
    sharing: sharingAlone(options.verifier, settings.dataset, logger),
  });
  const { app, sources, keys, store } = serving;
  const { dataset } = sources;
  // Register before the service can look ready: whoever sees it ready may send a signal at once.
  process.on('SIGHUP', () => void dataset?.refresh());
  const stop = stopSignals(logger, settings);
  void stop.asked.then(() => app.leave(settings.drain_s * 1_000));
  let usage: UsageWriter | null = null;
  let feed: DatasetFeed | null = null;
  const metrics = await serveMetrics(settings, logger, () => {
    const service = watchService(settings, { usage: () => usage, feed: () => feed });
    return () => ({ ...lookAt(serving, log), service: service() });
  });
  const address = await listen(app, settings);
  usage = await openUsage(settings, logger, {
    counter: counted,
    keys: store,
    onUsedUp: (ids, ends_ms) => serving.usedUp.set(ids, ends_ms),
  });
  feed =
    options.feedUrl === null
      ? null
      : startFeed(options.feedUrl, settings, logger, {
          onTaken: () => void dataset?.refresh(),
          onRefusal: (isRefused) => {
            if (dataset !== null) dataset.isNewerRefused = isRefused;
          },
        });
  process.on('SIGHUP', () => void feed?.ask());
  const examples = await Promise.race([
    firstExamples(dataset, settings, { isFed: feed !== null }),
    stop.drained,
  ]);
  // Undefined: a stop came before the first dataset.
  if (examples !== undefined) await greet(store, { address, examples, settings, log, ...options });
  const consoleProcess = examples === undefined ? null : startConsole(settings, log, address);
  await stop.drained;
  await consoleProcess?.stop();
  await feed?.close();
  dataset?.close();
  await closeGracefully(app, GRACE_MS);
  await sources.close();
  closeCounter();
  await keys.close();
  await closeUsage(usage, logger);
  await serving.closeRoads();
  await store.close();
  metrics.close();
  await endLog(log);
}

/** There is one worker, and nobody leads it. Only called where there are metrics. */
function lookAt({ app, figures }: Serving, { output }: ServeLog): Omit<ReturnType<Look>, 'service'> {
  const own = figures!.take(app, output);
  return { counts: own.counts, workers: [{ slot: 1, figures: own }], leader: null };
}

async function listen(app: App, settings: Only<'host' | 'port'>): Promise<string> {
  try {
    await app.listen({ host: settings.host, port: settings.port });
    return urlOf(app.server);
  } catch (cause) {
    throw portError(cause, settings);
  }
}

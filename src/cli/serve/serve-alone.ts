import { closeGracefully } from '../../http/app.js';
import { sharingAlone } from './data/map-into-memory.js';
import { openCounter } from './keys/serve-limits.js';
import { usageCounter } from './keys/serve-usage.js';
import { portError, urlOf } from './process/serve-port.js';
import { GRACE_MS } from './process/serve-signals.js';
import type { Answering, ServiceFrame } from './run-service.js';
import { firstExamples, openServing } from './serve-app.js';

/** `gazarch serve --workers 1` does everything in one process. */
export async function openAlone({ settings, log, options }: ServiceFrame): Promise<Answering> {
  const { logger } = log;
  const { counter, close: closeCounter } = await openCounter(settings, logger);
  const counted = usageCounter(settings);
  const { app, sources, keys, store, ...serving } = await openServing(settings, {
    counter,
    usage: counted,
    logger,
    requestLog: log.lines,
    sharing: sharingAlone(options.verifier, settings.dataset, logger),
  });
  const { dataset } = sources;
  app.hold(true);
  return {
    store,
    counted,
    // There is one worker, but no leader.
    look: (service) => () => {
      const figures = serving.figures!.take(app, log.output);
      return { counts: figures.counts, workers: [{ slot: 1, figures }], leader: null, service: service() };
    },
    refresh: () => void dataset?.refresh(),
    reportNewer: (isRefused) => {
      if (dataset !== null) dataset.isNewerRefused = isRefused;
    },
    setUsedUp: (ids, ends_ms) => serving.usedUp.set(ids, ends_ms),
    leave: (drain_ms) => app.leave(drain_ms),
    listen: async () => {
      try {
        await app.listen({ host: settings.host, port: settings.port });
        return urlOf(app.server);
      } catch (cause) {
        throw portError(cause, settings);
      }
    },
    start: () => firstExamples(dataset, settings, { isFed: options.feedUrl !== null }),
    open: async () => {
      await keys.expectFirst();
      app.hold(false);
    },
    failure: new Promise<never>(() => undefined),
    stop: async () => {
      dataset?.close();
      await closeGracefully(app, GRACE_MS);
      await sources.close();
      closeCounter();
      await keys.close();
    },
    close: async () => {
      await serving.closeRoads();
      await store.close();
    },
    kill: () => undefined,
  };
}

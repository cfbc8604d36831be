import type { DatasetFeed } from '../../dataset-feed/dataset-feed.js';
import type { FileVerifier } from '../../dataset/verified-files.js';
import type { WholeKeyStore } from '../../keys/key-store.js';
import type { ServiceFigures } from '../../metrics/figures.js';
import type { ExampleRequests } from '../../sources/embedded/example-requests.js';
import type { UsageCounter } from '../../usage/usage-counter.js';
import type { UsageWriter } from '../../usage/usage-writer.js';
import type { Settings } from '../settings/settings.js';
import { startConsole } from './console/console-process.js';
import { startFeed } from './data/serve-feed.js';
import { greet } from './first-run.js';
import { closeUsage, openUsage } from './keys/serve-usage.js';
import { endLog, type ServeLog } from './log/serve-log.js';
import { serveMetrics, type Look } from './log/serve-metrics.js';
import { stopSignals } from './process/serve-signals.js';
import { watchService } from './service-figures.js';

/** The part of a service that answers requests: this process alone, or the workers that it leads. */
export interface Answering {
  store: WholeKeyStore;
  /** Counts requests in this process; `null` if other processes count them, or if usage is off. */
  counted: UsageCounter | null;
  /** Returns the values for a scrape. This function is called only if metrics are on. */
  look(service: () => ServiceFigures): Look;
  /** Checks for newer datasets. */
  refresh(): void;
  /** Reports whether newer data was refused. */
  reportNewer(isRefused: boolean): void;
  setUsedUp(ids: string[], ends_ms: number): void;
  /** Keeps answering for this long, but reports "not ready". */
  leave(drain_ms: number): void;
  /**
   * Opens the port. @returns its URL
   * @throws InputError if the port cannot be opened
   */
  listen(): Promise<string>;
  /** Loads the first dataset. @returns example requests for the start message; `null` if there are none */
  start(): Promise<ExampleRequests | null>;
  /**
   * Lets the readiness probe report the service's real state. Resolves once the probe reports the real state.
   */
  open(): Promise<unknown>;
  /** Rejects when the service cannot continue. */
  failure: Promise<never>;
  /** Stops listening and answering. Requests in flight are finished first. */
  stop(): Promise<void>;
  /** Closes the parts that are needed to write counts after the last answer. */
  close(): Promise<void>;
  /** Ends without waiting for requests in flight. */
  kill(): void;
}

interface ServiceParts {
  usage: UsageWriter | null;
  feed: DatasetFeed | null;
}

interface ServeOptions {
  firstKey: boolean;
  /** The URL that datasets come from; `null` if they are imported. */
  feedUrl: URL | null;
  /** `null` if datasets are read instead of mapped. */
  verifier: FileVerifier | null;
}

export interface ServiceFrame {
  settings: Settings;
  log: ServeLog;
  options: ServeOptions;
  /** These parts are opened after the part that answers requests. */
  parts: Readonly<ServiceParts>;
}

/**
 * `gazarch serve` starts one part after the other, and stops them in reverse order. Resolves when the service
 * has stopped.
 */
export async function runService(
  { settings, log, options }: Omit<ServiceFrame, 'parts'>,
  open: (frame: ServiceFrame) => Promise<Answering>,
): Promise<void> {
  const { logger } = log;
  const parts: ServiceParts = { usage: null, feed: null };
  const answering = await open({ settings, log, options, parts });
  const { store } = answering;
  const ends: (() => unknown)[] = [() => endLog(log), () => answering.close()];
  try {
    const onUsedUp = (ids: string[], ends_ms: number): void => answering.setUsedUp(ids, ends_ms);
    parts.usage = await openUsage(settings, logger, { counter: answering.counted, keys: store, onUsedUp });
    ends.push(() => closeUsage(parts.usage, logger));
    const metrics = await serveMetrics(settings, logger, () => answering.look(watchService(settings, parts)));
    ends.push(() => metrics.close());
    // The listener is added before the service can appear ready, because a signal may follow immediately.
    process.on('SIGHUP', () => {
      answering.refresh();
      void parts.feed?.ask();
    });
    const stop = stopSignals(logger, settings, () => answering.kill());
    void stop.asked.then(() => answering.leave(settings.drain_s * 1_000));
    const address = await answering.listen();
    ends.push(() => answering.stop());
    if (options.feedUrl !== null) {
      parts.feed = startFeed(options.feedUrl, settings, logger, {
        onTaken: () => answering.refresh(),
        onRefusal: (isRefused) => answering.reportNewer(isRefused),
      });
      ends.push(() => parts.feed?.close());
    }
    const examples = await Promise.race([answering.start(), stop.drained]);
    // The result is `undefined` if the service was stopped before the first dataset was loaded.
    if (examples !== undefined) {
      await greet(store, { address, examples, settings, log, ...options, open: () => answering.open() });
      const consoleProcess = startConsole(settings, log, address);
      ends.push(() => consoleProcess?.stop());
    }
    await Promise.race([stop.drained, answering.failure]);
  } catch (error) {
    answering.kill();
    await endAll(ends).catch(() => undefined);
    throw error;
  }
  await endAll(ends);
}

async function endAll(ends: readonly (() => unknown)[]): Promise<void> {
  for (const end of [...ends].reverse()) await end();
}

import type { Logger } from 'pino';
import type { DatasetFeed } from '../../dataset-feed/dataset-feed.js';
import type { FileVerifier } from '../../dataset/verified-files.js';
import { isForLedger } from '../../limits/window-messages.js';
import { WindowLedger } from '../../limits/window-ledger.js';
import { WorkerBoard } from '../../metrics/worker-board.js';
import type { UsageWriter } from '../../usage/usage-writer.js';
import { greet } from './first-run.js';
import type { ConsoleProcess } from './console/console-process.js';
import { ConnectionHandout } from './workers/serve-connections.js';
import { LastKnownStores } from './workers/last-known.js';
import { MappedDatasets } from './workers/mapped-datasets.js';
import { leaderLook } from './workers/leader-figures.js';
import { openKeys } from './keys/serve-keys.js';
import { startConsole } from './console/console-process.js';
import { startFeed } from './data/serve-feed.js';
import { openRoadFiles } from './data/map-into-memory.js';
import { openSupply, type OpenSupply } from './keys/serve-limits.js';
import { endLog, type ServeLog } from './log/serve-log.js';
import { serveMetrics } from './log/serve-metrics.js';
import { openPort, urlOf } from './process/serve-port.js';
import { watchService } from './service-figures.js';
import { stopSignals } from './process/serve-signals.js';
import { closeUsage, openUsage } from './keys/serve-usage.js';
import type { Settings } from '../settings/settings.js';
import type { ToWorker } from './workers/worker-messages.js';
import { WorkerCrew } from './workers/worker-crew.js';

/**
 * `gazarch serve --workers N`. This process listens, hands connections to the workers, owns the
 * request counts and replaces workers that end. It has no dataset and answers nothing. Resolves
 * when all workers have stopped.
 */
export async function serveWithWorkers(
  settings: Settings,
  log: ServeLog,
  options: { firstKey: boolean; feedUrl: URL | null; verifier: FileVerifier | null },
): Promise<void> {
  const { logger } = log;
  const board = new WorkerBoard();
  const handout = new ConnectionHandout();
  const port = await openPort(settings, (socket) => handout.take(socket));
  // Create, migrate and check the database once, before several processes open it.
  const stores = await openKeys(settings, logger);
  const { keys: store } = stores;
  const lastKnown = new LastKnownStores(stores);
  const supply = await openSupply(settings, logger);
  let tellUsedUp = (): void => undefined;
  const usedUp = { kind: 'used_up' as const, ids: [] as string[], ends_ms: 0 };
  const usage = await openUsage(settings, logger, {
    counter: null,
    keys: store,
    onUsedUp: (ids, ends_ms) => {
      Object.assign(usedUp, { ids, ends_ms });
      tellUsedUp();
    },
  });
  const isFed = options.feedUrl !== null;
  const crew = crewOf(settings, {
    ...{ logger, handout, supply, board, usage, usedUp, lastKnown, isFed },
    verifier: options.verifier,
  });
  tellUsedUp = () => crew.tellAll(usedUp);
  let feed: DatasetFeed | null = null;
  const metrics = await serveMetrics(settings, logger, () =>
    leaderLook(board, crew, log.output, watchService(settings, { usage: () => usage, feed: () => feed })),
  );
  // Register before the service can look ready: whoever sees it ready may send a signal at once.
  process.on('SIGHUP', () => crew.tellAll({ kind: 'refresh' }));
  const stop = stopSignals(logger, settings, () => crew.kill());
  void stop.asked.then(() => crew.drain(settings.drain_s * 1_000));
  let consoleProcess: ConsoleProcess | null = null;
  try {
    if (options.feedUrl !== null)
      feed = startFeed(options.feedUrl, settings, logger, {
        onTaken: () => crew.tellAll({ kind: 'refresh' }),
        onRefusal: (isRefused) => crew.reportNewer(isRefused),
      });
    process.on('SIGHUP', () => void feed?.ask());
    const examples = await Promise.race([crew.start(), stop.drained]);
    // Undefined: a stop came before the first dataset.
    if (examples !== undefined)
      await greet(store, { address: urlOf(port), examples, settings, log, ...options });
    if (examples !== undefined) consoleProcess = startConsole(settings, log, urlOf(port));
    await Promise.race([stop.drained, crew.failure]);
  } catch (error) {
    consoleProcess?.kill();
    crew.kill();
    await closeUsage(usage, logger);
    lastKnown.close();
    await store.close();
    throw error;
  }
  await consoleProcess?.stop();
  port.close();
  handout.close();
  await feed?.close();
  await crew.stop();
  supply?.close();
  metrics.close();
  await closeUsage(usage, logger);
  lastKnown.close();
  await store.close();
  await endLog(log);
}

interface CrewParts {
  logger: Logger;
  handout: ConnectionHandout;
  /** Where the requests come from that the ledger gives out; null: the ledger owns the counts. */
  supply: OpenSupply;
  board: WorkerBoard;
  usage: UsageWriter | null;
  /** What every new worker must know: kept up to date. */
  usedUp: Extract<ToWorker, { kind: 'used_up' }>;
  lastKnown: LastKnownStores;
  /** Datasets come from a URL. */
  isFed: boolean;
  /** Null: workers read datasets. */
  verifier: FileVerifier | null;
}

function crewOf(settings: Settings, parts: CrewParts): WorkerCrew {
  const { logger, handout, supply, board, usage, usedUp, lastKnown, isFed, verifier } = parts;
  const ledger = new WindowLedger({
    workers: settings.workers,
    send: (worker, message) => crew.tell(worker, message),
    supply,
  });
  supply?.serve(ledger, (news) => crew.tellAll(news));
  const mapped =
    verifier === null
      ? null
      : new MappedDatasets({
          verifier,
          roadFiles: openRoadFiles(settings.dataset, logger),
          logger,
          tell: (worker, message) => crew.tell(worker, message),
          tellAll: (message) => crew.tellAll(message),
        });
  const crew = new WorkerCrew({
    settings,
    isFed,
    logger,
    onOpen: (worker) => {
      if (supply !== null) crew.tell(worker, supply.news());
      crew.tell(worker, usedUp);
      handout.add(worker, (connection, socket) => crew.hand(worker, connection, socket));
    },
    onMessage: (worker, message) => {
      if (message.kind === 'figures') board.report(worker, message.figures);
      else if (message.kind === 'verify') void mapped?.answer(worker, message);
      else if (message.kind === 'want_roads') void mapped?.answerRoads(worker, message);
      else if (message.kind === 'want_known') lastKnown.tell((answer) => crew.tell(worker, answer));
      else if (message.kind === 'roads_as_imported') mapped?.letGoOfRoads();
      else if (message.kind === 'accepted') handout.accepted(worker, message.connection);
      else if (message.kind === 'usage') {
        usage?.add(message.minutes, message.errors);
        if (message.isLast) crew.tell(worker, { kind: 'usage_taken' });
      } else if (isForLedger(message)) ledger.receive(worker, message);
    },
    onEnd: (worker, signal) => {
      mapped?.ended(worker, signal);
      handout.remove(worker);
      ledger.drop(worker);
      board.drop(worker);
    },
  });
  return crew;
}

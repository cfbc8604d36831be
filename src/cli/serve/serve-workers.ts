import type { Server } from 'node:net';
import { isForLedger } from '../../limits/window-messages.js';
import { WindowLedger } from '../../limits/window-ledger.js';
import { WorkerBoard } from '../../metrics/worker-board.js';
import { openRoadFiles } from './data/map-into-memory.js';
import { keepKnownCopy, openKeys } from './keys/serve-keys.js';
import { openSupply, type OpenSupply } from './keys/serve-limits.js';
import { openPort, urlOf } from './process/serve-port.js';
import type { Answering, ServiceFrame } from './run-service.js';
import { LastKnownStores } from './workers/last-known.js';
import { leaderLook } from './workers/leader-figures.js';
import { MappedDatasets } from './workers/mapped-datasets.js';
import { ConnectionHandout } from './workers/hand-out-connections.js';
import { WorkerCrew } from './workers/worker-crew.js';
import type { ToWorker } from './workers/worker-messages.js';

/**
 * `gazarch serve --workers N`. This process listens, passes connections to the workers, owns the request
 * counts and replaces workers that exit. It has no dataset and answers no requests.
 */
export async function openWorkers(frame: ServiceFrame): Promise<Answering> {
  const { settings, log } = frame;
  const board = new WorkerBoard();
  const handout = new ConnectionHandout();
  // The database is created, migrated and checked once, before several processes open it.
  const { stores, known } = await openKeys(settings, log.logger);
  const { keys: store } = stores;
  const lastKnown = new LastKnownStores(stores, known);
  const copy = keepKnownCopy(stores, settings, log.logger);
  const supply = await openSupply(settings, log.logger);
  const usedUp = { kind: 'used_up' as const, ids: [] as string[], ends_ms: 0 };
  const crew = crewOf(frame, { handout, supply, board, usedUp, lastKnown });
  let port: Server | null = null;
  return {
    store,
    counted: null,
    look: (service) => leaderLook(board, crew, log.output, service),
    refresh: () => crew.tellAll({ kind: 'refresh' }),
    reportNewer: (isRefused) => crew.reportNewer(isRefused),
    setUsedUp: (ids, ends_ms) => crew.tellAll(Object.assign(usedUp, { ids, ends_ms })),
    leave: (drain_ms) => crew.drain(drain_ms),
    listen: async () => urlOf((port = await openPort(settings, (socket) => handout.take(socket)))),
    start: () => crew.start(),
    open: () => crew.open(),
    failure: crew.failure,
    stop: async () => {
      port?.close();
      handout.close();
      await crew.stop();
      supply?.close();
    },
    close: async () => {
      lastKnown.close();
      await copy?.close();
      await store.close();
    },
    kill: () => crew.kill(),
  };
}

interface CrewParts {
  handout: ConnectionHandout;
  /** Supplies the request grants that the ledger hands out; `null` if the ledger owns the counts. */
  supply: OpenSupply;
  board: WorkerBoard;
  /** The message that every new worker receives, kept up to date. */
  usedUp: Extract<ToWorker, { kind: 'used_up' }>;
  lastKnown: LastKnownStores;
}

function crewOf({ settings, log, options, parts }: ServiceFrame, crewParts: CrewParts): WorkerCrew {
  const { handout, supply, board, usedUp, lastKnown } = crewParts;
  const { logger } = log;
  const { verifier } = options;
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
    isFed: options.feedUrl !== null,
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
        parts.usage?.add(message.minutes, message.errors, message.unfound);
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

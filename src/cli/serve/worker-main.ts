import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { readAhead } from '../../dataset/read-in-thread.js';
import { InputError } from '../../errors.js';
import { LeasedWindowCounter } from '../../limits/leased-window-counter.js';
import { NOT_SHARED } from '../../sources/embedded/dataset/current-dataset.js';
import { needsDataset } from './data/needs-dataset.js';
import { GRACE_MS, leaveSignalsToLeader } from './process/serve-signals.js';
import { firstExamples, openServing, type Serving } from './serve-app.js';
import { endLog, openLog, type ServeLog } from './log/serve-log.js';
import { usageCounter } from './keys/serve-usage.js';
import type { Settings } from '../settings/settings.js';
import { AdoptedConnections } from './workers/adopted-connections.js';
import { wholeLines } from './log/worker-log.js';
import type { FromWorker, ToWorker } from './workers/worker-messages.js';
import { LeaderSharing } from './workers/worker-sharing.js';
import { WorkerUsage } from './workers/worker-usage.js';

/**
 * A `gazarch serve` worker. worker-crew.ts starts it, and worker-entry.ts loads it. It is controlled by
 * messages, and exits when the channel to its parent process closes.
 */

/**
 * All workers stop at the same moment and record when keys were last used, but the database allows only one
 * writer at a time. Each worker therefore tries several times, with a random pause of at most
 * `LAST_USE_PAUSE_MS` between attempts.
 */
const LAST_USE_TRIES = 5;
const LAST_USE_PAUSE_MS = 20;

/** How often a worker sends its metrics. A worker that crashes loses at most the metrics of this interval. */
const FIGURES_MS = 1_000;

/** The time allowed after the grace period for recording when keys were last used. */
const AFTER_GRACE_MS = 2_000;

interface Work {
  serving: Serving;
  connections: AdoptedConnections;
  counter: LeasedWindowCounter;
  usage: WorkerUsage;
  log: ServeLog;
}

type Start = Extract<ToWorker, { kind: 'start' }>;

let work: Work | null = null;
let isEnding = false;
/** Whether the worker sends its metrics. */
let isTelling = false;

const sharing = new LeaderSharing((message) => tell(message));

leaveSignalsToLeader();
process.on('disconnect', () => endAlone());
process.on('message', (message: ToWorker, socket?: Socket) => obey(message, socket));
if (!process.connected) endAlone();

/** Ends the process if it hangs, because no other process is left to do that. */
function endAlone(): void {
  setTimeout(() => process.exit(1), GRACE_MS + AFTER_GRACE_MS).unref();
  void end();
}

function obey(message: ToWorker, socket: Socket | undefined): void {
  switch (message.kind) {
    case 'start':
      void start(message);
      break;
    case 'connection':
      // There is no socket if the connection was closed before it reached this process.
      if (socket !== undefined) work?.connections.adopt(socket);
      tell({ kind: 'accepted', connection: message.connection });
      break;
    case 'refresh':
      void work?.serving.sources.dataset?.refresh();
      break;
    case 'newer':
      if (work?.serving.sources.dataset) work.serving.sources.dataset.isNewerRefused = message.isRefused;
      break;
    case 'open':
      if (work !== null) void letIn(work);
      break;
    case 'verified':
    case 'roads':
    case 'last_known':
      sharing.receive(message);
      break;
    case 'give_up':
      void work?.serving.sources.dataset?.giveUp(message.stamp, new InputError(message.reason));
      break;
    case 'roads_again':
      void work?.serving.sources.dataset?.takeRoadsAgain();
      break;
    case 'ask':
      tell({ kind: 'answer' });
      break;
    case 'drain':
      work?.serving.app.leave(message.drain_ms);
      break;
    case 'stop':
      void end();
      break;
    case 'used_up':
      work?.serving.usedUp.set(message.ids, message.ends_ms);
      break;
    case 'usage_taken':
      work?.usage.taken();
      break;
    default:
      work?.counter.receive(message);
  }
}

async function start({ worker, settings, isFed }: Start): Promise<void> {
  try {
    work = await open(worker, settings);
    // The worker reports "not ready" until all workers have their dataset and know the first key, because any
    // of them may get the next request.
    work.serving.app.hold(true);
    tell({ kind: 'up' });
    const examples = await firstExamples(work.serving.sources.dataset, settings, { isFed });
    tell({ kind: 'ready', examples });
  } catch (error) {
    if (!InputError.is(error)) throw error;
    tell({ kind: 'refused', message: error.message }, () => process.exit(1));
  }
}

async function letIn(own: Work): Promise<void> {
  const { keys, app } = own.serving;
  await keys.expectFirst();
  app.hold(false);
  tell({ kind: 'opened' });
  // Before this point, the worker's metrics would report "not ready" for the whole service.
  if (!isTelling) tellFigures(own);
  isTelling = true;
}

async function open(worker: number, settings: Settings): Promise<Work> {
  if (needsDataset(settings) && settings.mapDataset === 'off') readAhead(settings.dataset);
  const log = openLog(settings, worker);
  const { logger } = log;
  const counter = new LeasedWindowCounter({
    send: (message) => tell(message),
    onDegraded: (isDegraded) => {
      if (isDegraded) logger.error('shared request counts are unavailable; this worker counts on its own');
      else logger.info('request counts are shared again');
    },
  });
  const drain = (): Promise<void> => connections.drain(GRACE_MS);
  const counted = usageCounter(settings);
  const serving = await openServing(settings, {
    counter,
    usage: counted,
    logger,
    requestLog: wholeLines(log.lines),
    lastKnown: sharing.lastKnown,
    sharing: settings.mapDataset === 'off' ? NOT_SHARED : sharing,
    drain,
  });
  const connections = new AdoptedConnections(serving.app.server);
  return { serving, connections, counter, usage: new WorkerUsage(counted, tell), log };
}

function tell(message: FromWorker, sent = (): void => undefined): void {
  // Without a callback, sending on a channel that is closing would raise an unhandled error. The `disconnect`
  // event reports the closed channel anyway.
  if (process.connected) process.send!(message, undefined, undefined, sent);
}

/** Sends the metrics now, and periodically from then on. */
function tellFigures({ serving: { figures, app }, log }: Work): void {
  if (figures === null) return;
  const tellNow = (): void => tell({ kind: 'figures', figures: figures.take(app, log.output) });
  tellNow();
  setInterval(tellNow, FIGURES_MS).unref();
}

/** Finishes the requests in flight, records when keys were last used, and exits. */
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  if (work !== null) {
    const { serving, counter, usage, log } = work;
    serving.sources.dataset?.close();
    await serving.app.close();
    await serving.sources.close();
    await serving.keys.close();
    for (let tries = 1; tries < LAST_USE_TRIES; tries++) {
      await pause(LAST_USE_PAUSE_MS * Math.random());
      await serving.keys.flush();
    }
    await serving.closeRoads();
    await serving.store.close();
    await usage.close();
    counter.close();
    await endLog(log);
  }
  process.exit(0);
}

import { fork, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { InputError } from '../../../errors.js';
import type { ExampleRequests } from '../../../sources/embedded/example-requests.js';
import { GRACE_MS } from '../process/serve-signals.js';
import { STDOUT } from '../log/serve-log.js';
import type { Settings } from '../../settings/settings.js';
import type { FromWorker, ToWorker } from './worker-messages.js';
import { WorkerWatch } from './worker-watch.js';
import { givingBack } from '../process/allocator.js';
import { YOUNG_OPTION } from '../process/garbage-collection.js';

const WORKER_FILE = fileURLToPath(new URL('../worker-entry.js', import.meta.url));

/**
 * A worker that served this long was healthy. If the worker exits sooner, that counts as another consecutive
 * failure.
 */
const STEADY_MS = 10_000;

/**
 * The delay before a restart. After a first failure, a worker is replaced immediately. After that, the delay
 * doubles each time, so that a worker that crashes at every start does not cause a busy loop.
 */
const WAIT_MS = { first: 250, most: 10_000 };

/**
 * If no worker is serving, this many consecutive failures (about four seconds) end the service, so that its
 * supervisor notices.
 */
const FAILURES_MAX = 5;

/** The time after the grace period in which workers may record when keys were last used, and exit. */
const AFTER_GRACE_MS = 2_000;

/**
 * The last entry is `WORKER_LOG`. Standard error passes through this process: a shared descriptor would
 * become blocking, and it is often the same pipe as the log.
 */
const STDIO: StdioOptions = ['ignore', 'ignore', 'pipe', 'ipc', STDOUT];

export interface CrewOptions {
  settings: Settings;
  /** Whether datasets come from a URL, in which case the first one may take a while. */
  isFed: boolean;
  logger: Logger;
  /** Called when the worker can accept connections. */
  onOpen: (worker: number) => void;
  onMessage: (worker: number, message: FromWorker) => void;
  /** @param signal the signal that ended the worker, if any */
  onEnd: (worker: number, signal: NodeJS.Signals | null) => void;
}

interface Member {
  child: ChildProcess;
  /** The time when the worker began to serve, according to `performance.now()`; `null` before that. */
  readyAt_ms: number | null;
}

/**
 * The worker processes. The workers start and stop together, and each is replaced when it exits. A worker
 * number is never reused.
 */
export class WorkerCrew {
  /**
   * Rejects when the service cannot continue: during startup at the first failure, later when no worker is
   * left and none can be started.
   */
  readonly failure: Promise<never>;
  /** The number of workers that exited unexpectedly and were replaced. */
  restarts = 0;
  /** The number of workers that were killed because they hung; they also count as restarts. */
  kills = 0;
  readonly #options: CrewOptions;
  readonly #members = new Map<number, Member>();
  /** Callbacks for when a worker has opened or exited. */
  readonly #opening = new Map<number, () => void>();
  readonly #waits = new Set<NodeJS.Timeout>();
  readonly #watch = new WorkerWatch({
    ask: (worker) => this.tell(worker, { kind: 'ask' }),
    onSilent: (worker) => this.#endSilent(worker),
  });
  readonly #allReady: Promise<ExampleRequests | null>;
  #setReady!: (examples: ExampleRequests | null) => void;
  #fail!: (error: Error) => void;
  #started = 0;
  #failures = 0;
  #isStarting = true;
  #isStopping = false;
  #isNewerRefused = false;
  /**
   * The time when the workers stop answering requests, according to `performance.now()`; `null` if no stop
   * was requested.
   */
  #drainEnd_ms: number | null = null;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.failure = new Promise((_, reject) => (this.#fail = reject));
    this.failure.catch(() => undefined);
    this.#allReady = new Promise((resolve) => (this.#setReady = resolve));
  }

  /**
   * Starts all workers. Resolves when all workers are serving.
   * @returns example example requests for the start message
   * @throws InputError if a worker cannot serve
   */
  async start(): Promise<ExampleRequests | null> {
    for (let i = 0; i < this.#options.settings.workers; i++) this.#fork();
    return Promise.race([this.#allReady, this.failure]);
  }

  /** Lets all workers report that they are ready. Resolves when all workers report that they are ready. */
  open(): Promise<unknown> {
    const opened = [...this.#members.keys()].map(
      (worker) => new Promise<void>((resolve) => this.#opening.set(worker, resolve)),
    );
    this.tellAll({ kind: 'open' });
    return Promise.race([Promise.all(opened), this.failure]);
  }

  /** Sends a message to one worker. Nothing is sent to a worker that has exited. */
  tell(worker: number, message: ToWorker): void {
    const child = this.#members.get(worker)?.child;
    // Without a callback, sending on a channel that is closing would raise an unhandled error event.
    if (child?.connected === true) child.send(message, () => undefined);
  }

  /** Passes a connection to a worker. The socket stays open in this process until the caller closes it. */
  hand(worker: number, connection: number, socket: Socket): void {
    const child = this.#members.get(worker)?.child;
    if (child?.connected === true)
      child.send(
        { kind: 'connection', connection } satisfies ToWorker,
        socket,
        { keepOpen: true },
        () => undefined,
      );
  }

  /** Sends a message to all workers. */
  tellAll(message: ToWorker): void {
    for (const worker of this.#members.keys()) this.tell(worker, message);
  }

  /** Reports to all workers, including future ones, whether newer data was refused. */
  reportNewer(isRefused: boolean): void {
    if (isRefused === this.#isNewerRefused) return;
    this.#isNewerRefused = isRefused;
    this.tellAll({ kind: 'newer', isRefused });
  }

  /**
   * Makes all workers, including future ones, report "not ready" but keep answering requests for this long.
   */
  drain(drain_ms: number): void {
    this.#drainEnd_ms = performance.now() + drain_ms;
    this.tellAll({ kind: 'drain', drain_ms });
  }

  /**
   * Stops all workers, which finish requests in flight within the grace period. Resolves when all workers
   * have exited.
   */
  async stop(): Promise<void> {
    this.#endReplacing();
    const ends = [...this.#members.values()].map(({ child }) => once(child, 'exit'));
    this.tellAll({ kind: 'stop' });
    const cut = setTimeout(() => this.kill(), GRACE_MS + AFTER_GRACE_MS);
    await Promise.all(ends);
    clearTimeout(cut);
  }

  /** Kills all workers immediately, with SIGKILL. */
  kill(): void {
    this.#endReplacing();
    for (const { child } of this.#members.values()) child.kill('SIGKILL');
  }

  #endReplacing(): void {
    this.#isStopping = true;
    this.#watch.close();
    this.#waits.forEach((wait) => clearTimeout(wait));
  }

  #fork(): void {
    const worker = ++this.#started;
    const execArgv = [YOUNG_OPTION, ...process.execArgv];
    const child = fork(WORKER_FILE, { stdio: STDIO, env: givingBack(), execArgv });
    child.stderr!.on('data', (text: Buffer) => process.stderr.write(text));
    this.#members.set(worker, { child, readyAt_ms: null });
    child.on('message', (message) => this.#hear(worker, message as FromWorker));
    child.on('exit', (code, signal) => this.#onEnd(worker, { code, signal }));
    // A process that could not be started emits no `exit` event.
    child.on('error', (error) => {
      if (child.pid === undefined) this.#onEnd(worker, { code: null, signal: null, error });
    });
    const { settings, isFed } = this.#options;
    this.tell(worker, { kind: 'start', worker, settings, isFed });
    this.#watch.add(worker);
  }

  #hear(worker: number, message: FromWorker): void {
    const member = this.#members.get(worker);
    if (member === undefined) return;
    const { logger, onOpen, onMessage } = this.#options;
    switch (message.kind) {
      case 'answer':
        this.#watch.answered(worker);
        break;
      case 'up':
        // After its first message, the worker has only as much time to answer checks as the other workers.
        this.#watch.answered(worker);
        if (this.#drainEnd_ms !== null)
          this.tell(worker, { kind: 'drain', drain_ms: Math.max(0, this.#drainEnd_ms - performance.now()) });
        if (this.#isNewerRefused) this.tell(worker, { kind: 'newer', isRefused: true });
        // While the service starts, no other process answers /health; later, the other workers do.
        if (this.#isStarting) onOpen(worker);
        break;
      case 'ready':
        member.readyAt_ms = performance.now();
        logger.info({ worker, pid: member.child.pid }, 'worker ready');
        if (!this.#isStarting) {
          this.tell(worker, { kind: 'open' });
          onOpen(worker);
        }
        if ([...this.#members.values()].every(({ readyAt_ms }) => readyAt_ms !== null)) {
          this.#isStarting = false;
          this.#setReady(message.examples);
        }
        break;
      case 'opened':
        this.#opening.get(worker)?.();
        break;
      case 'refused':
        if (this.#isStarting) this.#fail(new InputError(message.message));
        else logger.error({ worker, reason: message.message }, 'new worker cannot start serving');
        break;
      default:
        onMessage(worker, message);
    }
  }

  /** Kills a silent worker. Only SIGKILL ends a process that is stopped or in an endless loop. */
  #endSilent(worker: number): void {
    const child = this.#members.get(worker)?.child;
    this.kills++;
    this.#options.logger.error({ worker, pid: child?.pid }, 'worker is not responding and is being killed');
    child?.kill('SIGKILL');
  }

  #onEnd(worker: number, how: { code: number | null; signal: NodeJS.Signals | null; error?: Error }): void {
    const member = this.#members.get(worker);
    if (member === undefined) return;
    this.#members.delete(worker);
    this.#watch.remove(worker);
    this.#opening.get(worker)?.();
    const { code, signal, error } = how;
    this.#options.onEnd(worker, signal);
    if (this.#isStopping) return;
    const reason = error?.message ?? (signal === null ? `status ${code}` : `signal ${signal}`);
    if (this.#isStarting) {
      this.#fail(new InputError(`a worker process ended (${reason}) before it could serve`));
      return;
    }
    this.restarts++;
    this.#options.logger.error(
      { worker, pid: member.child.pid, reason },
      'worker ended, another takes its place',
    );
    const isSteady = member.readyAt_ms !== null && performance.now() - member.readyAt_ms >= STEADY_MS;
    // SIGBUS means that the worker's dataset was damaged. The next worker gets a different dataset: see
    // `MappedDatasets`.
    const isSound = isSteady || (member.readyAt_ms !== null && signal === 'SIGBUS');
    this.#failures = isSound ? 0 : this.#failures + 1;
    if (
      this.#failures >= FAILURES_MAX &&
      ![...this.#members.values()].some(({ readyAt_ms }) => readyAt_ms !== null)
    ) {
      this.#fail(
        new InputError(
          `${this.#failures} worker processes in a row ended (the last one with ${reason}), and none is left`,
        ),
      );
      return;
    }
    this.#replaceLater();
  }

  #replaceLater(): void {
    const wait_ms =
      this.#failures < 2 ? 0 : Math.min(WAIT_MS.first * 2 ** (this.#failures - 2), WAIT_MS.most);
    const wait = setTimeout(() => {
      this.#waits.delete(wait);
      this.#fork();
    }, wait_ms);
    this.#waits.add(wait);
  }
}

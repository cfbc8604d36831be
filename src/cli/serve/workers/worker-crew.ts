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
 * A worker that served this long was sound. A worker that ends sooner counts as one more failure in a row.
 */
const STEADY_MS = 10_000;

/**
 * The first failure in a row is repaired at once. Later ones wait, and the wait doubles each time. So a
 * crash at every start does not become a busy loop.
 */
const WAIT_MS = { first: 250, most: 10_000 };

/**
 * With no serving worker left, this many failures in a row (about four seconds) end the
 * service. Its supervisor should know.
 */
const FAILURES_MAX = 5;

/** Time for workers after the grace period to write last uses and to end. */
const AFTER_GRACE_MS = 2_000;

/**
 * The last one is `WORKER_LOG`. Standard error comes through this process: if it were shared, it would become
 * blocking, and it is often the same pipe as the log.
 */
const STDIO: StdioOptions = ['ignore', 'ignore', 'pipe', 'ipc', STDOUT];

export interface CrewOptions {
  settings: Settings;
  /** Whether datasets come from a URL, so that the first one may take its time. */
  isFed: boolean;
  logger: Logger;
  /** Called when the worker can take connections. */
  onOpen: (worker: number) => void;
  onMessage: (worker: number, message: FromWorker) => void;
  /** @param signal the signal that ended it, if one did */
  onEnd: (worker: number, signal: NodeJS.Signals | null) => void;
}

interface Member {
  child: ChildProcess;
  /** When it began to serve, by `performance.now()`; null before. */
  readyAt_ms: number | null;
}

/**
 * The worker processes. They start together and stop together; each is replaced when it ends. A
 * worker number is never used twice.
 */
export class WorkerCrew {
  /**
   * Rejects when the service cannot go on. While it starts, that is the first failure. Later it is when no
   * worker is left and none can be started.
   */
  readonly failure: Promise<never>;
  /** Workers that exited on their own and were replaced. */
  restarts = 0;
  /** Workers that were ended because they hung; they also count as restarts. */
  kills = 0;
  readonly #options: CrewOptions;
  readonly #members = new Map<number, Member>();
  /** Callbacks for a worker that has opened, or has ended. */
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
  /** When answering stops, by `performance.now()`; null: no stop was requested. */
  #drainEnd_ms: number | null = null;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.failure = new Promise((_, reject) => (this.#fail = reject));
    this.failure.catch(() => undefined);
    this.#allReady = new Promise((resolve) => (this.#setReady = resolve));
  }

  /**
   * Starts all workers. Resolves when all of them serve.
   * @returns example requests for the start message.
   * @throws InputError when a worker cannot serve.
   */
  async start(): Promise<ExampleRequests | null> {
    for (let i = 0; i < this.#options.settings.workers; i++) this.#fork();
    return Promise.race([this.#allReady, this.failure]);
  }

  /** Lets all workers say that they are ready. Resolves when they have done so. */
  open(): Promise<unknown> {
    const opened = [...this.#members.keys()].map(
      (worker) => new Promise<void>((resolve) => this.#opening.set(worker, resolve)),
    );
    this.tellAll({ kind: 'open' });
    return Promise.race([Promise.all(opened), this.failure]);
  }

  /** Sends a message to one worker. Nothing is sent to a worker that has ended. */
  tell(worker: number, message: ToWorker): void {
    const child = this.#members.get(worker)?.child;
    // Without a callback, a channel that closes right now would raise an unhandled error event.
    if (child?.connected === true) child.send(message, () => undefined);
  }

  /** Gives a connection to a worker. The socket stays open here until the caller closes it. */
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

  /** Tells all workers, including future ones, whether newer data could not be taken. */
  reportNewer(isRefused: boolean): void {
    if (isRefused === this.#isNewerRefused) return;
    this.#isNewerRefused = isRefused;
    this.tellAll({ kind: 'newer', isRefused });
  }

  /** Makes all workers, including future ones, not ready, but lets them answer for this long. */
  drain(drain_ms: number): void {
    this.#drainEnd_ms = performance.now() + drain_ms;
    this.tellAll({ kind: 'drain', drain_ms });
  }

  /**
   * Stops all workers. They finish requests in flight within the grace period.
   * Resolves when all have ended.
   */
  async stop(): Promise<void> {
    this.#endReplacing();
    const ends = [...this.#members.values()].map(({ child }) => once(child, 'exit'));
    this.tellAll({ kind: 'stop' });
    const cut = setTimeout(() => this.kill(), GRACE_MS + AFTER_GRACE_MS);
    await Promise.all(ends);
    clearTimeout(cut);
  }

  /** Ends all workers at once, with SIGKILL. */
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
    // A process that could not be started has no `exit` event.
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
        // After its first word it has no more patience than the others.
        this.#watch.answered(worker);
        if (this.#drainEnd_ms !== null)
          this.tell(worker, { kind: 'drain', drain_ms: Math.max(0, this.#drainEnd_ms - performance.now()) });
        if (this.#isNewerRefused) this.tell(worker, { kind: 'newer', isRefused: true });
        // While the service starts, nobody else answers /health. Later the other workers do.
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
        else logger.error({ worker, reason: message.message }, 'new worker cannot serve');
        break;
      default:
        onMessage(worker, message);
    }
  }

  /** Ends a silent worker. Only this signal ends a process that is stopped or in an endless loop. */
  #endSilent(worker: number): void {
    const child = this.#members.get(worker)?.child;
    this.kills++;
    this.#options.logger.error({ worker, pid: child?.pid }, 'worker does not answer and is ended');
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
    // Its dataset was damaged. The next worker takes another one, see `MappedDatasets`.
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

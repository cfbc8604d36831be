import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { settingsAsEnv, type Only, type Settings } from '../../settings/settings.js';
import { greetConsole } from './console-greeting.js';
import type { FromConsole } from './console-messages.js';
import type { ServeLog } from '../log/serve-log.js';

const PROGRAM = fileURLToPath(new URL('../../main.js', import.meta.url));

/** The delay before the first restart, and the maximum delay: the delay doubles with each further restart. */
const WAIT_MS = { first: 1_000, most: 60_000 };

/** A console that ran this long was healthy, so its next restart uses the shortest delay again. */
const STEADY_MS = 60_000;

/**
 * The console reports every 5 s that it is alive. A console that is silent for this long is considered hung,
 * and is killed.
 */
const SILENCE_MS = 30_000;

/** Loading takes a second, but a busy machine may need a minute. */
const START_MS = 60_000;

/** How long the console may take to stop. */
const END_MS = 5_000;

export interface ConsoleProcessOptions {
  settings: Settings;
  log: ServeLog;
  /** The API's address on this machine. */
  apiAddress: string;
  /** Tests set shorter delays. */
  wait_ms?: { first: number; most: number };
  silence_ms?: number;
}

/**
 * Runs the console in a separate process alongside the API. It has its own memory and event loop: whatever
 * happens to it, the API keeps answering. If it exits or hangs, it is restarted.
 */
export class ConsoleProcess {
  readonly #options: ConsoleProcessOptions;
  /** Lines about the console are found like the console's own lines. */
  readonly #logger: Logger;
  #child: ChildProcess | null = null;
  #timer: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;
  #wait_ms: number;
  #isStopping = false;

  constructor(options: ConsoleProcessOptions) {
    this.#options = options;
    this.#logger = options.log.logger.child({ process: 'console' });
    this.#wait_ms = (options.wait_ms ?? WAIT_MS).first;
    this.#start();
  }

  /** The process id; `null` if it is not running. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
    await exited;
    clearTimeout(timer);
  }

  #start(): void {
    const { settings, log, apiAddress } = this.#options;
    const started_ms = performance.now();
    const child = fork(PROGRAM, ['console', '--api-address', apiAddress], {
      env: { ...process.env, ...settingsAsEnv(settings), ...publicUrl(settings, apiAddress) },
      // The console gets its own pipes, because a process that shares the log's descriptor makes that
      // descriptor blocking when the process starts or ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
      // A terminal sends signals to the whole process group, but this process decides when the console stops.
      detached: true,
    });
    this.#child = child;
    for (const [stream, target] of [
      [child.stdout!, log.output],
      [child.stderr!, log.greeting],
    ] as const) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => void target.write(text));
      stream.on('error', () => undefined);
    }
    this.#expectWord(child, START_MS);
    child.on('message', (message: FromConsole) => this.#hear(child, message));
    child.on('error', (error) => this.#logger.error({ err: error }, 'the console cannot be started'));
    child.on('exit', (code, signal) => this.#ended(child, { code, signal, started_ms }));
  }

  #hear(child: ChildProcess, message: FromConsole): void {
    this.#expectWord(child, this.#options.silence_ms ?? SILENCE_MS);
    if (message.kind !== 'ready') return;
    const { settings, log } = this.#options;
    greetConsole(message, settings, { logger: this.#logger, greeting: log.greeting });
  }

  /** Kills the console unless it sends a message within this time. */
  #expectWord(child: ChildProcess, within_ms: number): void {
    if (this.#watch !== null) clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      this.#logger.error(
        { silent_s: Math.round(within_ms / 1000) },
        'the console is not responding and is being killed',
      );
      child.kill('SIGKILL');
    }, within_ms).unref();
  }

  #ended(
    child: ChildProcess,
    { code, signal, started_ms }: { code: number | null; signal: string | null; started_ms: number },
  ): void {
    if (this.#watch !== null) clearTimeout(this.#watch);
    if (this.#child === child) this.#child = null;
    if (this.#isStopping) return;
    const wait = this.#options.wait_ms ?? WAIT_MS;
    if (performance.now() - started_ms > STEADY_MS) this.#wait_ms = wait.first;
    const wait_ms = this.#wait_ms;
    this.#wait_ms = Math.min(wait_ms * 2, wait.most);
    this.#logger.error(
      { code, signal, again_in_ms: wait_ms },
      'the console has exited; the API keeps running',
    );
    this.#timer = setTimeout(() => this.#start(), wait_ms).unref();
  }
}

/** If the operating system chose the port, the port is known only now. */
function publicUrl(settings: Only<'publicUrl'>, apiAddress: string): Record<string, string> {
  if (settings.publicUrl !== '') return {};
  return { GAZARCH_PUBLIC_URL: `http://localhost:${new URL(apiAddress).port}` };
}

/** Starts the console beside the API, if the settings turn it on. */
export function startConsole(settings: Settings, log: ServeLog, apiAddress: string): ConsoleProcess | null {
  return settings.console ? new ConsoleProcess({ settings, log, apiAddress }) : null;
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request, type Agent, type IncomingHttpHeaders } from 'node:http';
import { openKeyStore } from '../../src/cli/terminal/open-key-store.js';
import { KEY_SCOPES } from '../../src/keys/api-key.js';
import { createKey } from '../../src/keys/create-key.js';
import type { WholeKeyStore } from '../../src/keys/key-store.js';
import { startCli } from '../cli/run-cli.js';
import { PATIENCE_MS } from '../patience.js';

/** The built service with its workers, started as a user starts it, and clients for it. */

export interface LogLine {
  level: number;
  msg: string;
  worker?: number;
  pid?: number;
  reason?: string;
}

export interface ServiceOptions {
  dataset: string;
  database: string;
  workers: number;
  /** Further flags of `gazarch serve`. */
  flags?: readonly string[];
  /** By default any free one. */
  port?: number;
  env?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** From the first address to the empty line behind the commands to paste. */
const GREETING = /\n(?:Map: |API documentation:)[^]*?\nData folder:[^]*?\n\n/;

export class Service {
  readonly child: ChildProcess;
  readonly #exit: Promise<[number | null, NodeJS.Signals | null]>;
  readonly #closed: Promise<unknown>;
  /** Whole lines of the log, without the welcome. */
  readonly log: LogLine[] = [];
  /** Lines of the output that are neither log nor welcome. */
  readonly broken: string[] = [];
  #said = '';
  /** Requests that were answered. */
  asked = 0;
  port = 0;
  #rest = '';

  /**
   * Resolves when the welcome is printed and the log has named all workers. The two are written separately.
   */
  static async start(options: ServiceOptions): Promise<Service> {
    const service = new Service(options);
    const ended = service.#exit.then(([status]) => {
      throw new Error(`serve ended with status ${status}: ${service.stderr}`);
    });
    try {
      await Promise.race([
        service.until(
          () => service.port !== 0 && (options.workers === 1 || service.workers.length === options.workers),
        ),
        ended,
      ]);
    } catch (error) {
      service.child.kill('SIGKILL');
      throw error;
    }
    ended.catch(() => undefined);
    return service;
  }

  private constructor({ dataset, database, workers, flags = [], port = 0, env = {} }: ServiceOptions) {
    const standard = [
      '--dataset',
      dataset,
      '--database',
      database,
      '--workers',
      String(workers),
      '--port',
      String(port),
      '--max-wait-ms',
      '0',
      '--no-first-key',
    ];
    this.child = startCli(['serve', ...standard, ...flags], { env });
    this.#exit = once(this.child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    this.#closed = once(this.child, 'close');
    this.child.stdout!.on('data', (chunk: Buffer) => this.#read(chunk.toString()));
    this.child.stderr!.on('data', (chunk: Buffer) => this.#hear(chunk.toString()));
  }

  /** What stands on standard error, but for the greeting. */
  get stderr(): string {
    return this.#said.replace(GREETING, '');
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Process ids of the workers that were ready and have not ended, by the log. */
  get workers(): number[] {
    const ended = new Set(this.entries('worker ended, another takes its place').map(({ pid }) => pid));
    return this.entries('worker ready')
      .map(({ pid }) => pid!)
      .filter((pid) => !ended.has(pid));
  }

  entries(msg: string): LogLine[] {
    return this.log.filter((line) => line.msg === msg);
  }

  /**
   * Polls until something holds, less and less often: who asks without a pause keeps from working what he
   * waits for. The time limit only ends a test that has failed.
   */
  async until(holds: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
    let pause_ms = 10;
    for (const deadline = performance.now() + PATIENCE_MS; !(await holds());) {
      if (performance.now() > deadline)
        throw new Error(
          `${what} did not come about; log: ${this.log
            .slice(-10)
            .map((line) => JSON.stringify(line))
            .join('\n')} ${this.stderr}`,
        );
      await new Promise((resolve) => setTimeout(resolve, pause_ms));
      pause_ms = Math.min(200, 1.5 * pause_ms);
    }
  }

  /** Waits for the end. @returns the status, or the signal */
  async ended(): Promise<number | NodeJS.Signals | null> {
    const [status, signal] = await this.#exit;
    return status ?? signal;
  }

  /** Stops it in good order. Afterwards all of its log is here. */
  async stop(): Promise<number | NodeJS.Signals | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGTERM');
    await this.#closed;
    return this.ended();
  }

  /** Ends all its processes at once, as when the machine fails. What they had written of the log is here. */
  async crash(): Promise<void> {
    const { workers } = this;
    this.child.kill('SIGKILL');
    for (const pid of workers) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    await this.#closed;
  }

  /** Sends one request, by default on a connection of its own. */
  ask(path: string, token: string | null = null, agent: Agent | false = false): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = token === null ? {} : { authorization: `Bearer ${token}` };
      const req = request(
        { host: '127.0.0.1', port: this.port, path, headers, agent, timeout: PATIENCE_MS },
        (res) => {
          let text = '';
          // A chunk may end inside a letter.
          res.setEncoding('utf8');
          res.on('data', (chunk: string) => (text += chunk));
          res.on('error', reject);
          res.on('end', () => {
            this.asked++;
            resolve({ status: res.statusCode!, headers: res.headers, text });
          });
        },
      );
      req.on('timeout', () => req.destroy(new Error('no answer')));
      req.on('error', reject);
      req.end();
    });
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith('{')) this.#note(line);
    }
  }

  /** The greeting stands on standard error: standard output has the log alone. */
  #hear(text: string): void {
    this.#said += text;
    const [, port] = /^gazarch listens on http:\/\/127\.0\.0\.1:(\d+)$/m.exec(this.#said) ?? [];
    if (port !== undefined) this.port = Number(port);
  }

  #note(line: string): void {
    try {
      this.log.push(JSON.parse(line) as LogLine);
    } catch {
      this.broken.push(line);
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens a key database as `gazarch keys` does, and closes it afterwards. A process for each key would take
 * longer than most tests.
 */
export async function withKeys<T>(database: string, work: (store: WholeKeyStore) => Promise<T>): Promise<T> {
  const store = await openKeyStore(database, { mustExist: false, warn: () => undefined });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** A key for both endpoints, with the same limit in its name. */
export function createdKey(database: string, limit: number): ReturnType<typeof createKey> {
  const request = { name: `limit ${limit}`, endpoints: KEY_SCOPES, rateLimit: limit, expiresAt: null };
  return withKeys(database, (store) => createKey(store, request));
}

/** @returns the token */
export async function makeKey(database: string, limit: number): Promise<string> {
  return (await createdKey(database, limit)).token;
}

/** Waits for the next minute when this one has little time left, so that a test stays in one window. */
export async function inOneWindow(needed_ms: number): Promise<void> {
  const left_ms = 60_000 - (Date.now() % 60_000);
  if (left_ms < needed_ms) await new Promise((resolve) => setTimeout(resolve, left_ms + 50));
}

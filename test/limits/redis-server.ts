import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.js';
import { noteMissing } from '../run-folder.js';
import { untilUp } from '../started-program.js';

/** Undefined when there is no redis-server here; then tests are skipped. */
export const NO_REDIS = spawnSync('redis-server', ['--version']).error !== undefined;
if (NO_REDIS) noteMissing('Redis is not installed (package redis-server)');

/** A real Redis on a free port of the loopback, without persistence. */
export class RedisServer {
  readonly port: number;
  readonly #folder: string;
  readonly #flags: readonly string[];
  #file: string | null = null;
  #child: ChildProcess | null = null;

  private constructor(port: number, flags: readonly string[]) {
    this.port = port;
    this.#flags = flags;
    this.#folder = mkdtempSync(join(tmpdir(), 'gazarch-redis-'));
  }

  static async start(...flags: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), flags);
    await server.run();
    return server;
  }

  /** A Sentinel that watches a primary. It needs a file of its own, which it writes. */
  static async startSentinel(primaryPort: number): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), ['--sentinel']);
    const lines = [
      `sentinel monitor shop 127.0.0.1 ${primaryPort} 2`,
      'sentinel down-after-milliseconds shop 500',
      'sentinel failover-timeout shop 4000',
    ];
    server.#file = join(server.#folder, 'sentinel.conf');
    writeFileSync(server.#file, lines.join('\n'));
    await server.run();
    return server;
  }

  /** Starts it, empty, at the port it had. */
  async run(): Promise<void> {
    const fixed = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder];
    const kind = this.#file === null ? ['--save', '', '--appendonly', 'no'] : [];
    const file = this.#file === null ? [] : [this.#file];
    const child = spawn('redis-server', [...file, ...fixed, ...kind, ...this.#flags], {
      // Redis writes its log to standard output.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    await untilUp('redis-server', child, () => isListening(this.port));
  }

  /** Its process stands still: connections stay open and nothing is answered. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** One command on a connection of its own. @returns the first line of the answer, as it came */
  async ask(command: string): Promise<string> {
    return (await this.askLines(command))[0];
  }

  /** The same. @returns all lines of a short answer */
  async askLines(command: string): Promise<string[]> {
    const socket = connect(this.port, '127.0.0.1');
    socket.write(`${command}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString().trimEnd().split(/\r?\n/);
  }

  /** Ends it at once; `run` starts it again. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../test/free-port.js';

/** Ticks of a second in /proc; Linux has always 100 where programs see it. */
const TICKS = 100;

/** One process of an engine, on a port of 127.0.0.1. */
export class EngineProcess {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.#child = child;
  }

  /**
   * OSRM with one thread.
   * @param bin folder of its programs
   * @param map made ready by osrm-contract
   */
  static async osrm(bin: string, map: string, more: readonly string[] = []): Promise<EngineProcess> {
    const port = await freePort();
    const args = [
      '--algorithm',
      'ch',
      '-i',
      '127.0.0.1',
      '-p',
      String(port),
      '-t',
      '1',
      '--verbosity',
      'ERROR',
    ];
    return EngineProcess.#started(
      join(bin, 'osrm-routed'),
      [...args, ...more, map],
      port,
      '/nearest/v1/driving/0,0',
    );
  }

  static async #started(
    program: string,
    args: string[],
    port: number,
    probe: string,
  ): Promise<EngineProcess> {
    const child = spawn(program, args, { stdio: 'ignore' });
    for (;;) {
      const isUp = await fetch(`http://127.0.0.1:${port}${probe}`).then(
        () => true,
        () => false,
      );
      if (isUp) return new EngineProcess(port, child);
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
      await setTimeout(100);
    }
  }

  /** Processor time of all its threads since its start, in microseconds. */
  cpu_us(): number {
    const stat = readFileSync(`/proc/${this.#child.pid!}/stat`, 'utf8');
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
    return ((user + system) / TICKS) * 1e6;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

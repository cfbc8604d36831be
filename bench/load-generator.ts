import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Load, LoadResult } from './http-load.js';
import type { OpenLoad, OpenLoadResult } from './open-load.js';
import type { RequestList } from './request-list.js';

const FILE = fileURLToPath(new URL('./generate.js', import.meta.url));

/**
 * A message to generate.ts: keep a list of requests under a name, or send one as
 * a closed or an open load.
 */
export type Order =
  | { keep: string; bytes: Uint8Array; ends: Float64Array }
  | { closed: string; load: Load }
  | { open: string; load: OpenLoad };

/** The answer of generate.ts: the result of the load, or the error that was thrown. */
export type Report = { result: LoadResult | OpenLoadResult | null } | { error: string };

/**
 * A load generator in a process of its own, with one thread. In a usual Node process the garbage
 * collection threads would take the server's core for tens of milliseconds at a time, on a machine with
 * two cores. The benchmark would then measure that.
 */
export class LoadGenerator {
  readonly #child: ChildProcess;
  /** Rejects when the process ends. */
  readonly #end: Promise<never>;

  constructor() {
    this.#child = fork(FILE, { execArgv: ['--single-threaded'], serialization: 'advanced' });
    this.#end = once(this.#child, 'exit').then(([status]) =>
      Promise.reject(new Error(`the load generator ended with status ${status}`)),
    );
    // A waiting order rejects through this promise. After `stop` nobody waits.
    this.#end.catch(() => undefined);
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Hands over a list of requests under a name. Sending a list takes time, so it is sent once. */
  async keep(name: string, { bytes, ends }: RequestList): Promise<void> {
    await this.#order({ keep: name, bytes, ends });
  }

  /** Runs a closed load with the list of that name; see http-load.ts. */
  async closed(name: string, load: Load): Promise<LoadResult> {
    return (await this.#order({ closed: name, load })) as LoadResult;
  }

  /** Runs an open load with the list of that name; see open-load.ts. */
  async open(name: string, load: OpenLoad): Promise<OpenLoadResult> {
    return (await this.#order({ open: name, load })) as OpenLoadResult;
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.disconnect();
    await exit;
  }

  async #order(order: Order): Promise<LoadResult | OpenLoadResult | null> {
    const answer = once(this.#child, 'message') as Promise<[Report]>;
    this.#child.send(order);
    const [report] = await Promise.race([answer, this.#end]);
    if ('error' in report) throw new Error(report.error);
    return report.result;
  }
}

import { Agent, request } from 'node:http';
import { seededRandom } from '../seeded-random.js';
import { PATIENCE_MS } from '../patience.js';

/** Requests that every replica with the bundled sample, or with a larger map, answers with a 200. */
export const TARGETS = [
  '/v1/geocode?q=talbai&limit=1',
  '/v1/geocode?lat=47.9188&lon=106.9176',
  '/v1/route?origin=106.9176,47.9188&destination=106.9144,47.9151',
  '/health',
];

export interface LoadOptions {
  port: number;
  token: string;
  targets?: readonly string[];
  /** Each on one connection that it keeps. */
  clients?: number;
  /** Longest pause after a request. 0: as fast as answers come. */
  pause_ms?: number;
  seed?: number;
}

/** Clients that ask without end, until they are told to stop. */
export class Load {
  readonly #options: Required<LoadOptions>;
  /** How many requests ended so: a status, with the text unless it is 200, or the message of an error. */
  readonly ends: Record<string, number> = {};
  /** Requests that passed, by the end of their window in Unix seconds. */
  readonly windows = new Map<number, number>();
  #isOver = false;
  readonly #clients: Promise<void>[];

  constructor({ targets = TARGETS, clients = 4, pause_ms = 20, seed = 18, ...rest }: LoadOptions) {
    this.#options = { targets, clients, pause_ms, seed, ...rest };
    this.#clients = Array.from({ length: clients }, (_, i) => this.#ask(i));
  }

  /** How many requests have ended, in whatever way. */
  get asked(): number {
    return Object.values(this.ends).reduce((sum, n) => sum + n, 0);
  }

  /** The different ends, sorted, without texts. */
  statuses(): string[] {
    return [...new Set(Object.keys(this.ends).map((end) => end.split(' ')[0]))].sort();
  }

  /** Resolves when the last answers are here. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #ask(i: number): Promise<void> {
    const { port, token, targets, pause_ms, seed } = this.#options;
    const random = seededRandom(seed + i);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.#isOver) {
      const path = targets[Math.floor(random() * targets.length)];
      const { end, windowEnd_s } = await endOf({ port, token, path, agent });
      this.ends[end] = (this.ends[end] ?? 0) + 1;
      if (end === '200') this.windows.set(windowEnd_s, (this.windows.get(windowEnd_s) ?? 0) + 1);
      // Now and then a longer one, so that connections lie idle and new ones are opened.
      const longest_ms = random() < 0.05 ? 300 : pause_ms;
      if (longest_ms > 0) await new Promise((wait) => setTimeout(wait, longest_ms * random()));
    }
    agent.destroy();
  }
}

interface Question {
  port: number;
  path: string;
  token: string;
  agent: Agent | false;
}

interface End {
  end: string;
  /** NaN where nothing was answered. */
  windowEnd_s: number;
}

/** Sends one request. */
function endOf({ port, path, token, agent }: Question): Promise<End> {
  return new Promise((tell) => {
    const fail = ({ message }: Error): void => tell({ end: message, windowEnd_s: Number.NaN });
    const headers = { authorization: `Bearer ${token}` };
    const req = request({ host: '127.0.0.1', port, path, headers, agent, timeout: PATIENCE_MS }, (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => (text += chunk.toString()));
      res.on('end', () =>
        tell({
          end: res.statusCode === 200 ? '200' : `${res.statusCode} ${text}`,
          windowEnd_s: Number(res.headers['x-ratelimit-reset']),
        }),
      );
      res.on('error', fail);
    });
    req.on('timeout', () => req.destroy(new Error('no answer')));
    req.on('error', fail);
    req.end();
  });
}

import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/**
 * Clients that behave, beside a flood (`flood.ts`): one asks for health, each time on a new connection, and
 * one searches on a connection that it keeps. This file runs in a process of its own:
 *
 *     node flood-good-clients.js PORT KEY SECONDS
 */

export interface GoodClientResult {
  /** Times of all answers, in ms. */
  times_ms: number[];
  /** By status; 0: no answer. */
  statuses: Record<number, number>;
  /** The worst: seconds since the start, status, ms. */
  worst: [number, number, number][];
}

async function askAgain(
  path: string,
  key: string,
  agent: Agent | false,
  end_ms: number,
): Promise<GoodClientResult> {
  const result: GoodClientResult = { times_ms: [], statuses: {}, worst: [] };
  const begun_ms = performance.now();
  while (performance.now() < end_ms) {
    const start_ms = performance.now();
    const status = await statusOf(path, key, agent);
    const took_ms = performance.now() - start_ms;
    result.times_ms.push(took_ms);
    if (status !== 200 || took_ms > 50)
      result.worst.push([Math.round(start_ms - begun_ms) / 1e3, status, Math.round(took_ms)]);
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    await setTimeout(20);
  }
  return result;
}

function statusOf(path: string, key: string, agent: Agent | false): Promise<number> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${key}` };
    const req = request({ host: '127.0.0.1', port, path, headers, agent, timeout: 10_000 }, (res) => {
      res.resume().on('end', () => resolve(res.statusCode!));
    });
    req
      .on('timeout', () => req.destroy())
      .on('error', () => resolve(0))
      .end();
  });
}

const [portText, key, seconds] = process.argv.slice(2);
const port = Number(portText);
const end_ms = performance.now() + Number(seconds) * 1_000;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const [health, search] = await Promise.all([
  askAgain('/health', key, false, end_ms),
  askAgain('/v1/geocode?q=suhbaatar', key, agent, end_ms),
]);
agent.destroy();
process.send!({ health, search });
process.disconnect();

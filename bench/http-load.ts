import { connectReader } from './answer-reader.js';
import { LatencyLog, type Latencies } from './latencies.js';
import type { RequestList } from './request-list.js';

/**
 * A load generator that costs little, so that on two cores it is the server that is measured: ready-made bytes out, lengths counted in, nothing parsed twice.
 * A closed loop: each connection sends its next request when it has the answer to the one before.
 */
export interface Load {
  port: number;
  /** Where to begin in the list; 0 unless told. */
  first?: number;
  connections: number;
  duration_ms: number;
  /** Ends when so many were sent, if that is sooner. */
  most?: number;
  /** Whether the generator sleeps while nothing comes: where it has no core of its own, it would take one from the servers. */
  maySleep?: boolean;
}

export interface LoadResult {
  done: number;
  /** Answers other than 200. */
  failed: number;
  elapsed_ms: number;
  latencies: Latencies;
  /** Of bodies. */
  bytes: number;
}

export async function runLoad(requests: RequestList, load: Load): Promise<LoadResult> {
  const log = new LatencyLog();
  let [done, failed, bytes] = [0, 0, 0];
  const started = performance.now();
  const end_ms = started + load.duration_ms;
  let next = load.first ?? 0;
  const end = next + (load.most ?? Infinity);
  const oneConnection = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let sent_ms = 0;
      const send = (): void => {
        const now_ms = performance.now();
        if (next >= end || now_ms >= end_ms) {
          socket.destroy();
          return;
        }
        sent_ms = now_ms;
        socket.write(requests.at(next++));
      };
      const socket = connectReader(load.port, (status, length) => {
        done++;
        if (status !== 200) failed++;
        bytes += length;
        log.add(performance.now() - sent_ms);
        send();
      });
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });
  // Never asleep: waking it up would be charged to the server that answers, and the more often the slower that is, which no client far away does.
  let isRunning = true;
  const stayAwake = (): void => void (isRunning && setImmediate(stayAwake));
  if (load.maySleep !== true) stayAwake();
  await Promise.all(Array.from({ length: load.connections }, oneConnection));
  isRunning = false;
  return { done, failed, elapsed_ms: performance.now() - started, latencies: log.summary(), bytes };
}

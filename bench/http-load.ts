import { connectReader } from './answer-reader.js';
import { LatencyLog, type Latencies } from './latencies.js';
import type { RequestList } from './request-list.js';

/**
 * A load in a closed loop: each connection sends its next request when the answer to the one before is
 * there. The generator costs little, so that on two cores the benchmark measures the server. It sends
 * ready-made bytes, counts lengths, and parses nothing twice.
 */
export interface Load {
  port: number;
  /** Index of the first request in the list; 0 by default. */
  first?: number;
  connections: number;
  duration_ms: number;
  /** The load ends after this many requests, if that is sooner. */
  most?: number;
  /**
   * Whether the generator sleeps while it waits. Without a core of its own it must: it
   * would take one from the servers.
   */
  maySleep?: boolean;
}

export interface LoadResult {
  done: number;
  /** Answers other than 200. */
  failed: number;
  elapsed_ms: number;
  latencies: Latencies;
  /** Bytes of all bodies. */
  bytes: number;
}

/** Sends the load and resolves when all connections are closed. Rejects when a connection fails. */
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
  // It never sleeps: the answering server would pay for waking it up, and the more often, the slower the
  // server is. No client on another machine costs a server that.
  let isRunning = true;
  const stayAwake = (): void => void (isRunning && setImmediate(stayAwake));
  if (load.maySleep !== true) stayAwake();
  await Promise.all(Array.from({ length: load.connections }, oneConnection));
  isRunning = false;
  return { done, failed, elapsed_ms: performance.now() - started, latencies: log.summary(), bytes };
}

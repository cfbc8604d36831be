import { connect, type Socket } from 'node:net';

/**
 * A load generator that costs little, so that on two cores it is the server that is measured: ready-made bytes out, lengths counted in, nothing parsed twice.
 * A closed loop: each connection sends its next request when it has the answer to the one before.
 */
export interface Load {
  port: number;
  /** Whole requests in bytes, taken in turn. */
  requests: readonly Buffer[];
  /** Where to begin; 0 unless told. */
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
  /** Milliseconds, of the answers. */
  p50: number;
  p99: number;
  bytes: number;
}

export function requestBytes(target: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ Host: '127.0.0.1', 'User-Agent': 'bench', Accept: '*/*', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

export async function runLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  const result: LoadResult = { done: 0, failed: 0, elapsed_ms: 0, p50: 0, p99: 0, bytes: 0 };
  const started = performance.now();
  const end_ms = started + load.duration_ms;
  let next = load.first ?? 0;
  const end = next + (load.most ?? Infinity);
  const turn = (): Buffer | null => (next < end && performance.now() < end_ms ? load.requests[next++ % load.requests.length] : null);
  // Never asleep: waking it up would be charged to the server that answers, and the more often the slower that is, which no client far away does.
  let isRunning = true;
  const stayAwake = (): void => void (isRunning && setImmediate(stayAwake));
  if (load.maySleep !== true) stayAwake();
  await Promise.all(Array.from({ length: load.connections }, () => oneConnection(load.port, turn, latencies, result)));
  isRunning = false;
  result.elapsed_ms = performance.now() - started;
  latencies.sort((a, b) => a - b);
  result.p50 = latencies[Math.floor(latencies.length * 0.5)] ?? 0;
  result.p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0;
  return result;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('ontent-Length: ');
const LENGTH_LOWER = Buffer.from('ontent-length: ');

/** @param turn gives the next request; null: no more */
function oneConnection(port: number, turn: () => Buffer | null, latencies: number[], result: LoadResult): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let missing = -1;
    let received: Buffer | null = null;
    let sent_ms = 0;
    const send = (): void => {
      const request = turn();
      if (request === null) {
        socket.destroy();
        return;
      }
      sent_ms = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      if (missing < 0) {
        received = received === null ? chunk : Buffer.concat([received, chunk]);
        const head = received.indexOf(HEAD_END);
        if (head < 0) return;
        let at = received.indexOf(LENGTH);
        if (at < 0) at = received.indexOf(LENGTH_LOWER);
        const length = Number.parseInt(received.toString('latin1', at + LENGTH.length, at + LENGTH.length + 9), 10);
        if (received.toString('latin1', 9, 12) !== '200') result.failed++;
        result.bytes += length;
        missing = head + 4 + length - received.length;
        received = null;
      } else {
        missing -= chunk.length;
      }
      if (missing > 0) return;
      missing = -1;
      result.done++;
      latencies.push(performance.now() - sent_ms);
      send();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

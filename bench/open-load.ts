import type { Socket } from 'node:net';
import { seededRandom } from '../test/seeded-random.js';
import { connectReader } from './answer-reader.js';
import { LatencyLog, type Latencies } from './latencies.js';
import type { RequestList } from './request-list.js';

/**
 * A load in an open loop: requests come at a rate, whether earlier ones are answered or not, as from many
 * people. Arrivals are random (a Poisson process, seeded). Each request takes a free connection. Latency
 * counts from the moment a request was due, so a server cannot hide waiting time.
 */
export interface OpenLoad {
  port: number;
  /** Index of the first request in the list; 0 by default. */
  first?: number;
  /** Opened before the load. A request that finds none free waits for one, and its latency goes on. */
  connections: number;
  perSecond: number;
  duration_ms: number;
  /**
   * Requests due in this time are sent but not counted. Bursts are answered late, and
   * so is the start of an overload.
   */
  leadIn_ms: number;
  seed: number;
}

/** What became of the requests that count. */
export interface OpenLoadResult {
  /** Number of requests that were due. */
  due: number;
  answered: Latencies;
  /** Answered with 503. */
  refused: Latencies;
  /** Answered with any other status. */
  other: number;
  /** Without an answer five seconds after the last request was due. */
  lost: number;
  /** How late the generator itself was with sending, in ms. This part of the latencies is its own fault. */
  ownLag_p99_ms: number;
}

/** Wait for answers after the last request was due. */
const LAST_MS = 5_000;
const OPENED_AT_ONCE = 100;

/**
 * Opens the connections, sends the load, and resolves when all is answered or the wait is over. Rejects
 * when a connection cannot be opened.
 */
export async function runOpenLoad(requests: RequestList, load: OpenLoad): Promise<OpenLoadResult> {
  const random = seededRandom(load.seed);
  const [answered, refused, lags] = [new LatencyLog(), new LatencyLog(), new LatencyLog()];
  const free: Connection[] = [];
  const waiting: number[] = [];
  let next = load.first ?? 0;
  let [due, other, open] = [0, 0, 0];
  let counted_ms = Infinity;
  const send = (connection: Connection, due_ms: number): void => {
    connection.due_ms = due_ms;
    connection.isBusy = true;
    connection.socket.write(requests.at(next++));
  };
  const onAnswer = (connection: Connection, status: number): void => {
    // A server sends a 408 when it closes a connection that was never used.
    if (!connection.isBusy) return;
    connection.isBusy = false;
    const took_ms = performance.now() - connection.due_ms;
    open--;
    const isCounted = connection.due_ms >= counted_ms;
    if (isCounted) {
      if (status === 200) answered.add(took_ms);
      else if (status === 503) refused.add(took_ms);
      else other++;
    }
    give(connection);
  };
  const give = (connection: Connection): void => {
    if (waiting.length > 0) send(connection, waiting.shift()!);
    else free.push(connection);
  };
  // A server closes a connection that has been idle for a while. If it closes one during
  // an answer, the answer is lost.
  const onClose = (connection: Connection): void => {
    connections.delete(connection);
    const at = free.indexOf(connection);
    if (at >= 0) free.splice(at, 1);
    if (!isOver) void add();
  };
  const connections = new Set<Connection>();
  let isOver = false;
  const add = async (): Promise<void> => {
    const connection = await openConnection(load.port, onAnswer, onClose);
    connections.add(connection);
    give(connection);
  };
  // Open no more at once than a system queues. A refused client tries again a second
  // later, and those after it wait too.
  while (connections.size < load.connections)
    await Promise.all(
      Array.from({ length: Math.min(OPENED_AT_ONCE, load.connections - connections.size) }, add),
    );
  const start_ms = performance.now();
  counted_ms = start_ms + load.leadIn_ms;
  const end_ms = start_ms + load.duration_ms;
  const gap_ms = (): number => (-Math.log(1 - random()) * 1000) / load.perSecond;
  let next_ms = start_ms + gap_ms();
  await new Promise<void>((resolve) => {
    const turn = (): void => {
      for (let now_ms = performance.now(); next_ms <= now_ms && next_ms < end_ms; next_ms += gap_ms()) {
        if (next_ms >= counted_ms) {
          lags.add(now_ms - next_ms);
          due++;
        }
        open++;
        const connection = free.pop();
        if (connection === undefined) waiting.push(next_ms);
        else send(connection, next_ms);
      }
      const now_ms = performance.now();
      if (now_ms > end_ms + LAST_MS || (now_ms >= end_ms && open === 0)) resolve();
      // No pause: a timer of 1 ms would send all requests due in it at once. The
      // benchmark would measure bursts.
      else setImmediate(turn);
    };
    turn();
  });
  isOver = true;
  for (const { socket } of connections) socket.destroy();
  return {
    due,
    answered: answered.summary(),
    refused: refused.summary(),
    other,
    lost: open,
    ownLag_p99_ms: lags.summary().p99_ms,
  };
}

interface Connection {
  socket: Socket;
  due_ms: number;
  isBusy: boolean;
}

function openConnection(
  port: number,
  onAnswer: (connection: Connection, status: number) => void,
  onClose: (connection: Connection) => void,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connectReader(port, (status) => onAnswer(connection, status));
    const connection: Connection = { socket, due_ms: 0, isBusy: false };
    socket.once('connect', () => resolve(connection));
    socket.on('error', reject);
    socket.on('close', () => onClose(connection));
  });
}

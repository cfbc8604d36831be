import type { Socket } from 'node:net';
import { seededRandom } from '../test/seeded-random.js';
import { connectReader } from './answer-reader.js';
import { LatencyLog, type Latencies } from './latencies.js';
import type { RequestList } from './request-list.js';

/**
 * An open loop: requests come at a rate, whether the ones before are answered or not, as they do from many people. Arrivals are random (a Poisson process, seeded). Each goes out on a
 * connection that waits for nothing, and latency counts from the moment it was due, so that a server cannot hide what it keeps waiting.
 */
export interface OpenLoad {
  port: number;
  /** Where to begin in the list; 0 unless told. */
  first?: number;
  /** Opened beforehand; a request that finds none free waits for one, and its latency counts on. */
  connections: number;
  perSecond: number;
  duration_ms: number;
  /** What was due before that is sent but not counted: bursts are answered late, so the beginning of an overload is. */
  leadIn_ms: number;
  seed: number;
}

export interface OpenLoadResult {
  /** Requests that were due and count. */
  due: number;
  answered: Latencies;
  /** With 503. */
  refused: Latencies;
  /** With any other status. */
  other: number;
  /** Not answered five seconds after the last was due. */
  lost: number;
  /** Of how late the generator itself was with sending, milliseconds: what it would have to be blamed for. */
  ownLag_p99_ms: number;
}

const LAST_MS = 5_000;
const OPENED_AT_ONCE = 100;

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
    // The 408 of a server that closes a connection which was never used.
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
  // A server closes a connection that nothing came on for a while; one that closes in the middle of an answer has lost it.
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
  // Not more at once than a system keeps waiting: who is not taken in tries again a second later, and whoever comes then waits as well.
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
      // Without a pause: a timer of a millisecond would send all that came due in it at once, and what is measured would be bursts.
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

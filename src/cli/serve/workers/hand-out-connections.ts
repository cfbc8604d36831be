import type { Socket } from 'node:net';

/**
 * The maximum number of unconfirmed connections per worker. A busy worker confirms connections late, and
 * meanwhile new connections go to other workers. Two unconfirmed connections are enough to keep every worker
 * busy.
 */
const UNDERWAY_MAX = 2;

/**
 * The maximum number of connections that wait for a free worker. Beyond that, new connections are closed.
 * This is about the size of the kernel's queue plus the new connections of one second.
 */
const WAITING_MAX = 4_096;

/**
 * The maximum time for a worker to confirm a connection. A worker that takes longer is hung, or could not
 * accept the connection because it has no file descriptors left. This process then closes the connection.
 */
const UNDERWAY_MS = 30_000;

interface Seat {
  send: (connection: number, socket: Socket) => void;
  /** Maps connection numbers to connections that were sent to the worker, but are not confirmed yet. */
  underway: Map<number, Underway>;
}

interface Underway {
  socket: Socket;
  since_ms: number;
}

/**
 * Passes each connection to one of the workers in turn. A connection stays open in this process until the
 * worker confirms it. If the worker dies first, the connection goes to another worker, so no connection is
 * lost before a worker has begun to read it.
 */
export class ConnectionHandout {
  /** The workers by number. The worker whose last connection is the oldest comes first. */
  readonly #seats = new Map<number, Seat>();
  readonly #waiting: Socket[] = [];
  readonly #sweep = setInterval(() => this.#forget(), UNDERWAY_MS / 3).unref();
  #lastConnection = 0;

  /** Adds a worker that can accept connections. */
  add(worker: number, send: Seat['send']): void {
    this.#seats.set(worker, { send, underway: new Map() });
    this.#handWaiting();
  }

  /** Removes a worker. The removed worker's unconfirmed connections go to other workers. */
  remove(worker: number): void {
    const seat = this.#seats.get(worker);
    if (seat === undefined) return;
    this.#seats.delete(worker);
    this.#waiting.unshift(...[...seat.underway.values()].map(({ socket }) => socket));
    this.#handWaiting();
  }

  /** Passes a new connection to a worker, now or later. If too many are waiting, the connection is closed. */
  take(socket: Socket): void {
    // This process reads nothing from the socket, but socket errors may still occur.
    socket.on('error', () => undefined);
    if (this.#waiting.length >= WAITING_MAX) {
      socket.destroy();
      return;
    }
    this.#waiting.push(socket);
    this.#handWaiting();
  }

  /** Records that the worker has confirmed the connection. This process then closes its own copy. */
  accepted(worker: number, connection: number): void {
    const underway = this.#seats.get(worker)?.underway;
    underway?.get(connection)?.socket.destroy();
    underway?.delete(connection);
    this.#handWaiting();
  }

  /** Closes the connections that are still waiting for a worker, and stops the periodic check. */
  close(): void {
    clearInterval(this.#sweep);
    for (const socket of this.#waiting.splice(0)) socket.destroy();
  }

  #handWaiting(): void {
    while (this.#waiting.length > 0) {
      const [worker, seat] = this.#next() ?? [];
      if (worker === undefined || seat === undefined) return;
      const socket = this.#waiting.shift()!;
      if (socket.destroyed) continue;
      const connection = ++this.#lastConnection;
      seat.underway.set(connection, { socket, since_ms: performance.now() });
      // The worker moves to the end of the queue, because it got the latest connection.
      this.#seats.delete(worker);
      this.#seats.set(worker, seat);
      seat.send(connection, socket);
    }
  }

  /**
   * Returns the worker whose last connection is the oldest, among those with the fewest unconfirmed
   * connections.
   */
  #next(): [number, Seat] | undefined {
    let best: [number, Seat] | undefined;
    for (const [worker, seat] of this.#seats) {
      if (seat.underway.size < (best?.[1].underway.size ?? UNDERWAY_MAX)) best = [worker, seat];
    }
    return best;
  }

  /** Closes connections that a worker has not confirmed within `UNDERWAY_MS`. */
  #forget(): void {
    const now_ms = performance.now();
    for (const [worker, { underway }] of [...this.#seats]) {
      for (const [connection, { since_ms }] of [...underway])
        if (now_ms - since_ms > UNDERWAY_MS) this.accepted(worker, connection);
    }
  }
}

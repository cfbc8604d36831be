import type { Socket } from 'node:net';

/**
 * Most connections on their way to one worker. A busy worker takes them late, while others take more. Two in
 * flight keep every worker busy.
 */
const UNDERWAY_MAX = 2;

/**
 * Most connections that wait for a worker with room. Once that many wait, new ones are closed. That is about
 * the kernel's queue plus one second of new connections.
 */
const WAITING_MAX = 4_096;

/**
 * Longest wait for a worker to confirm a connection. A worker that takes longer hangs, or could not take the
 * connection (no file descriptors left). The connection is then closed here.
 */
const UNDERWAY_MS = 30_000;

interface Seat {
  send: (connection: number, socket: Socket) => void;
  /** Sent to the worker, which has not confirmed them yet. The keys are connection numbers. */
  underway: Map<number, Underway>;
}

interface Underway {
  socket: Socket;
  since_ms: number;
}

/**
 * Hands each connection to one worker, in turn. A connection stays open here until the worker confirms it. If
 * a worker dies first, the connection goes to another worker. So no connection is lost before a worker has
 * begun to read it.
 */
export class ConnectionHandout {
  /** By worker. The worker that got a connection longest ago is first. */
  readonly #seats = new Map<number, Seat>();
  readonly #waiting: Socket[] = [];
  readonly #sweep = setInterval(() => this.#forget(), UNDERWAY_MS / 3).unref();
  #lastConnection = 0;

  /** Adds a worker that has room for connections. */
  add(worker: number, send: Seat['send']): void {
    this.#seats.set(worker, { send, underway: new Map() });
    this.#handWaiting();
  }

  /** Removes a worker. The connections on their way to it go to others. */
  remove(worker: number): void {
    const seat = this.#seats.get(worker);
    if (seat === undefined) return;
    this.#seats.delete(worker);
    this.#waiting.unshift(...[...seat.underway.values()].map(({ socket }) => socket));
    this.#handWaiting();
  }

  /** Takes a new connection and hands it to a worker, now or later. If too many wait, it is closed. */
  take(socket: Socket): void {
    // This process reads nothing from it, but it may still break.
    socket.on('error', () => undefined);
    if (this.#waiting.length >= WAITING_MAX) {
      socket.destroy();
      return;
    }
    this.#waiting.push(socket);
    this.#handWaiting();
  }

  /** Notes that the worker has confirmed the connection. This process closes its own copy. */
  accepted(worker: number, connection: number): void {
    const underway = this.#seats.get(worker)?.underway;
    underway?.get(connection)?.socket.destroy();
    underway?.delete(connection);
    this.#handWaiting();
  }

  /** Closes the connections that still wait for a worker, and stops the sweep. */
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
      // The worker moves to the end of the row, because it got the latest connection.
      this.#seats.delete(worker);
      this.#seats.set(worker, seat);
      seat.send(connection, socket);
    }
  }

  /** Among the workers with the fewest unconfirmed connections, the one that got a connection longest ago. */
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

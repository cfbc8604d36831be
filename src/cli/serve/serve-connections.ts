import type { Socket } from 'node:net';

/** A worker that is busy takes its connections late, and others take them sooner meanwhile; with two on their way none waits for the post. */
const UNDERWAY_MAX = 2;

/** Connections that wait for a worker with room, as happens when none is left for a moment: about what the kernel and a start of a second gather. */
const WAITING_MAX = 4_096;

/** A worker that is silent for so long about a connection hangs, or could not take it (no file descriptors left): it is no longer kept open here. */
const UNDERWAY_MS = 30_000;

interface Seat {
  send: (connection: number, socket: Socket) => void;
  /** Sent, and not known to have arrived. */
  underway: Map<number, Underway>;
}

interface Underway {
  socket: Socket;
  since_ms: number;
}

/**
 * Hands each connection to one worker, in turn. A connection stays open here until the worker has said that it has it, so that one whose worker
 * dies on the way is handed to another: no connection is lost that nobody had begun to read.
 */
export class ConnectionHandout {
  readonly #seats = new Map<number, Seat>();
  readonly #waiting: Socket[] = [];
  readonly #sweep = setInterval(() => this.#forget(), UNDERWAY_MS / 3).unref();
  #lastConnection = 0;

  /** A worker that has room. */
  add(worker: number, send: Seat['send']): void {
    this.#seats.set(worker, { send, underway: new Map() });
    this.#handWaiting();
  }

  /** What was on its way to it goes to others. */
  remove(worker: number): void {
    const seat = this.#seats.get(worker);
    if (seat === undefined) return;
    this.#seats.delete(worker);
    this.#waiting.unshift(...[...seat.underway.values()].map(({ socket }) => socket));
    this.#handWaiting();
  }

  take(socket: Socket): void {
    // Nobody reads from it here, but it may still break.
    socket.on('error', () => undefined);
    if (this.#waiting.length >= WAITING_MAX) {
      socket.destroy();
      return;
    }
    this.#waiting.push(socket);
    this.#handWaiting();
  }

  /** The worker has it, and so it is no longer ours. */
  accepted(worker: number, connection: number): void {
    const underway = this.#seats.get(worker)?.underway;
    underway?.get(connection)?.socket.destroy();
    underway?.delete(connection);
    this.#handWaiting();
  }

  /** Lets go of what no worker has. */
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
      // The last in the row is the next to wait longest.
      this.#seats.delete(worker);
      this.#seats.set(worker, seat);
      seat.send(connection, socket);
    }
  }

  /** Of the workers with the fewest connections on their way, the one that got one longest ago. */
  #next(): [number, Seat] | undefined {
    let best: [number, Seat] | undefined;
    for (const [worker, seat] of this.#seats) {
      if (seat.underway.size < (best?.[1].underway.size ?? UNDERWAY_MAX)) best = [worker, seat];
    }
    return best;
  }

  #forget(): void {
    const now_ms = performance.now();
    for (const [worker, { underway }] of [...this.#seats]) {
      for (const [connection, { since_ms }] of [...underway])
        if (now_ms - since_ms > UNDERWAY_MS) this.accepted(worker, connection);
    }
  }
}

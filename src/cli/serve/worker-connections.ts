import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections that another process accepted, answered by a server of this one that listens nowhere itself. */
export class AdoptedConnections {
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  constructor(server: Server) {
    this.#server = server;
    // Node looks for connections past their deadlines from this event on.
    server.emit('listening');
  }

  adopt(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    // As on connections that Node's own server accepts.
    socket.allowHalfOpen = true;
    this.#server.emit('connection', socket);
  }

  /** Closes what is idle, and resolves when all others have closed: at the latest after `grace_ms`, when they are cut off. */
  async drain(grace_ms: number): Promise<void> {
    const cut = setTimeout(() => this.#open.forEach((socket) => socket.destroy()), grace_ms);
    this.#server.close();
    await Promise.all([...this.#open].map((socket) => once(socket, 'close')));
    clearTimeout(cut);
  }
}

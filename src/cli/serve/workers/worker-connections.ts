import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections that another process accepted. A server of this process answers
 * them; it does not listen itself.
 */
export class AdoptedConnections {
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  constructor(server: Server) {
    this.#server = server;
    // From this event on, Node checks connections for exceeded deadlines.
    server.emit('listening');
  }

  /** Lets the server answer a connection. */
  adopt(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    // Node's own server sets this on the connections it accepts.
    socket.allowHalfOpen = true;
    this.#server.emit('connection', socket);
  }

  /**
   * Closes idle connections and resolves when all others have closed. After `grace_ms` it cuts off the rest.
   */
  async drain(grace_ms: number): Promise<void> {
    const cut = setTimeout(() => this.#open.forEach((socket) => socket.destroy()), grace_ms);
    this.#server.close();
    await Promise.all([...this.#open].map((socket) => once(socket, 'close')));
    clearTimeout(cut);
  }
}

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections that another process accepted. The connections are served by a server in this process that does
 * not listen itself.
 */
export class AdoptedConnections {
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  constructor(server: Server) {
    this.#server = server;
    // After this event, Node checks connections for exceeded timeouts.
    server.emit('listening');
  }

  /** Hands a connection to the server. */
  adopt(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    // Node's own server sets this option on the connections that it accepts.
    socket.allowHalfOpen = true;
    this.#server.emit('connection', socket);
  }

  /**
   * Closes idle connections and resolves when all others have closed. Connections that are still open after
   * `grace_ms` are cut off.
   */
  async drain(grace_ms: number): Promise<void> {
    const cut = setTimeout(() => this.#open.forEach((socket) => socket.destroy()), grace_ms);
    this.#server.close();
    await Promise.all([...this.#open].map((socket) => once(socket, 'close')));
    clearTimeout(cut);
  }
}

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections that another process accepted. A server in this process, which does not listen itself, answers
 * them.
 */
export class AdoptedConnections {
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  constructor(server: Server) {
    this.#server = server;
    // From this event on, Node checks connections for missed deadlines.
    server.emit('listening');
  }

  /** Lets the server answer a connection. */
  adopt(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    // Node's own server sets this on the connections that it accepts.
    socket.allowHalfOpen = true;
    this.#server.emit('connection', socket);
  }

  /**
   * Closes idle connections and resolves when all others have closed. Those still open after `grace_ms` are
   * cut off.
   */
  async drain(grace_ms: number): Promise<void> {
    const cut = setTimeout(() => this.#open.forEach((socket) => socket.destroy()), grace_ms);
    this.#server.close();
    await Promise.all([...this.#open].map((socket) => once(socket, 'close')));
    clearTimeout(cut);
  }
}

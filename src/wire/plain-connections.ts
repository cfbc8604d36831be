import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { PlainConnection, type HandOver, type PlainAnswer } from './plain-connection.js';
import { withAsciiTarget } from './plain-request.js';
import type { Wire } from './wire.js';

type ConnectionListener = (socket: Socket) => void;

/** The connections of a server on which only plain requests have arrived so far. Node handles all others. */
export class PlainConnections {
  readonly #server: Server;
  readonly #wire: Wire;
  readonly #answer: PlainAnswer;
  readonly #nodesWay: ConnectionListener;
  readonly #open = new Map<Socket, PlainConnection>();

  /**
   * Takes over a server's connections before the server's own parser does. Emitting the `connection` event is
   * the documented way to pass any socket to a server. Node's listener for this event parses HTTP, so we call
   * that listener to hand a connection over.
   */
  static inFrontOf(server: Server, wire: Wire, answer: PlainAnswer): PlainConnections {
    const [nodesWay] = server.listeners('connection') as ConnectionListener[];
    const plain = new PlainConnections(server, wire, { answer, nodesWay });
    server.off('connection', nodesWay);
    server.on('connection', (socket) => plain.#take(socket));
    return plain;
  }

  private constructor(
    server: Server,
    wire: Wire,
    { answer, nodesWay }: { answer: PlainAnswer; nodesWay: ConnectionListener },
  ) {
    this.#server = server;
    this.#wire = wire;
    this.#answer = answer;
    this.#nodesWay = nodesWay;
  }

  /**
   * When the service stops, closes the connections that have no request in progress. The other connections
   * are closed after their responses have been sent.
   */
  closeIdle(): void {
    for (const connection of this.#open.values()) connection.closeIfIdle();
  }

  /** The number of connections with a request in progress. */
  get busy(): number {
    let busy = 0;
    for (const connection of this.#open.values()) if (connection.isBusy) busy++;
    return busy;
  }

  has(socket: Socket): boolean {
    return this.#open.has(socket);
  }

  #take(socket: Socket): void {
    const forget = (): void => void this.#open.delete(socket);
    const handOver: HandOver = (unread) => {
      socket.off('close', forget);
      forget();
      // The bytes are put back so that Node's own listener reads them again; this listener can stop reading
      // while responses wait. If `data` were emitted here instead, that listener would receive bytes while
      // the socket is paused.
      socket.pause();
      socket.unshift(withAsciiTarget(unread));
      this.#nodesWay.call(this.#server, socket);
      socket.resume();
    };
    const refuse = (code: string): void => {
      const error = Object.assign(new Error('no whole request'), { code });
      this.#server.emit('clientError', error, socket);
    };
    const options = { wire: this.#wire, socket, answer: this.#answer, handOver, refuse };
    this.#open.set(socket, new PlainConnection(options));
    socket.once('close', forget);
  }
}

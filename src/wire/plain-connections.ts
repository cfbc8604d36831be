import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { AppContext } from '../http/app-context.js';
import { PlainConnection, type HandOver, type PlainAnswer } from './plain-connection.js';

type ConnectionListener = (socket: Socket) => void;

/** The connections of a server on which nothing but plain requests came so far. All others are Node's. */
export class PlainConnections {
  readonly #server: Server;
  readonly #app: AppContext;
  readonly #answer: PlainAnswer;
  readonly #nodesWay: ConnectionListener;
  readonly #open = new Map<Socket, PlainConnection>();

  /**
   * Takes the connections of a server first, before its own parser. A server's `connection` event is its documented entrance for a socket from anywhere, and what Node listens there
   * with is what makes HTTP of it; so that is called when a connection is handed over.
   */
  static inFrontOf(server: Server, app: AppContext, answer: PlainAnswer): PlainConnections {
    const [nodesWay] = server.listeners('connection') as ConnectionListener[];
    const plain = new PlainConnections(server, app, { answer, nodesWay });
    server.off('connection', nodesWay);
    server.on('connection', (socket) => plain.#take(socket));
    return plain;
  }

  private constructor(
    server: Server,
    app: AppContext,
    { answer, nodesWay }: { answer: PlainAnswer; nodesWay: ConnectionListener },
  ) {
    this.#server = server;
    this.#app = app;
    this.#answer = answer;
    this.#nodesWay = nodesWay;
  }

  /** At shutdown; the others close when they have their response. */
  closeIdle(): void {
    for (const connection of this.#open.values()) connection.closeIfIdle();
  }

  #take(socket: Socket): void {
    const forget = (): void => void this.#open.delete(socket);
    const handOver: HandOver = (unread) => {
      socket.off('close', forget);
      forget();
      this.#nodesWay.call(this.#server, socket);
      socket.emit('data', unread);
    };
    const refuseSilent = (): void =>
      void this.#server.emit(
        'clientError',
        Object.assign(new Error('silent'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        socket,
      );
    this.#open.set(
      socket,
      new PlainConnection({ app: this.#app, socket, answer: this.#answer, handOver, refuseSilent }),
    );
    socket.once('close', forget);
  }
}

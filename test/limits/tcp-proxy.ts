import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands between a client and a server of the loopback, and harms what passes. */
export class TcpProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Every piece of an answer comes so much later. */
  delay_ms = 0;
  /** What the client sends gets lost, as in a network that has failed. */
  isDropping = false;
  /** Answers get lost; questions arrive. */
  isDeaf = false;
  /** The port of the server that new connections lead to. */
  target: number;
  /** Connections of which all gets lost. */
  readonly #lost = new WeakSet<Socket>();

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    this.target = target;
    server.on('connection', (client) => this.#join(client, connect(this.target, '127.0.0.1')));
  }

  static async to(port: number): Promise<TcpProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, port);
  }

  /** Ends every connection; new ones may come. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** The server has moved: connections of now lead nowhere, and nobody says so. New ones lead there. */
  moveTo(port: number): void {
    this.target = port;
    for (const socket of this.#sockets) this.#lost.add(socket);
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.cut();
    await once(this.#server, 'close');
  }

  #join(client: Socket, server: Socket): void {
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ]) {
      this.#sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (piece) => {
      if (!this.isDropping && !this.#lost.has(client)) server.write(piece);
    });
    server.on('data', (piece) => {
      if (this.isDropping || this.isDeaf || this.#lost.has(client)) return;
      if (this.delay_ms === 0) client.write(piece);
      else setTimeout(() => client.writable && client.write(piece), this.delay_ms);
    });
  }
}

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What becomes of bytes on their way from the server; `send` and `client` are of the connection. */
export type TcpFault = (bytes: Buffer, client: Socket) => void;

/** A proxy between us and a server, which spoils what the server says when it is told to. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Null: bytes pass as they are. */
  fault: TcpFault | null = null;
  /** Only connections whose client has sent something like this are spoiled. */
  spoils: RegExp = /./;
  /** Connections of clients that are open now. */
  readonly open = new Set<Socket>();
  /** The most at one time. */
  most = 0;

  private constructor(target: () => number) {
    this.#server = createServer((client) => {
      const upstream = connect({ host: '127.0.0.1', port: target() });
      let isSpoiled = false;
      this.open.add(client);
      this.most = Math.max(this.most, this.open.size);
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.once('close', () => this.#sockets.delete(socket));
      }
      client.once('close', () => {
        this.open.delete(client);
        upstream.destroy();
      });
      upstream.once('close', () => client.destroy());
      client.on('data', (bytes: Buffer) => {
        if (this.fault !== null && this.spoils.test(bytes.toString('latin1'))) isSpoiled = true;
        upstream.write(bytes);
      });
      upstream.on('data', (bytes: Buffer) => {
        if (this.fault !== null && isSpoiled) this.fault(bytes, client);
        else client.write(bytes);
      });
    });
  }

  /** @param target the port of the server */
  static async start(target: () => number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

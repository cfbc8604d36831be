import { createConnection, type Socket } from 'node:net';
import pg from 'pg';

/** The time limit for a server to accept a cancellation. */
const CANCEL_MS = 1_000;

/** The code of the message that requests the cancellation of a query. */
const CANCEL_REQUEST = 80_877_102;

interface Inside {
  connection: { attachListeners(stream: Socket): void };
  processID: number | null;
  secretKey: number | null;
}

/**
 * A client that survives bytes that do not conform to PostgreSQL's protocol. The parser throws an error on
 * some of these bytes inside a socket event handler, where the error cannot be caught and would end the
 * process.
 */
export class GuardedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as Inside;
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      const emit = stream.emit.bind(stream);
      stream.emit = ((event: string, ...args: unknown[]): boolean => {
        try {
          return emit(event, ...args);
        } catch (cause) {
          stream.destroy(new Error(`received invalid response: ${(cause as Error).message}`, { cause }));
          return true;
        }
      }) as typeof stream.emit;
      attach(stream);
    };
  }

  /** Asks the server, on a separate connection, to cancel the running query. Does not wait for a response. */
  cancelOnServer(): void {
    const { processID, secretKey } = this as unknown as Inside;
    if (processID === null || secretKey === null) return;
    const words = Buffer.alloc(16);
    words.writeInt32BE(16, 0);
    words.writeInt32BE(CANCEL_REQUEST, 4);
    words.writeInt32BE(processID, 8);
    words.writeInt32BE(secretKey, 12);
    const { host, port } = this;
    // The server also accepts this request without TLS, and replies only by closing the connection.
    const socket = host.startsWith('/')
      ? createConnection({ path: `${host}/.s.PGSQL.${port}` })
      : createConnection({ host, port });
    socket.setTimeout(CANCEL_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('connect', () => socket.end(words));
    socket.resume();
    socket.unref();
  }
}

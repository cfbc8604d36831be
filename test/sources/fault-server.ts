import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface GivenAnswer {
  status: number;
  text: string;
}

/** What can go wrong between us and an engine, or in it. Each spoils one answer. */
export type Fault = (answer: GivenAnswer, req: IncomingMessage, res: ServerResponse) => unknown;

const JSON_HEADERS = { 'content-type': 'application/json' };

function head(res: ServerResponse, { status }: GivenAnswer, bytes: number): void {
  res.writeHead(status, { ...JSON_HEADERS, 'content-length': String(bytes) });
}

function sends(change: (text: string) => string): Fault {
  return ({ status, text }, _req, res) => {
    res.writeHead(status, JSON_HEADERS);
    res.end(change(text));
  };
}

/** Faults that need no knowledge of what the engine says. */
export const WIRE_FAULTS = {
  hang: () => undefined,
  'reset before the answer': (_answer, req) => req.socket.resetAndDestroy(),
  'close before the answer': (_answer, req) => req.socket.end(),
  'reset in the body': (answer, req, res) => {
    head(res, answer, answer.text.length);
    res.write(answer.text.slice(0, answer.text.length / 2), () => req.socket.resetAndDestroy());
  },
  'half a body': (answer, req, res) => {
    head(res, answer, answer.text.length);
    res.write(answer.text.slice(0, answer.text.length / 2), () => req.socket.end());
  },
  'a body that is longer than it says': (answer, req) => {
    const text = `${answer.text}${answer.text}`;
    req.socket.write(
      `HTTP/1.1 ${answer.status} OK\r\nContent-Length: ${answer.text.length - 2}\r\n\r\n${text}`,
    );
  },
  'no HTTP': (_answer, req) => req.socket.end('220 mail.example.mn ESMTP\r\n'),
  'wrong JSON': sends((text) => text.slice(0, -1)),
  'no JSON': sends(() => '<html>It works!</html>'),
  'nothing at all': sends(() => ''),
  'status 500': (_answer, _req, res) => res.writeHead(500).end('Internal Server Error'),
  'status 502 of a proxy': (_answer, _req, res) => res.writeHead(502).end('<html>Bad Gateway</html>'),
  'status 503': (_answer, _req, res) => res.writeHead(503).end('{"error":"loading"}'),
  'status 404 in plain text': (_answer, _req, res) => res.writeHead(404).end('Not found'),
  'a slow drip': ({ status, text }, _req, res) => {
    res.writeHead(status, JSON_HEADERS);
    let at = 0;
    const timer = setInterval(() => (at < text.length ? res.write(text[at++]) : res.end()), 50);
    res.once('close', () => clearInterval(timer));
  },
  'a redirect': (_answer, req, res) => res.writeHead(302, { location: `${req.url}&again=1` }).end(),
  'an endless body': ({ status }, _req, res) => {
    res.writeHead(status, JSON_HEADERS);
    const piece = Buffer.alloc(1 << 18, 0x20);
    const more = (): void => {
      while (!res.destroyed && res.write(piece));
    };
    res.on('drain', more);
    more();
  },
  'an endless header': (_answer, req) => {
    req.socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(1 << 18)}`);
  },
} satisfies Record<string, Fault>;

export type WireFault = keyof typeof WIRE_FAULTS;

/** A server between us and an engine. Without a fault it gives the engine's own answers. */
export class FaultServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Null: answers pass as they are. */
  fault: Fault | null = null;
  /** Paths that the fault spoils. The others are those of probes. */
  spoils: (path: string) => boolean = () => true;
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  /** Open connections on which an answer was spoiled. */
  readonly spoiled = new Set<Socket>();
  /** The most connections at one time. */
  mostConnections = 0;
  /** Headers of the last request. */
  lastHeaders: IncomingMessage['headers'] = {};

  private constructor(engine: (path: string) => GivenAnswer | Promise<GivenAnswer>) {
    this.#server = createServer((req, res) => {
      this.asked.push(req.url!);
      this.lastHeaders = req.headers;
      const { fault } = this;
      const answer = async (): Promise<unknown> => {
        const given = await engine(req.url!);
        if (fault !== null && this.spoils(req.url!)) {
          if (!req.socket.destroyed) this.spoiled.add(req.socket);
          return fault(given, req, res);
        }
        this.spoiled.delete(req.socket);
        res.writeHead(given.status, JSON_HEADERS);
        return res.end(given.text);
      };
      answer().catch(() => req.socket.destroy());
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      this.mostConnections = Math.max(this.mostConnections, this.#sockets.size);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.spoiled.delete(socket);
      });
    });
  }

  static async start(
    engine: (path: string) => GivenAnswer | Promise<GivenAnswer>,
    port = 0,
  ): Promise<FaultServer> {
    const server = new FaultServer(engine);
    server.#server.listen(port, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  /** In front of an engine that listens at `origin`. */
  static async inFrontOf(origin: string): Promise<FaultServer> {
    return FaultServer.start(async (path) => {
      const answer = await fetch(origin + path);
      return { status: answer.status, text: await answer.text() };
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.port}`);
  }

  get connections(): number {
    return this.#sockets.size;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

import { once } from 'node:events';
import {
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** How often the proxy asks each replica whether it is ready. */
const PROBE_MS = 250;

interface Replica {
  port: number;
  isReady: boolean;
  agent: Agent;
  answered: number;
}

/**
 * A balancer as simple as one can be: it asks each replica for readiness all the time, hands requests to the
 * ready ones in turn over connections that it keeps, and never tries a request twice. What fails is a 502.
 */
export class SmallProxy {
  readonly #replicas: Replica[];
  readonly #server: Server;
  readonly failures: string[] = [];
  #turn = 0;
  #isOver = false;
  readonly #probes: Promise<void>[];

  static async start(ports: readonly number[]): Promise<SmallProxy> {
    const proxy = new SmallProxy(ports);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor(ports: readonly number[]) {
    this.#replicas = ports.map((port) => ({
      ...{ port, isReady: false, answered: 0 },
      agent: new Agent({ keepAlive: true }),
    }));
    this.#server = createServer((req, res) => this.#pass(req, res));
    this.#probes = this.#replicas.map((replica) => this.#probe(replica));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** How many requests the replica on this port has answered. */
  answeredBy(port: number): number {
    return this.#replicas.find((replica) => replica.port === port)!.answered;
  }

  isReady(port: number): boolean {
    return this.#replicas.find((replica) => replica.port === port)!.isReady;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#server.close();
    this.#server.closeAllConnections();
    await Promise.all(this.#probes);
    for (const { agent } of this.#replicas) agent.destroy();
  }

  async #probe(replica: Replica): Promise<void> {
    for (; !this.#isOver; await setTimeout(PROBE_MS)) {
      replica.isReady = await fetch(`http://127.0.0.1:${replica.port}/health/ready`).then(
        ({ status }) => status === 200,
        () => false,
      );
    }
  }

  #pass(req: IncomingMessage, res: ServerResponse): void {
    const ready = this.#replicas.filter(({ isReady }) => isReady);
    const replica = ready[this.#turn++ % ready.length];
    const fail = (reason: string): void => {
      this.failures.push(`${req.url} at ${replica?.port}: ${reason}`);
      if (!res.headersSent) res.writeHead(502).end();
      else res.destroy();
    };
    if (replica === undefined) {
      fail('no replica is ready');
      return;
    }
    const headers = endToEnd(req.headers);
    const options = { host: '127.0.0.1', port: replica.port, method: req.method, path: req.url, headers };
    const upstream = request({ ...options, agent: replica.agent }, (answer) => {
      res.writeHead(answer.statusCode!, endToEnd(answer.headers));
      answer.pipe(res);
      answer.on('error', (error) => fail(error.message));
      answer.on('end', () => replica.answered++);
    });
    upstream.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    req.pipe(upstream);
  }
}

/** Headers that are not of one connection only. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== 'connection' && name !== 'keep-alive'),
  );
}

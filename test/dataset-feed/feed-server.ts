import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest, PublishedFile, PublishedLayer } from '../../src/dataset-feed/manifest.js';
import { FORMAT_VERSION } from '../../src/dataset/format.js';

/** A real web server of published datasets, which can be told to misbehave. */

export type Misbehaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface Asked {
  path: string;
  status: number;
  range: string | undefined;
  authorization: string | undefined;
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export function manifestOf(bytes: Buffer, edition: number, changes: Partial<Manifest> = {}): Manifest {
  return {
    manifest: 1,
    edition,
    highest_edition: Math.max(edition, 9),
    file: `m-${edition}.gazarch`,
    bytes: bytes.length,
    sha256: sha256(bytes),
    format: FORMAT_VERSION,
    made_at: '2026-11-22T00:00:00.000Z',
    generator: 'test',
    sources: [],
    ...changes,
  };
}

export class FeedServer {
  /** Files by their path. */
  readonly files = new Map<string, Buffer>();
  /** What happens instead of an answer, by path. */
  readonly instead = new Map<string, Misbehaviour>();
  readonly asked: Asked[] = [];
  /** A folder with further files, as `gazarch publish` writes it. */
  root: string | null = null;
  readonly #server: Server;
  readonly #timers = new Set<NodeJS.Timeout>();

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async start(port = 0): Promise<FeedServer> {
    const server = new FeedServer();
    server.#server.listen(port, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** @param login `user:password` */
  url(login = ''): URL {
    return new URL(`http://${login === '' ? '' : `${login}@`}127.0.0.1:${this.port}/m.json`);
  }

  async stop(): Promise<void> {
    this.#timers.forEach((timer) => clearInterval(timer));
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((done) => this.#server.close(done));
  }

  /** Publishes a dataset with a right manifest, but for `changes`. */
  publish(bytes: Buffer, edition: number, changes: Partial<Manifest> & { packed?: boolean } = {}): Manifest {
    const { packed, ...rest } = changes;
    const manifest = manifestOf(bytes, edition, rest);
    this.files.set(`/${manifest.file}`, bytes);
    if (packed === true) {
      const gzip = gzipSync(bytes);
      manifest.gzip = { file: `${manifest.file}.gz`, bytes: gzip.length, sha256: sha256(gzip) };
      this.files.set(`/${manifest.gzip.file}`, gzip);
    }
    this.files.set('/m.json', Buffer.from(JSON.stringify(manifest)));
    return manifest;
  }

  /** Puts the map of a dataset beside it. @returns what the manifest says of it */
  publishMap(text: string): PublishedFile {
    const bytes = Buffer.from(text);
    this.files.set('/m.pmtiles', bytes);
    return { file: 'm.pmtiles', bytes: bytes.length, sha256: sha256(bytes) };
  }

  /** Puts a layer of own places beside the dataset. @returns what the manifest says of it */
  publishLayer(layer: string, text: string): PublishedLayer {
    const bytes = Buffer.from(text);
    const file = `m-layer-${layer}-${sha256(bytes).slice(0, 12)}.geojson`;
    this.files.set(`/${file}`, bytes);
    return { name: layer, file, bytes: bytes.length, sha256: sha256(bytes) };
  }

  count(path: string, status?: number): number {
    return this.asked.filter((one) => one.path === path && (status ?? one.status) === one.status).length;
  }

  /** Calls something again and again until the response or the server ends. */
  drip(response: ServerResponse, every_ms: number, send: () => void): void {
    const timer = setInterval(send, every_ms);
    this.#timers.add(timer);
    response.on('close', () => clearInterval(timer));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url!;
    response.on('error', () => undefined);
    const { range, authorization } = request.headers;
    response.on('close', () => this.asked.push({ path, status: response.statusCode, range, authorization }));
    const misbehaviour = this.instead.get(path);
    if (misbehaviour !== undefined) misbehaviour(request, response);
    else this.serve(request, response);
  }

  /** As a good server does: with tags, ranges and lengths. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    const path = this.root === null ? null : join(this.root, request.url!);
    const bytes =
      this.files.get(request.url!) ?? (path !== null && existsSync(path) ? readFileSync(path) : undefined);
    if (bytes === undefined) {
      response.writeHead(404).end();
      return;
    }
    const etag = `"${sha256(bytes).slice(0, 8)}"`;
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const rest = bytes.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, {
      etag,
      'content-length': rest.length,
      ...(start > 0 ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}),
    });
    response.end(rest);
  }
}

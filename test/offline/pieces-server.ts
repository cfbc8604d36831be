import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

/** A web server for a page that has the bundle and some pieces, as anybody may run one. */

const BUNDLE = resolve(import.meta.dirname, '../../dist/offline');
const PAGE = '<!doctype html><meta charset="utf-8"><title>offline</title>';

export interface PiecesServer {
  url: string;
  stop(): Promise<void>;
}

/** @param pieces folder of a manifest and its pieces, served under `/pieces/` */
export async function servePieces(pieces: string): Promise<PiecesServer> {
  const server = createServer((req, res) => {
    const path = req.url!;
    try {
      if (path === '/') return void res.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      const isPiece = path.startsWith('/pieces/');
      const name = path.slice(path.lastIndexOf('/') + 1);
      const bytes = readFileSync(join(isPiece ? pieces : BUNDLE, name));
      const encoding = name.endsWith('.br') ? { 'content-encoding': 'br' } : {};
      const type = isPiece ? 'application/octet-stream' : 'text/javascript';
      res.writeHead(200, { 'content-type': type, ...encoding }).end(bytes);
    } catch {
      res.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

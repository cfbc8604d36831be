import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

/** A web server for a page that has the bundle and some pieces, as anybody may run one. */

const BUNDLE = resolve(import.meta.dirname, '../../dist/offline');
const PAGE = '<!doctype html><meta charset="utf-8"><title>offline</title>';
/** Asks for targets, answers them in a worker and sends the answers: for a browser that nobody drives. */
const SELF_DRIVEN = `${PAGE}<script type="module">
  import { open } from '/offline.js';
  const worker = new Worker('/offline-worker.js', { type: 'module' });
  const answers = [];
  try {
    const offline = await open('/pieces/', { worker });
    const decoder = new TextDecoder();
    for (const target of await (await fetch('/targets')).json()) {
      const { status, body } = await offline.answer(target);
      answers.push([status, decoder.decode(body)]);
    }
  } catch (error) {
    answers.push([0, String(error)]);
  }
  await fetch('/answers', { method: 'POST', body: JSON.stringify([navigator.userAgent, answers]) });
</script>`;

export interface PiecesServer {
  url: string;
  /** What a page under `/self` answers, and the browser that it is in. */
  answersOfSelf(targets: readonly string[]): Promise<[browser: string, answers: [number, string][]]>;
  stop(): Promise<void>;
}

/** @param pieces folder of a manifest and its pieces, served under `/pieces/` */
export async function servePieces(pieces: string): Promise<PiecesServer> {
  let asked: readonly string[] = [];
  let answered: (text: string) => void = () => undefined;
  const server = createServer((req, res) => {
    const path = req.url!;
    if (req.method === 'POST') {
      let text = '';
      req.setEncoding('utf8');
      req.on('data', (chunk: string) => (text += chunk));
      req.on('end', () => (answered(text), res.end()));
      return;
    }
    try {
      if (path === '/self') return void res.writeHead(200, { 'content-type': 'text/html' }).end(SELF_DRIVEN);
      if (path === '/targets') return void res.end(JSON.stringify(asked));
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
    answersOfSelf: async (targets) => {
      asked = targets;
      const text = await new Promise<string>((resolve) => (answered = resolve));
      return JSON.parse(text) as [string, [number, string][]];
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

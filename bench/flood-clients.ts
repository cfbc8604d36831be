import { connect, type Socket } from 'node:net';
import { seededRandom } from '../test/seeded-random.js';

/**
 * Clients that misbehave, for `flood.ts`. This file runs in a process of its own:
 *
 *     node flood-clients.js PORT KEY SECONDS SEED
 */

interface Flood {
  port: number;
  /** A request of this key is answered. */
  key: string;
  random: () => number;
}

/** What one client does with its connection, and how long it stays before it is cut off, in ms. */
type Client = (socket: Socket, flood: Flood) => number;

const LARGE = '/docs/swagger-ui-bundle.js';

function request(target: string, key: string, more = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;
}

function search({ key, random }: Flood): string {
  return request(`/v1/geocode?q=suh${Math.floor(random() * 1e6)}`, key);
}

function repeat(times: number, text: () => string): string {
  return Array.from({ length: times }, text).join('');
}

/** Each kind is as likely as the others. */
const CLIENTS: Readonly<Record<string, Client>> = {
  /** Asks, ends its side, and reads. */
  halfClosed: (socket, flood) => {
    socket.resume().end(search(flood));
    return 2_000;
  },
  /** Sends hundreds of requests in one piece, and reads. */
  pipelined: (socket, flood) => {
    socket.resume().write(repeat(300, () => search(flood)));
    return 2_000;
  },
  /** Sends hundreds of requests in one piece, reads nothing. */
  pipelinedUnread: (socket, flood) => {
    socket.pause().write(repeat(300, () => search(flood)));
    return 20_000;
  },
  /** Asks for large files and reads nothing. */
  unread: (socket, { key }) => {
    socket.pause().write(request(LARGE, key));
    return 20_000;
  },
  /** The same by the way that Node reads. */
  unreadOfNode: (socket, { key }) => {
    socket.pause().write(repeat(20, () => request(LARGE, key, 'TE: trailers\r\n')));
    return 20_000;
  },
  /** One byte of a request every now and then. */
  slow: (socket, flood) => {
    const text = search(flood);
    let at = 0;
    const drip = setInterval(() => socket.write(text[at++ % text.length]), 200);
    socket.resume().on('close', () => clearInterval(drip));
    return 20_000;
  },
  /** An upload that never ends, with and without a key. */
  upload: (socket, { key, random }) => {
    const authorization = random() < 0.5 ? `Authorization: Bearer ${key}\r\n` : '';
    socket
      .resume()
      .write(`POST /v1/route HTTP/1.1\r\nHost: x\r\n${authorization}Content-Length: 9000\r\n\r\nx`);
    return 20_000;
  },
  /** Sends garbage for as long as it is let. */
  garbage: (socket, { random }) => {
    const bytes = Buffer.from(Array.from({ length: 65_536 }, () => Math.floor(random() * 256)));
    const more = (): void => {
      while (!socket.destroyed && socket.write(bytes));
    };
    socket.resume().on('drain', more);
    more();
    return 5_000;
  },
  /** Opens a connection and goes away at once. */
  reset: (socket) => {
    socket.resetAndDestroy();
    return 1_000;
  },
  /** Opens a connection and says nothing. */
  silent: (socket) => {
    socket.resume();
    return 20_000;
  },
};

/** Open connections of the flood at a time. */
const MOST_OPEN = 600;
const NEW_AT_ONCE = 10;
const EVERY_MS = 10;

function flood(port: number, key: string, seconds: number, seed: number): void {
  const state: Flood = { port, key, random: seededRandom(seed) };
  const kinds = Object.keys(CLIENTS);
  const opened = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  const sockets = new Set<Socket>();
  const open = (): void => {
    const kind = kinds[Math.floor(state.random() * kinds.length)];
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: kind === 'garbage' });
    sockets.add(socket);
    opened[kind]++;
    let cut: NodeJS.Timeout | undefined;
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(cut);
        sockets.delete(socket);
      });
    socket.on('connect', () => {
      const stays_ms = CLIENTS[kind](socket, state);
      cut = setTimeout(() => socket.destroy(), stays_ms);
    });
  };
  const opening = setInterval(() => {
    for (let i = 0; i < NEW_AT_ONCE && sockets.size < MOST_OPEN; i++) open();
  }, EVERY_MS);
  setTimeout(() => {
    clearInterval(opening);
    for (const socket of sockets) socket.destroy();
    process.send!(opened);
    process.disconnect();
  }, seconds * 1_000);
}

const [port, key, seconds, seed] = process.argv.slice(2);
flood(Number(port), key, Number(seconds), Number(seed));

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConnectionHandout } from '../../src/cli/serve/workers/hand-out-connections.js';
import { AdoptedConnections } from '../../src/cli/serve/workers/adopted-connections.js';
import { wholeLines } from '../../src/cli/serve/log/worker-log.js';
import { createApp } from '../../src/http/app.js';
import type { HttpSettings } from '../../src/http/core/settings.js';
import { FakeCounter, FakeGeocoder, FakeKeys, FakeRouter } from '../e2e/fakes.js';
import { seededRandom } from '../seeded-random.js';

class FakeSocket {
  destroyed = false;
  on(): void {}
  destroy(): void {
    this.destroyed = true;
  }
}

function handout(): {
  handout: ConnectionHandout;
  sent: [worker: number, connection: number, socket: FakeSocket][];
  take: () => FakeSocket;
  add: (worker: number) => void;
} {
  const handout = new ConnectionHandout();
  const sent: [number, number, FakeSocket][] = [];
  onTestFinished(() => handout.close());
  return {
    handout,
    sent,
    take: () => {
      const socket = new FakeSocket();
      handout.take(socket as unknown as Socket);
      return socket;
    },
    add: (worker) =>
      handout.add(worker, (connection, socket) =>
        sent.push([worker, connection, socket as unknown as FakeSocket]),
      ),
  };
}

describe('connections handed to workers', () => {
  it('go to each in turn, and to none that has not taken the last two', () => {
    const { handout: desk, sent, take, add } = handout();
    [1, 2, 3].forEach(add);
    for (let i = 0; i < 8; i++) take();
    expect(sent.map(([worker]) => worker)).toEqual([1, 2, 3, 1, 2, 3]);
    desk.accepted(2, sent[1][1]);
    expect(sent[6][0]).toBe(2);
    desk.accepted(2, sent[4][1]);
    expect(sent[7][0]).toBe(2);
  });

  it('stay open here until the worker has them', () => {
    const { handout: desk, sent, take, add } = handout();
    add(1);
    const socket = take();
    expect(socket.destroyed).toBe(false);
    desk.accepted(1, sent[0][1]);
    expect(socket.destroyed).toBe(true);
  });

  it('wait while there is no worker, and go to another when theirs dies, the oldest first', () => {
    const { handout: desk, sent, take, add } = handout();
    const sockets = [take(), take(), take()];
    expect(sent).toEqual([]);
    add(1);
    expect(sent.map(([, , socket]) => socket)).toEqual(sockets.slice(0, 2));
    desk.remove(1);
    add(2);
    add(3);
    expect(sent.slice(2).map(([, , socket]) => socket)).toEqual(sockets);
    // A late confirmation of the dead worker changes nothing.
    desk.accepted(1, sent[0][1]);
    expect(sockets.some(({ destroyed }) => destroyed)).toBe(false);
  });

  it('are let go when nobody will take them', () => {
    const { handout: desk, take } = handout();
    const socket = take();
    desk.close();
    expect(socket.destroyed).toBe(true);
  });
});

describe('adopted connections', () => {
  async function adoptingServer(
    settings: Partial<HttpSettings>,
  ): Promise<{ port: number; geocoder: FakeGeocoder; close: () => Promise<void>; logged: () => string }> {
    const geocoder = new FakeGeocoder();
    let text = '';
    const drain = (): Promise<void> => adopted.drain(5_000);
    const log = (): void => undefined;
    const app = createApp({
      geocoder,
      router: new FakeRouter(),
      keys: new FakeKeys(),
      counter: new FakeCounter(),
      settings: { maxWait_ms: 0, ...settings },
      logger: { error: log, warn: log },
      requestLog: { write: (lines) => (text += lines) },
      drain,
    });
    const adopted = new AdoptedConnections(app.server);
    const server = createServer((socket) => adopted.adopt(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return {
      port: (server.address() as AddressInfo).port,
      geocoder,
      close: () => app.close(),
      logged: () => text,
    };
  }

  async function say(port: number, text: string): Promise<{ received: Promise<string>; socket: Socket }> {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(text);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    return { socket, received: once(socket, 'close').then(() => answer) };
  }

  it('have deadlines as those a server accepts itself', async () => {
    const { port } = await adoptingServer({ headersTimeout_ms: 50 });
    const { received } = await say(port, 'GET /health HTTP/1.1\r\n');
    expect(await received).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('are drained: what is in flight finishes and is logged, what is idle is closed', async () => {
    const { port, geocoder, close, logged } = await adoptingServer({});
    let finish = (): void => undefined;
    geocoder.onSearch = () => new Promise((resolve) => (finish = () => resolve([])));
    const busy = await say(
      port,
      'GET /v1/geocode?q=ab HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer geo_good\r\n\r\n',
    );
    const idle = await say(port, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(idle.socket, 'data');
    const closed = close();
    expect(await idle.received).toMatch(/^HTTP\/1\.1 200 /);
    finish();
    expect(await busy.received).toMatch(/^HTTP\/1\.1 200 [\s\S]*Connection: close/);
    await closed;
    expect(logged()).toContain('/v1/geocode');
  });
});

describe('lines of a shared log', () => {
  it('go out whole and in order, as many at once as a pipe takes in one piece', () => {
    const seed = 7;
    const random = seededRandom(seed);
    for (let round = 0; round < 300; round++) {
      const lines = Array.from(
        { length: 1 + Math.floor(random() * 60) },
        () => `${'xө'[Math.floor(random() * 2)].repeat(Math.floor(random() ** 4 * 6_000))}\n`,
      );
      const pieces: string[] = [];
      wholeLines({ write: (piece) => pieces.push(piece) }).write(lines.join(''));
      expect(pieces.join(''), `seed ${seed}, round ${round}`).toBe(lines.join(''));
      for (const piece of pieces) {
        expect(piece.endsWith('\n')).toBe(true);
        expect(
          Buffer.byteLength(piece) <= 4_096 || piece.indexOf('\n') === piece.length - 1,
          `seed ${seed}, round ${round}`,
        ).toBe(true);
      }
    }
  });
});

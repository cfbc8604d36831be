import { createServer, type AddressInfo, type Socket } from 'node:net';
import { CompiledQuery, Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PooledPostgresDialect } from '../../src/database/postgres/postgres-pool.js';

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const GREETING = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const STOPPED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

describe('the pool of PostgreSQL', () => {
  const sockets = new Set<Socket>();
  /** Greets and ends in one packet, as a server that is stopped while somebody connects. */
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([GREETING, STOPPED])));
  });

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  // An error event that nobody hears would end the process (vitest then fails the run).
  it('fails the question, and not the process, when the server stops with its greeting', async () => {
    const { port } = server.address() as AddressInfo;
    const db = new Kysely<object>({
      dialect: new PooledPostgresDialect(`postgres://keeper@127.0.0.1:${port}/keys`),
    });
    for (let i = 0; i < 3; i++)
      await expect(db.executeQuery(CompiledQuery.raw('select 1'))).rejects.toThrow(/127\.0\.0\.1/);
    expect(sockets.size).toBe(3);
    await db.destroy();
  });
});

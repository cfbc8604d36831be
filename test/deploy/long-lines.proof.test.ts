import { createServer, type Server } from 'node:http';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Balancer, BALANCERS } from './balancers.js';

/** A trace in a line of 15,000 bytes comes through every balancer, and stands in none of its logs. */

const WHERE = '106.917512,47.917921';
const BYTES = 15_000;
const QUERY = `?times=${'15,'.repeat(100)}15&trace=`;

function target(path: string, points: string): string {
  const room = BYTES - path.length - points.length;
  return `${path}${points}${`;${WHERE}`.repeat(Math.floor(room / (WHERE.length + 1)))}`;
}

let backend: Server;
let folder: string;
const asked: string[] = [];
let isAway = false;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-lines-'));
  backend = createServer({ maxHeaderSize: 32_768 }, (request, response) => {
    if (request.url !== '/health/ready') asked.push(request.url!);
    if (isAway && request.url !== '/health/ready') request.socket.destroy();
    else response.end('{}');
  });
  await once(backend.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  backend.closeAllConnections();
  backend.close();
  rmSync(folder, { recursive: true });
});

describe.each(BALANCERS)('%s', (name) => {
  it('passes a trace, and logs none', async () => {
    const { port } = backend.address() as AddressInfo;
    const balancer = await Balancer.start(name, folder, [port, port]);
    const targets = [
      target('/v1/match', `${QUERY}${WHERE}`),
      target('/compat/osrm/match/v1/driving/', WHERE),
    ];
    try {
      for (const away of [false, true])
        for (const own of targets) {
          isAway = away;
          const answer = await fetch(`http://127.0.0.1:${balancer.port}${own}`, {
            headers: { authorization: `Bearer geo_${'k'.repeat(30)}` },
          }).catch(() => null);
          // A balancer leaves a replica alone that has broken off.
          if (away) continue;
          expect([own.length > 14_900, answer?.status]).toEqual([true, 200]);
          expect(asked.at(-1)).toBe(own);
        }
    } finally {
      isAway = false;
      await balancer.stop();
    }
    const logs = readdirSync(folder)
      .filter((file) => file.endsWith('.log'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join(balancer.output);
    for (const part of [WHERE, '106.91', '15,15', 'geo_k']) expect(logs.includes(part), part).toBe(false);
  });
});

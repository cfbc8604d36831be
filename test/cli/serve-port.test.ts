import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openPort } from '../../src/cli/serve/process/serve-port.js';

it('takes connections as soon as the port is open, and reads nothing from them', async () => {
  const taken: Socket[] = [];
  const server = await openPort({ host: '127.0.0.1', port: 0 }, (socket) => taken.push(socket));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    for (const socket of taken) socket.destroy();
    server.close();
  });
  await once(client, 'connect');
  client.write('GET / HTTP/1.1\r\n\r\n');
  // Nobody has called anything since the port opened. The connection is taken anyway.
  while (taken.length === 0) await setTimeout(5);
  expect(taken).toHaveLength(1);
  await setTimeout(50);
  expect(taken[0].bytesRead).toBe(0);
});

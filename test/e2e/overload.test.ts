import { expect, it } from 'vitest';
import { OverloadGate } from '../../src/wire/overload-gate.js';
import { Client } from './ask.js';

/**
 * What a client sees of overload. When there is an overload is decided in src/wire/overload-gate.ts and
 * tested in test/wire.
 */
class Switch extends OverloadGate {
  isOver = false;

  constructor() {
    super({ maxWait_ms: 0 });
  }

  override refuses(): boolean {
    return this.isOver;
  }
}

it('refuses everything but probes, says when to come back, and counts nothing against the key', async () => {
  const overload = new Switch();
  const client = await Client.start({}, { overload });
  let counted = 0;
  const { onHit } = client.server.counter;
  client.server.counter.onHit = (...hit) => {
    counted++;
    return onHit(...hit);
  };
  overload.isOver = true;
  for (const target of [
    '/v1/geocode?q=ab',
    '/v1/route?origin=1,1&destination=1,1',
    '/v1/geocode',
    '/docs',
    '/nothing',
  ]) {
    const refusal = await client.refusal(target, { headers: { 'x-request-id': 'mine' } });
    expect(refusal).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      details: { reason: 'overloaded' },
      request_id: 'mine',
    });
    expect(refusal.headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      connection: 'keep-alive',
    });
  }
  for (const target of ['/health', '/health/ready']) expect((await client.ask(target)).status).toBe(200);
  overload.isOver = false;
  expect(counted).toBe(0);
  expect((await client.ask('/v1/geocode?q=ab')).status).toBe(200);
  expect(counted).toBe(1);
  await client.stop();
  expect(client.server.errors).toEqual([{ fields: { refused: 5 }, message: 'overloaded: requests refused' }]);
  expect(client.server.lines().filter(({ status }) => status === 503)).toHaveLength(5);
});

it('lets the connection live on when the request that is refused has a body', async () => {
  const overload = new Switch();
  const client = await Client.start({}, { overload });
  overload.isOver = true;
  for (let i = 0; i < 3; i++)
    expect((await client.ask('/v1/geocode?q=ab', { body: 'x'.repeat(5_000) })).status).toBe(503);
  overload.isOver = false;
  expect((await client.ask('/v1/geocode?q=ab')).status).toBe(200);
  await client.stop();
});

import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OperatingError } from '../../src/errors.js';
import { jsonOf, UpstreamClient, type UpstreamOptions } from '../../src/sources/upstream/upstream-client.js';
import { durationsOf, UpstreamTally } from '../../src/metrics/upstream-tally.js';
import { UPSTREAM_OUTCOMES, type UpstreamOutcome } from '../../src/sources/upstream-outcome.js';
import { freePort } from '../free-port.js';
import { TcpProxy } from '../limits/tcp-proxy.js';
import { FaultServer, WIRE_FAULTS, type WireFault } from './fault-server.js';

/** For what ends by its deadline. */
const DEADLINE_MS = 400;
const LONG_MS = 60_000;
const TEXT = JSON.stringify({ code: 'Ok', name: 'Энхтайваны өргөн чөлөө', filler: 'x'.repeat(200) });

let server: FaultServer;
let client: UpstreamClient;
let outcomes: UpstreamOutcome[];
let changes: (string | null)[];
let tally: UpstreamTally;

beforeEach(async () => {
  server = await FaultServer.start(() => ({ status: 200, text: TEXT }));
  server.spoils = (path) => path.startsWith('/route');
  client = clientOf(server.url);
});
afterEach(async () => {
  await client.close();
  await server.stop();
});

function clientOf(url: URL, more: Partial<UpstreamOptions> = {}): UpstreamClient {
  outcomes = [];
  changes = [];
  tally = new UpstreamTally(UPSTREAM_OUTCOMES);
  const counted = tally.counterOf('engine');
  return new UpstreamClient({
    name: 'engine',
    url,
    connections: 4,
    probePath: '/probe',
    readProbe: (answer) => void jsonOf(answer),
    probeTimeout_ms: 700,
    count: (outcome, duration_ms) => {
      outcomes.push(outcome);
      counted(outcome, duration_ms);
    },
    onChange: (reason) => void changes.push(reason),
    ...more,
  });
}

const ask = (path = '/route?x=1', ms = LONG_MS): Promise<unknown> =>
  client.ask(path, AbortSignal.timeout(ms), jsonOf);

async function refusal(path?: string, ms?: number): Promise<OperatingError> {
  try {
    await ask(path, ms);
  } catch (error) {
    return error as OperatingError;
  }
  throw new Error('it was answered');
}

const EXPECTED: Record<WireFault, [number, UpstreamOutcome, RegExp]> = {
  hang: [408, 'timeout', /no answer in time/],
  'reset before the answer': [502, 'failed', /broke off/],
  'close before the answer': [502, 'failed', /broke off/],
  'reset in the body': [502, 'failed', /broke off/],
  'half a body': [502, 'failed', /broke off/],
  'a body that is longer than it says': [502, 'invalid', /no JSON/],
  'no HTTP': [502, 'invalid', /Expected HTTP/],
  'wrong JSON': [502, 'invalid', /no JSON/],
  'no JSON': [502, 'invalid', /no JSON.*It works/],
  'nothing at all': [502, 'invalid', /no JSON/],
  'status 500': [502, 'failed', /status 500.*Internal Server Error/],
  'status 502 of a proxy': [502, 'failed', /status 502/],
  'status 503': [503, 'failed', /not ready/],
  'status 404 in plain text': [502, 'invalid', /status 404, and no JSON.*Not found/],
  'a slow drip': [408, 'timeout', /no answer in time/],
  'a redirect': [502, 'invalid', /redirects are not followed/],
  'an endless body': [502, 'invalid', /too large/],
  'an endless header': [502, 'invalid', /./],
};

describe.each(Object.entries(EXPECTED))('%s', (name, [status, outcome, cause]) => {
  it(`is a ${status} within the deadline, leaves nothing behind, and the next request is fine`, async () => {
    expect(await ask()).toEqual(JSON.parse(TEXT));
    server.fault = WIRE_FAULTS[name as WireFault];
    const error = await refusal(undefined, status === 408 ? DEADLINE_MS : LONG_MS);
    expect(error.status).toBe(status);
    expect((error.cause as Error).message).toMatch(cause);
    expect((error.cause as Error).message).toContain(`engine at 127.0.0.1:${server.port}: `);
    expect(error.message).not.toMatch(/127\.0\.0\.1|Internal|works/);
    expect(outcomes).toEqual(['ok', outcome]);
    server.fault = null;
    expect(await ask()).toEqual(JSON.parse(TEXT));
    // One that gave a whole answer, if not a good one, may be kept.
    const kept = /JSON|status|redirect|nothing/.test(name) ? 1 : 0;
    await expect.poll(() => server.spoiled.size).toBeLessThanOrEqual(kept);
    expect(server.connections).toBeLessThanOrEqual(2);
  });
});

it('asks once more when a kept connection breaks off before anything of an answer came', async () => {
  let asked = 0;
  server.fault = (answer, req, res) =>
    asked++ === 0 ? req.socket.resetAndDestroy() : void res.writeHead(200).end(answer.text);
  expect(await ask()).toEqual(JSON.parse(TEXT));
  expect([asked, ...outcomes]).toEqual([2, 'ok']);
});

it('ends its connection when the client goes away, and does not count that against the engine', async () => {
  server.fault = WIRE_FAULTS.hang;
  const gone = new AbortController();
  const asking = client.ask('/route', gone.signal, jsonOf);
  await expect.poll(() => server.asked.length).toBe(1);
  gone.abort();
  await expect(asking).rejects.toThrow();
  expect(outcomes).toEqual(['abandoned']);
  await expect.poll(() => server.spoiled.size).toBe(0);
});

it('opens as many connections as it may, and lets the others wait', async () => {
  server.fault = (answer, _req, res) => setTimeout(() => res.writeHead(200).end(answer.text), 20);
  await Promise.all(Array.from({ length: 40 }, () => ask('/route')));
  expect(server.mostConnections).toBe(4);
});

it('refuses what would wait too long', async () => {
  server.fault = WIRE_FAULTS.hang;
  const all = await Promise.allSettled(Array.from({ length: 4 * 64 + 1 }, () => ask('/route', 1_000)));
  const reasons = all.map((one) => (one as PromiseRejectedResult).reason as OperatingError);
  expect(reasons.filter(({ status }) => status === 503).map(({ details }) => details)).toEqual([
    { reason: 'overloaded' },
  ]);
  expect(reasons.filter(({ status }) => status === 408)).toHaveLength(256);
});

it('sends user and password as a header, and shows them nowhere', async () => {
  await client.close();
  const url = server.url;
  url.username = 'me';
  url.password = 'se/cret';
  client = clientOf(new URL('/base/', url));
  await ask('/route');
  expect(server.asked.at(-1)).toBe('/base/route');
  expect(server.lastHeaders.authorization).toBe(`Basic ${Buffer.from('me:se/cret').toString('base64')}`);
  expect(client.where).toBe(`engine at 127.0.0.1:${server.port}`);
});

describe('an engine that is away', () => {
  it('is not asked after some failures in a row, and is again when it answers', async () => {
    await client.start();
    expect([client.state(), changes]).toEqual(['ok', [null]]);
    server.fault = WIRE_FAULTS.hang;
    server.spoils = () => true;
    for (let i = 0; i < 5; i++) expect((await refusal(undefined, 30)).status).toBe(408);
    const error = await refusal();
    expect(error.status).toBe(502);
    expect((error.cause as Error).message).toMatch(
      /not called after 5 consecutive failures.*no answer in time/,
    );
    expect(outcomes.at(-1)).toBe('not_asked');
    // What is not asked takes no time, and does not make the engine look quick.
    const { cumulative, sum_s } = durationsOf(tally.counts()['engine']);
    expect(cumulative.at(-1)).toBe(5);
    expect(sum_s / 5).toBeGreaterThan(0.029);
    await expect.poll(() => client.state()).toBe('fail');
    expect(changes).toEqual([null, 'no answer in time']);
    server.fault = null;
    // A probe that hangs has to end first.
    await expect.poll(() => client.state()).toBe('ok');
    expect(await ask()).toEqual(JSON.parse(TEXT));
    expect(changes).toEqual([null, 'no answer in time', null]);
  });

  it('is not asked while it hangs, once the watch knows, and is again when it answers', async () => {
    await client.start();
    server.fault = WIRE_FAULTS.hang;
    server.spoils = () => true;
    await expect.poll(() => client.state()).toBe('fail');
    const error = await refusal(undefined, 60_000);
    expect([error.status, (error.cause as Error).message]).toMatchObject([
      502,
      expect.stringContaining('it is not being called because it does not answer in time'),
    ]);
    server.fault = null;
    await expect.poll(() => client.state()).toBe('ok');
    expect(await ask()).toEqual(JSON.parse(TEXT));
  });

  it('is not taken to be away for what was asked before it was back, and ends later', async () => {
    await client.start();
    server.fault = WIRE_FAULTS.hang;
    server.spoils = () => true;
    const late = new AbortController();
    const open = Array.from({ length: 6 }, () => client.ask('/route?x=1', late.signal, jsonOf));
    const ends = Promise.allSettled(open);
    await expect.poll(() => client.state()).toBe('fail');
    server.fault = null;
    await expect.poll(() => client.state()).toBe('ok');
    late.abort(new DOMException('late', 'TimeoutError'));
    expect((await ends).map(({ status }) => status)).toEqual(open.map(() => 'rejected'));
    expect(client.state()).toBe('ok');
  });

  it('is ready when it is slow, but not too slow for requests, and comes back without any', async () => {
    await client.close();
    client = clientOf(server.url, { probeTimeout_ms: 30_000 });
    const slowly: typeof server.fault = (answer, _req, res) =>
      setTimeout(() => res.writeHead(200).end(answer.text), 900);
    server.spoils = () => true;
    server.fault = slowly;
    await client.start();
    expect([client.state(), changes]).toEqual(['ok', [null]]);
    server.fault = WIRE_FAULTS['status 503'];
    await expect.poll(() => client.state()).toBe('fail');
    server.fault = slowly;
    await expect.poll(() => client.state()).toBe('ok');
  });

  it('is known to be back although earlier questions to it are still open', async () => {
    await client.close();
    client = clientOf(server.url, { probeTimeout_ms: 60_000 });
    server.fault = WIRE_FAULTS.hang;
    server.spoils = () => true;
    void client.start();
    await expect.poll(() => server.asked.length).toBeGreaterThanOrEqual(2);
    expect(client.state()).toBe('loading');
    // Those that came are never answered.
    server.fault = null;
    await expect.poll(() => client.state()).toBe('ok');
  });

  it('is refused at once while its port is closed, and is back by itself', async () => {
    const port = await freePort();
    await client.close();
    client = clientOf(new URL(`http://127.0.0.1:${port}`));
    expect(client.state()).toBe('loading');
    await client.start();
    expect(client.state()).toBe('fail');
    for (let i = 0; i < 8; i++) {
      const error = await refusal();
      expect(error.status).toBe(502);
      expect((error.cause as Error).message).toContain('the connection was refused');
    }
    const late = await FaultServer.start(() => ({ status: 200, text: TEXT }), port);
    try {
      const outcome = (): Promise<string> =>
        ask().then(
          () => 'answered',
          () => 'refused',
        );
      await expect.poll(outcome).toBe('answered');
      await expect.poll(() => client.state()).toBe('ok');
    } finally {
      await late.stop();
    }
  });

  it('is asked at its new place when it has moved without a word', async () => {
    const other = await FaultServer.start(() => ({ status: 200, text: '"elsewhere"' }));
    const proxy = await TcpProxy.to(server.port);
    await client.close();
    client = clientOf(new URL(`http://127.0.0.1:${proxy.port}`));
    await client.start();
    // As many kept connections as there may be.
    server.fault = (answer, _req, res) => setTimeout(() => res.writeHead(200).end(answer.text), 50);
    await Promise.all(Array.from({ length: 4 }, () => ask()));
    expect(server.connections).toBeGreaterThanOrEqual(4);
    proxy.moveTo(other.port);
    // Each waits for its deadline, which is a long one. New ones come all the while.
    const waiting: Promise<unknown>[] = [];
    let isAnswered = false;
    while (!isAnswered) {
      const one = ask('/route?x=1', 3_000).then(
        () => void (isAnswered = true),
        () => undefined,
      );
      waiting.push(one);
      await wait(100);
    }
    await Promise.all(waiting);
    expect(await ask()).toBe('elsewhere');
    await proxy.stop();
    await other.stop();
  });

  it('is not ready when it says that it is loading', async () => {
    server.fault = WIRE_FAULTS['status 503'];
    server.spoils = () => true;
    await client.start();
    expect([client.state(), changes]).toEqual(['fail', ['it reports that it is not ready (status 503)']]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperatingError } from '../../src/errors.js';
import { openEngineRouters, type EngineRouters } from '../../src/sources/engines/engine-routers.js';
import { EqualRouters } from '../../src/sources/engines/equal-routers.js';
import { parseRouterChoice, type EngineAddress } from '../../src/sources/router-choice.js';
import type { RouteRequest } from '../../src/sources/router.js';
import { FakeRouter, ROUTE } from '../e2e/fakes.js';
import { fakeOsrm } from './fake-osrm.js';
import { FaultServer, WIRE_FAULTS } from './fault-server.js';
import { PATIENCE_MS } from '../patience.js';

const REQUEST: RouteRequest = { origin: [106.9, 47.9], destination: [106.91, 47.92], mode: 'driving' };

describe('equal routers', () => {
  function three(): { router: EqualRouters; fakes: FakeRouter[]; asked: number[] } {
    const fakes = [0, 1, 2].map(() => new FakeRouter());
    const asked = [0, 0, 0];
    fakes.forEach((fake, i) => {
      fake.onRoute = () => {
        asked[i]++;
        return ROUTE;
      };
    });
    return { router: new EqualRouters(fakes, 3_000), fakes, asked };
  }

  it('are asked in turn while none is busier', async () => {
    const { router, asked } = three();
    for (let i = 0; i < 30; i++) expect(await router.route(REQUEST)).toEqual(ROUTE);
    expect(asked).toEqual([10, 10, 10]);
  });

  it('leave out the one that keeps its requests', async () => {
    const { router, fakes, asked } = three();
    let release: (found: typeof ROUTE) => void = () => undefined;
    fakes[1].onRoute = () => new Promise((resolve) => (release = resolve));
    const kept: Promise<unknown>[] = [];
    for (let i = 0; i < 3; i++) kept.push(router.route(REQUEST));
    for (let i = 0; i < 30; i++) await router.route(REQUEST);
    expect(asked[0] + asked[2]).toBe(32);
    release(ROUTE);
    await Promise.all(kept);
    fakes[1].onRoute = () => {
      asked[1]++;
      return ROUTE;
    };
    for (let i = 0; i < 30; i++) await router.route(REQUEST);
    expect(asked[1]).toBe(10);
  });

  it('go on with the next one when one is away, and say why when all are', async () => {
    const { router, fakes } = three();
    const fail = (code: 'UPSTREAM_ERROR' | 'SERVICE_UNAVAILABLE') => () =>
      Promise.reject(new OperatingError(code, code));
    fakes[0].onRoute = fail('UPSTREAM_ERROR');
    fakes[1].onRoute = fail('SERVICE_UNAVAILABLE');
    for (let i = 0; i < 9; i++) expect(await router.route(REQUEST)).toEqual(ROUTE);
    fakes[2].onRoute = fail('UPSTREAM_ERROR');
    await expect(router.route(REQUEST)).rejects.toBeInstanceOf(OperatingError);
  });

  it('ask last what is known to be away, silent or unknown', async () => {
    const { router, fakes, asked } = three();
    fakes[0].now = () => 'fail';
    fakes[1].isSilent = () => true;
    for (let i = 0; i < 12; i++) await router.route(REQUEST);
    expect(asked).toEqual([0, 0, 12]);
    expect(router.state()).toBe('degraded');
    expect(router.isSilent('driving')).toBe(false);
    fakes[2].now = () => 'loading';
    fakes[1].isSilent = () => false;
    for (let i = 0; i < 12; i++) await router.route(REQUEST);
    expect(asked).toEqual([0, 12, 12]);
    for (const fake of fakes) fake.now = () => 'fail';
    expect(router.state()).toBe('fail');
    expect(await router.route(REQUEST)).toEqual(ROUTE);
  });
});

describe('three engines side by side', () => {
  let servers: FaultServer[];
  let engines: EngineRouters;
  const changes: string[] = [];
  const asked = [0, 0, 0];

  beforeEach(async () => {
    servers = await Promise.all(
      asked.map((_, i) =>
        FaultServer.start((path) => {
          if (path.startsWith('/route')) asked[i]++;
          return fakeOsrm(path);
        }),
      ),
    );
    asked.fill(0);
    changes.length = 0;
    const hosts = servers.map(({ url }) => url.host).join('|');
    engines = openEngineRouters(parseRouterChoice(`osrm+http://${hosts}`) as EngineAddress[], {
      snapLimit_m: 1_000,
      connections: 4,
      requestTimeout_ms: 2_000,
      onChange: (where, reason) => changes.push(`${where} ${reason === null ? 'answers' : 'is away'}`),
    });
    await engines.start();
  });
  afterEach(async () => {
    await engines.close();
    await Promise.all(servers.map((server) => server.stop()));
  });

  /** So many at a time, one after the other each. @returns what became of them */
  async function routes(count: number, atOnce = 6): Promise<string[]> {
    const ends: string[] = [];
    const one = async (): Promise<void> => {
      for (let i = 0; i < count / atOnce; i++) {
        const signal = AbortSignal.timeout(PATIENCE_MS);
        const answer = Promise.resolve(engines.router.route(REQUEST, signal));
        ends.push(await answer.then(({ kind }) => kind, String));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    return ends;
  }

  const whereIs = (server: FaultServer): string => `osrm driving at ${server.url.host}`;

  it('share requests, and answer all of them while one is stopped and when it is back', async () => {
    expect(new Set(await routes(60))).toEqual(new Set(['route']));
    expect(Math.min(...asked)).toBeGreaterThan(5);
    const { port } = servers[0];
    const stopped = whereIs(servers[0]);
    await servers[0].stop();
    expect(new Set(await routes(100))).toEqual(new Set(['route']));
    await expect.poll(() => changes).toContain(`${stopped} is away`);
    expect(engines.router.state()).toBe('degraded');
    servers[0] = await FaultServer.start((path) => {
      if (path.startsWith('/route')) asked[0]++;
      return fakeOsrm(path);
    }, port);
    asked.fill(0);
    await expect.poll(() => engines.router.state()).toBe('ok');
    expect(new Set(await routes(60))).toEqual(new Set(['route']));
    expect(Math.min(...asked)).toBeGreaterThan(5);
  });

  it('lose nothing when one hangs on routes only, and answers its watch', async () => {
    servers[1].fault = WIRE_FAULTS.hang;
    servers[1].spoils = (path) => path.startsWith('/route');
    expect(new Set(await routes(120))).toEqual(new Set(['route']));
    // Six at a time, each for its share of the time; then one now and then.
    expect(asked[1]).toBeLessThan(24);
    expect(engines.router.state()).toBe('degraded');
    servers[1].fault = null;
    await expect
      .poll(async () => (await routes(6), engines.router.state()), { timeout: PATIENCE_MS })
      .toBe('ok');
  });

  it('let few requests wait for one that hangs, and none when the watch knows', async () => {
    servers[1].fault = WIRE_FAULTS.hang;
    servers[1].spoils = () => true;
    const answers = await routes(300);
    expect(new Set(answers)).toEqual(new Set(['route']));
    // Six at a time: of the third one it would have more than the others.
    expect(asked[1]).toBeLessThan(24);
    await expect.poll(() => changes).toContain(`${whereIs(servers[1])} is away`);
    expect(new Set(await routes(100))).toEqual(new Set(['route']));
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { tinyMap } from '../cli/tiny-map.js';
import { Load } from '../e2e/load.js';
import { makeKey, Service } from '../e2e/workers-service.js';
import { fakeOsrm } from '../sources/fake-osrm.js';
import { FaultServer, WIRE_FAULTS, type Fault } from '../sources/fault-server.js';
import { Balancer, BALANCERS } from './balancers.js';

/**
 * Replicas behind real balancers, with the files of `deploy/`, and routes from an engine elsewhere that is
 * cut, slow, hung, and back. Two such deployments run side by side: one whose clients ask for routes all the
 * while, and one whose clients only search. GAZARCH_TEST_BALANCER_ROUNDS=10 does everything ten times (6
 * minutes), and holds the time in which routes come back; else once (40 s).
 */

const ROUNDS = Number(process.env['GAZARCH_TEST_BALANCER_ROUNDS'] ?? 1);
const BACK_WITHIN_MS = 3_000;
const SEARCH = '/v1/geocode?q=zaisan';
const ROUTE = '/v1/route?origin=106.9,47.9&destination=106.91,47.91';

const slowly =
  (ms: number): Fault =>
  ({ status, text }, _req, res) =>
    setTimeout(() => res.writeHead(status).end(text), ms);

/** A fault, what routes are meanwhile, and how long it stays. */
const FAULTS: readonly (readonly [name: string, fault: Fault | 'cut', routes: RegExp])[] = [
  ['cut', 'cut', /^502/],
  ['slow, 0.8 s', slowly(800), /^200$/],
  ['slow, 4 s', slowly(4_000), /^200$/],
  ['hung', WIRE_FAULTS.hang, /^(408|502)/],
];

class Deployment {
  engine!: FaultServer;
  services: Service[] = [];
  balancers: Balancer[] = [];
  token = '';
  #enginePort = 0;
  #data!: { dataset: string; database: string };

  async start(folder: string, dataset: string): Promise<void> {
    this.engine = await FaultServer.start(fakeOsrm);
    this.#enginePort = this.engine.port;
    this.engine.spoils = () => true;
    const database = join(folder, 'keys.sqlite');
    this.token = await makeKey(database, 1_000_000);
    this.#data = { dataset, database };
    for (let i = 0; i < 2; i++) await this.startReplica(i);
    for (const name of BALANCERS)
      this.balancers.push(
        await Balancer.start(
          name,
          folder,
          this.services.map(({ port }) => port),
        ),
      );
  }

  async startReplica(i: number, port = 0): Promise<void> {
    const flags = ['--router', `osrm+http://127.0.0.1:${this.#enginePort}`];
    this.services[i] = await Service.start({ ...this.#data, workers: 1, flags, port });
  }

  load(targets: readonly string[]): Load[] {
    return this.balancers.map(
      ({ port }) => new Load({ port, token: this.token, targets, clients: 2, pause_ms: 100 }),
    );
  }

  async begin(fault: Fault | 'cut'): Promise<void> {
    if (fault === 'cut') await this.engine.stop();
    else this.engine.fault = fault;
  }

  async end(fault: Fault | 'cut'): Promise<void> {
    if (fault === 'cut') {
      this.engine = await FaultServer.start(fakeOsrm, this.#enginePort);
      this.engine.spoils = () => true;
    } else this.engine.fault = null;
  }

  async readiness(): Promise<{ status: number; body: { status: string; checks: { routing: string } } }[]> {
    return Promise.all(
      this.services.map(async (service) => {
        const { status, text } = await service.ask('/health/ready');
        return { status, body: JSON.parse(text) as { status: string; checks: { routing: string } } };
      }),
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.balancers.map((one) => one.stop()));
    await Promise.all(this.services.map((one) => one.stop()));
    await this.engine.stop();
  }
}

let folder: string;
let deployments: [withRoutes: Deployment, searchesOnly: Deployment];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-balancers-'));
  const map = join(folder, 'map.osm');
  writeFileSync(map, tinyMap('Зайсан'));
  const dataset = join(folder, 'dataset');
  const { status, stderr } = await runCli(['import', map, '--dataset', dataset]);
  expect(status, stderr).toBe(0);
  deployments = [new Deployment(), new Deployment()];
  for (const one of deployments) await one.start(mkdtempSync(join(folder, 'replicas-')), dataset);
});
afterAll(async () => {
  await Promise.all(deployments.map((one) => one.stop()));
  rmSync(folder, { recursive: true, force: true });
});

/** How long until a route is answered through each balancer, asked again and again. */
async function untilRoutes({ balancers, token }: Deployment): Promise<number[]> {
  const from_ms = performance.now();
  return Promise.all(
    balancers.map(async ({ port }) => {
      const headers = { authorization: `Bearer ${token}` };
      for (;;) {
        const { status } = await fetch(`http://127.0.0.1:${port}${ROUTE}`, { headers });
        if (status === 200) return performance.now() - from_ms;
        await wait(50);
      }
    }),
  );
}

it.skipIf(BALANCERS.length === 0).each(FAULTS)(
  'an engine that is %s costs routes only, and they come back by themselves',
  async (name, fault, routes) => {
    const backs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const searches = deployments.map((one) => one.load([SEARCH]));
      await wait(200);
      for (const one of deployments) await one.begin(fault);
      const asked = deployments[0].load([ROUTE]);
      const isAway = !routes.test('200');
      if (isAway)
        for (const one of deployments)
          await expect
            .poll(async () => (await one.readiness()).map(({ body }) => body.checks.routing))
            .toEqual(['fail', 'fail']);
      else await wait(5_500);
      // Answers that were begun before it was known are over.
      if (name === 'hung') await wait(500);
      for (const one of deployments)
        for (const { status, body } of await one.readiness())
          expect([status, body.status]).toEqual([200, isAway ? 'degraded' : 'ok']);
      await Promise.all(deployments.map((one) => one.end(fault)));
      backs.push(...(await Promise.all(deployments.map(untilRoutes))).flat());
      for (const load of [...searches.flat(), ...asked]) await load.stop();
      for (const load of searches.flat()) expect(load.statuses(), JSON.stringify(load.ends)).toEqual(['200']);
      for (const load of asked)
        expect(load.statuses().filter((status) => status !== '200' && !routes.test(status))).toEqual([]);
      for (const one of deployments)
        await expect
          .poll(async () => (await one.readiness()).map(({ body }) => body.status))
          .toEqual(['ok', 'ok']);
    }
    const longest_ms = Math.round(Math.max(...backs));
    process.stdout.write(`${name}: routes were back within ${longest_ms} ms, ${backs.length} times\n`);
    if (ROUNDS > 1) expect(longest_ms).toBeLessThan(BACK_WITHIN_MS);
  },
  600_000,
);

it.skipIf(BALANCERS.length === 0)('a replica that stops, or is killed, costs no search', async () => {
  const [one] = deployments;
  const searches = one.load([SEARCH]);
  const { port } = one.services[0];
  expect(await one.services[0].stop()).toBe(0);
  await one.startReplica(0, port);
  // The balancers look once a second.
  await wait(3_000);
  one.services[1].child.kill('SIGKILL');
  await wait(2_000);
  for (const load of searches) await load.stop();
  for (const load of searches) expect(load.statuses(), JSON.stringify(load.ends)).toEqual(['200']);
});

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { Balancer, BALANCERS } from './balancers.js';

/** What the balancers of `deploy/` write down of requests: no key, no point, nothing that people look for. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-logs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEY = 'geo_Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56Qr78';
const TARGETS = [
  `/v1/geocode?q=zaisan&key=${KEY}`,
  '/v1/route?origin=106.9176,47.9188&destination=106.8832,47.9065',
  `/compat/key/${KEY}/photon/api?q=zaisan`,
  `/compat/%6bey/${KEY.replace('_', '%5f')}/photon/api`,
  '/compat/osrm/route/v1/driving/106.9176,47.9188;106.8832,47.9065',
  '/route/v1/driving/106.9176,47.9188;106.8832,47.9065',
  `/${KEY}`,
  '/47.9188,106.9176',
  '/v1/47.9188%2C106.9176',
];
/** Whole coordinates: the time 20:12:47.918 and the port 49188 of a client are no secrets. */
const SECRETS = /geo_|Ab12|zaisan|47\.9188|106\.9176|106\.8832|47\.9065|secret-of-header/;

function ask(port: number, path: string): Promise<void> {
  const headers = { authorization: 'Bearer secret-of-header', referer: `http://x/${KEY}` };
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.resume().on('end', resolve);
    });
    sent.on('error', () => resolve()).end();
  });
}

it.each(BALANCERS)('%s logs no key and no point, also while replicas are away', async (name) => {
  let isCut = false;
  const replica = createServer((req, res) => {
    if (isCut && !req.url!.startsWith('/health')) req.socket.destroy();
    else res.end('{}');
  });
  await new Promise<void>((resolve) => replica.listen(0, '127.0.0.1', resolve));
  const { port } = replica.address() as AddressInfo;
  const balancer = await Balancer.start(name, folder, [port, port]);
  onTestFinished(async () => {
    await balancer.stop();
    replica.closeAllConnections();
    replica.close();
  });
  for (const cut of [false, true]) {
    isCut = cut;
    for (const target of TARGETS) await ask(balancer.port, target);
  }
  const logs = (): string =>
    balancer.output +
    ['access.log', 'error.log']
      .map((file) => join(folder, file))
      .map((path) => (name === 'nginx' && existsSync(path) ? readFileSync(path, 'utf8') : ''))
      .join('');
  // Caddy logs only what fails.
  await expect.poll(logs).toMatch(name === 'caddy' ? /"level":"error"/ : /\/v1\/geocode/);
  expect(logs()).not.toMatch(SECRETS);
});

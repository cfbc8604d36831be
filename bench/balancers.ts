/**
 * What a balancer costs: processor time of HAProxy for a request, with `deploy/haproxy/haproxy.cfg` in front
 * of one service. Plain, with TLS on connections that are kept, and with a TLS connection for each request.
 * It needs `haproxy` and `openssl`. Linux only.
 *
 *     bench/balancers.js --dataset DIR [--build DIR] [--requests 20000]
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent as PlainAgent, request as requestPlain } from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { servedPath } from '../src/dataset/dataset-folder.js';
import { freePort } from '../test/free-port.js';
import { startBuilt, stopBuilt } from './built-service.js';
import { targetsOf } from './http-targets.js';

const CLIENTS = 16;
const ROUNDS = 3;

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string' },
    build: { type: 'string', default: '.' },
    requests: { type: 'string', default: '20000' },
  },
});
if (flags.dataset === undefined) throw new Error('--dataset DIR is needed');

const folder = mkdtempSync(join(tmpdir(), 'gazarch-balancers-'));
const { route, reverse } = await targetsOf(servedPath(flags.dataset));
const service = await startBuilt(flags.build, flags.dataset, folder);
const ports = { plain: await freePort(), tls: await freePort() };
const balancer = startBalancer();
try {
  await new Promise((wait) => setTimeout(wait, 2_500));
  for (let round = 0; round < ROUNDS; round++)
    for (const [kind, targets] of Object.entries({ reverse, route })) {
      const count = Number(flags.requests);
      const rows = [
        ['plain', await cost(targets, count, { isTls: false, isKept: true })],
        ['TLS', await cost(targets, count, { isTls: true, isKept: true })],
        ['a TLS connection each', await cost(targets, count / 10, { isTls: true, isKept: false })],
      ];
      console.log(`${kind}: ${rows.map(([name, us]) => `${name} ${us} us`).join(', ')}`);
    }
} finally {
  balancer.kill('SIGTERM');
  await once(balancer, 'exit');
  await stopBuilt(service);
  rmSync(folder, { recursive: true });
}

function startBalancer(): ChildProcess {
  const [key, certificate, both] = ['key.pem', 'cert.pem', 'both.pem'].map((name) => join(folder, name));
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const files = ['-keyout', key, '-out', certificate, '-subj', '/CN=localhost'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...files], { stdio: 'ignore' });
  writeFileSync(both, readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'));
  const listens = `bind 127.0.0.1:${ports.plain}\n  bind 127.0.0.1:${ports.tls} ssl crt ${both}`;
  const text = readFileSync(join(flags.build, 'deploy/haproxy/haproxy.cfg'), 'utf8')
    .replace('bind :80', listens)
    .replace('gazarch-1:8080', `127.0.0.1:${service.port}`)
    .replace(/^ {2}server gazarch-2 .*$/m, '');
  writeFileSync(join(folder, 'haproxy.cfg'), `${text}\n`);
  return spawn('haproxy', ['-f', join(folder, 'haproxy.cfg')], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Processor time of the balancer for a request, in microseconds. */
async function cost(
  targets: readonly string[],
  count: number,
  { isTls, isKept }: { isTls: boolean; isKept: boolean },
): Promise<string> {
  const Agent = isTls ? TlsAgent : PlainAgent;
  const options = { keepAlive: isKept, maxSockets: CLIENTS, rejectUnauthorized: false, maxCachedSessions: 0 };
  const agent = new Agent(options);
  const request = isTls ? requestTls : requestPlain;
  const headers = { authorization: `Bearer ${service.key}` };
  const ask = (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const port = isTls ? ports.tls : ports.plain;
      request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
        response.on('end', resolve).resume();
      })
        .on('error', reject)
        .end();
    });
  let next = 0;
  const before_ms = processorTime_ms();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (next < count) await ask(targets[next++ % targets.length]);
    }),
  );
  agent.destroy();
  return (((processorTime_ms() - before_ms) / count) * 1000).toFixed(0);
}

/** With all its threads. The kernel counts in hundredths of a second. */
function processorTime_ms(): number {
  const fields = readFileSync(`/proc/${balancer.pid!}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../free-port.js';
import { noteMissing } from '../run-folder.js';
import { DEPLOY } from './dockerfile.js';
import { untilAnswers } from './program.js';

/** The balancers of `deploy/`, started with the files as they stand there but for hosts and ports. */

interface Kind {
  file: string;
  /** Other than the hosts of the replicas. */
  listens: string;
  args: (file: string) => string[];
  /** A whole configuration of the file. */
  whole: (text: string, folder: string) => string;
  /** Says its version. */
  version: string;
}

const KINDS = {
  haproxy: {
    file: 'haproxy/haproxy.cfg',
    listens: 'bind :80',
    args: (file) => ['-f', file],
    whole: (text) => text,
    version: '-v',
  },
  nginx: {
    file: 'nginx/gazarch.conf',
    listens: 'listen 80',
    args: (file) => ['-c', file],
    whole: (text, folder) =>
      `daemon off; error_log ${folder}/nginx.log; pid ${folder}/nginx.pid; events {}\n` +
      `http { ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ')}\n${text.replaceAll('/var/log/nginx', folder)}\n}`,
    version: '-v',
  },
  caddy: {
    file: 'Caddyfile',
    listens: '{$GAZARCH_SITE} {',
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    // Without its interface for administrators, which has one port.
    whole: (text) => text.replace('{\n\tlog {', '{\n\tadmin off\n\tauto_https off\n\tlog {'),
    version: 'version',
  },
} satisfies Record<string, Kind>;

export type BalancerName = keyof typeof KINDS;
export const BALANCERS = (Object.keys(KINDS) as BalancerName[]).filter((name) => {
  if (spawnSync(name, [KINDS[name].version]).status === 0) return true;
  noteMissing(`${name} does not run here`);
  return false;
});

export class Balancer {
  readonly name: BalancerName;
  readonly port: number;
  readonly #child: ChildProcess;
  /** What it has written to its two outputs. */
  output = '';

  /** @param ports of the replicas. Resolves when one of them has answered through it. */
  static async start(name: BalancerName, folder: string, ports: readonly number[]): Promise<Balancer> {
    const { file, listens, args, whole } = KINDS[name];
    const text = readFileSync(resolve(DEPLOY, file), 'utf8');
    const port = await freePort();
    const local = [...ports.entries()].reduce(
      (now, [i, one]) => replaced(now, `gazarch-${i + 1}:8080`, `127.0.0.1:${one}`),
      replaced(
        text,
        listens,
        listens
          .replace(':80', `127.0.0.1:${port}`)
          .replace(' 80', ` 127.0.0.1:${port}`)
          .replace('{$GAZARCH_SITE}', `http://127.0.0.1:${port}`),
      ),
    );
    const path = join(folder, `${name}-${port}.conf`);
    writeFileSync(path, whole(local, folder));
    const child = spawn(name, args(path), { stdio: ['ignore', 'pipe', 'pipe'] });
    await untilAnswers(`http://127.0.0.1:${port}/health/ready`, child);
    return new Balancer(name, port, child);
  }

  private constructor(name: BalancerName, port: number, child: ChildProcess) {
    this.name = name;
    this.port = port;
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => (this.output += bytes.toString()));
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}

function replaced(text: string, what: string, by: string): string {
  if (!text.includes(what)) throw new Error(`the file has no ${what}`);
  return text.replace(what, by);
}

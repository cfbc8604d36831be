import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, Agent } from 'node:http';
import { join } from 'node:path';

/** A built program that serves a dataset, as a user would start it. */
export interface BuiltService {
  child: ChildProcess;
  port: number;
  key: string;
  /** From the start of the process until `/health/ready` says 200. */
  ready_ms: number;
}

export interface Answer {
  status: number;
  body: Buffer;
}

/** How often a starting service is asked whether it is ready. */
const ASK_MS = 5;

/**
 * Starts the service of a build and waits until it is ready.
 * @param build folder of a package that was built: it has `dist`
 * @param folder for keys and settings; it may be used again
 * @param flags of `serve`, besides the usual; the last of a kind counts
 */
export async function startBuilt(
  build: string,
  dataset: string,
  folder: string,
  flags: readonly string[] = [],
): Promise<BuiltService> {
  const main = join(build, 'dist/cli/main.js');
  const database = join(folder, 'keys.sqlite');
  const create = ['keys', 'create', '--name', 'bench', '--endpoints', 'geocode,route'];
  const more = ['--rate-limit', '1000000', '--database', database, '--json'];
  const made = execFileSync(process.execPath, [main, ...create, ...more], { encoding: 'utf8' });
  const { key } = JSON.parse(made) as { key: string };
  const started = performance.now();
  const args = ['serve', '--workers', '1', '--dataset', dataset, '--database', database, '--port', '0'];
  const child = spawn(process.execPath, [main, ...args, '--no-first-key', '--drain-s', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GAZARCH_LOG_LEVEL: 'info' },
  });
  const port = await portOf(child);
  for (;;) {
    const { status } = await ask({ port, key }, '/health/ready').catch(() => ({ status: 0 }));
    if (status === 200) break;
    await new Promise((wait) => setTimeout(wait, ASK_MS));
  }
  return { child, port, key, ready_ms: performance.now() - started };
}

/** Ends the service and waits for its end. */
export async function stopBuilt({ child }: BuiltService): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

const shared = new Agent({ keepAlive: true, maxSockets: 8 });

/** Asks for one target. */
export function ask(service: Pick<BuiltService, 'port' | 'key'>, target: string): Promise<Answer> {
  return askThrough(shared, service, target);
}

function askThrough(
  agent: Agent,
  { port, key }: Pick<BuiltService, 'port' | 'key'>,
  target: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    request({ host: '127.0.0.1', port, path: target, headers, agent }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces) }));
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Asks for several targets one after the other, on a connection of their own. */
export async function askAnew(
  { port, key }: Pick<BuiltService, 'port' | 'key'>,
  targets: readonly string[],
): Promise<Answer[]> {
  const own = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: Answer[] = [];
  for (const target of targets) answers.push(await askThrough(own, { port, key }, target));
  own.destroy();
  return answers;
}

/** The ids of a service's processes: the one that was started, and its children. */
export function processesOf({ child }: Pick<BuiltService, 'child'>): number[] {
  const children = readFileSync(`/proc/${child.pid!}/task/${child.pid!}/children`, 'utf8').trim();
  return [child.pid!, ...children.split(' ').filter(Boolean).map(Number)];
}

/** The port that the service listens on: an early line of its log, or the start message, names it. */
export async function portOf(child: ChildProcess): Promise<number> {
  let text = '';
  return new Promise((resolve, reject) => {
    const look = (chunk: Buffer): void => {
      if (text.length > 1 << 16) return;
      text += chunk.toString();
      const port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout!.on('data', look);
    child.stderr!.on('data', look);
    child.once('exit', (status) => reject(new Error(`serve ended with status ${status}: ${text}`)));
  });
}

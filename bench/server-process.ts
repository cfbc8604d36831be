import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Listening, ServerKind } from './http-servers.js';
import { RequestList, requestBytes } from './request-list.js';

const FILE = fileURLToPath(new URL('./serve-one.js', import.meta.url));

/** A server in a process of its own. So its processor time can be told apart from the load generator's. */
export interface ServerProcess extends Listening {
  child: ChildProcess;
}

interface ServerOptions {
  /** Bytes of a bare server's body. */
  size?: number;
  /** Folder of a dataset; null: canned answers. */
  dataset?: string | null;
  /**
   * Folder of another build, as `npm run compile-bench` writes it, whose server is started; null: this one.
   */
  build?: string | null;
  /** Folder of keys to share with other servers; null: keys of its own. */
  keys?: string | null;
}

/** Starts a server and waits until it listens. */
export async function startServer(
  kind: ServerKind,
  { size = 0, dataset = null, build = null, keys = null }: ServerOptions,
): Promise<ServerProcess> {
  const args = ['--kind', kind, '--size', String(size)];
  if (dataset !== null) args.push('--dataset', dataset);
  if (keys !== null) args.push('--keys', keys);
  const child = fork(build === null ? FILE : join(build, 'bench/serve-one.js'), args);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with code ${code} before it listened`);
  });
  const [listening] = (await Promise.race([once(child, 'message'), ended])) as [Listening];
  ended.catch(() => undefined);
  return { ...listening, child };
}

export async function stopServer({ child }: ServerProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}

/** Processor time of all threads of the server since its start, in microseconds. */
export async function cpuOf_us({ child }: ServerProcess): Promise<number> {
  const answer = once(child, 'message');
  child.send('cpu');
  return ((await answer) as [number])[0];
}

/** Whole requests for these targets. They use the keys of the server in turn. */
export function requestsOf(targets: readonly string[], { tokens }: Listening): RequestList {
  return RequestList.of(
    targets.map((target, i) =>
      requestBytes(target, { Authorization: `Bearer ${tokens[i % tokens.length]}` }),
    ),
  );
}

/** Number of targets that are tried: the last ones of the list. The others must be new to the server. */
const PROBES = 1_000;

/**
 * Tries the last targets of the list and drops those without an answer. Untried ones are kept. `size` is
 * the average size of an answer in bytes: a bare server sends as much.
 * @throws Error when fewer than half of the tried targets have an answer
 */
export async function answeredTargets(
  targets: readonly string[],
  { port, tokens }: Listening,
): Promise<{ answered: string[]; size: number }> {
  const answered: string[] = [];
  const untried = targets.slice(0, -PROBES);
  let bytes = 0;
  for (const [i, target] of targets.slice(-PROBES).entries()) {
    const response = await fetch(`http://127.0.0.1:${port}${target}`, {
      headers: { authorization: `Bearer ${tokens[i % tokens.length]}` },
    });
    const body = await response.arrayBuffer();
    if (response.status !== 200) continue;
    answered.push(target);
    bytes += body.byteLength;
  }
  if (answered.length < (targets.length - untried.length) / 2)
    throw new Error(
      `only ${answered.length} of ${targets.length - untried.length} requests have an answer, ` +
        `the first asked was ${targets[0]}`,
    );
  return { answered: [...untried, ...answered], size: Math.round(bytes / answered.length) };
}

/** Whether a server answers a target with 200. */
export async function isAnswered(target: string, { port, tokens }: Listening): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}${target}`, {
    headers: { authorization: `Bearer ${tokens[0]}` },
  });
  await response.arrayBuffer();
  return response.status === 200;
}

/** The median; of an even number of values, the upper of the two in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

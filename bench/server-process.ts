import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Listening, ServerKind } from './http-servers.js';
import { RequestList, requestBytes } from './request-list.js';

const FILE = fileURLToPath(new URL('./serve-one.js', import.meta.url));

/** A server in a process of its own, so that its processor time can be told from the load generator's. */
export interface ServerProcess extends Listening {
  child: ChildProcess;
}

/** @param size of a bare server's body, bytes @param dataset folder; null: canned answers */
export async function startServer(
  kind: ServerKind,
  { size = 0, dataset = null }: { size?: number; dataset?: string | null },
): Promise<ServerProcess> {
  const args = ['--kind', kind, '--size', String(size), ...(dataset === null ? [] : ['--dataset', dataset])];
  const child = fork(FILE, args);
  const [listening] = (await once(child, 'message')) as [Listening];
  return { ...listening, child };
}

export async function stopServer({ child }: ServerProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}

/** Processor time of all its threads since its start, microseconds. */
export async function cpuOf_us({ child }: ServerProcess): Promise<number> {
  const answer = once(child, 'message');
  child.send('cpu');
  return ((await answer) as [number])[0];
}

/** Whole requests, the keys of the server in turn. */
export function requestsOf(targets: readonly string[], { tokens }: Listening): RequestList {
  return RequestList.of(
    targets.map((target, i) =>
      requestBytes(target, { Authorization: `Bearer ${tokens[i % tokens.length]}` }),
    ),
  );
}

/** So many of a long list are tried, the last ones: the others are to be new to the server. */
const PROBES = 1_000;

/** The targets that have an answer, as far as they were tried, and the bytes of one on average: what a bare server is to send. */
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
      `only ${answered.length} of ${targets.length - untried.length} requests have an answer, the first asked was ${targets[0]}`,
    );
  return { answered: [...untried, ...answered], size: Math.round(bytes / answered.length) };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { counted } from '../../../counted.js';
import { VERSION } from '../../terminal/version.js';
import type { Only } from '../../settings/settings.js';
import { failure, failureOf, ok, size, warning, type Finding } from './doctor-finding.js';
import { portError } from '../process/serve-port.js';

/** The resources that `gazarch serve` needs on the machine: see docs/run.md, "Processes". */
const WORKER_BYTES = 70e6;
const LEADER_BYTES = 40e6;

/** Loading the program takes about 300 descriptors. */
const LEAST_DESCRIPTORS = 1_024;

export function versions(): Finding {
  return ok(
    'versions',
    `gazarch ${VERSION}, Node.js ${process.version}, ${process.platform} ${process.arch}`,
  );
}

export function descriptors(): Finding {
  let most = Infinity;
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits) ?? [];
    if (soft !== undefined && soft !== 'unlimited') most = Number(soft);
  } catch {
    return ok('descriptors', 'this system does not report its limit on open files');
  }
  const found = `${most} files and connections may be open`;
  return most >= LEAST_DESCRIPTORS
    ? ok('descriptors', found)
    : failure(
        'descriptors',
        found,
        `raise the limit: ulimit -n ${LEAST_DESCRIPTORS}, or LimitNOFILE= in the systemd unit`,
      );
}

/** @param copied_bytes the dataset's size, if each worker reads its own copy */
export function memory({ workers }: Only<'workers'>, copied_bytes: number): Finding {
  const needed = workers * (WORKER_BYTES + copied_bytes) + (workers > 1 ? LEADER_BYTES : 0);
  const free = process.availableMemory();
  const who = counted(workers, 'worker needs', 'workers need');
  const found = `${size(free)} free; ${who} ${size(needed)}`;
  return free >= needed
    ? ok('memory', found)
    : failure('memory', found, 'use fewer --workers, or a machine with more memory');
}

/**
 * Checks whether the service can listen on its ports. A port on which a gazarch service already answers is
 * not reported.
 */
export async function ports(
  settings: Only<'host' | 'port' | 'metricsHost' | 'metricsPort' | 'console' | 'consoleHost' | 'consolePort'>,
): Promise<Finding[]> {
  const { host, port, metricsHost, metricsPort, consoleHost, consolePort } = settings;
  const wanted = [
    { flag: 'port', host, port, path: '/health' },
    { flag: 'metrics-port', host: metricsHost, port: metricsPort, path: '/metrics' },
    ...(settings.console ? [{ flag: 'console-port', host: consoleHost, port: consolePort, path: '/' }] : []),
  ].filter((one) => one.port !== 0);
  const findings: Finding[] = [];
  for (const [i, one] of wanted.entries()) {
    const same = wanted.slice(0, i).find((other) => other.port === one.port);
    findings.push(
      same === undefined
        ? await portFinding(one)
        : failure(
            one.flag,
            `--${same.flag} and --${one.flag} are both ${one.port}`,
            'choose another port for one of them',
          ),
    );
  }
  return findings;
}

interface WantedPort {
  flag: string;
  host: string;
  port: number;
  path: string;
}

async function portFinding({ flag, host, port, path }: WantedPort): Promise<Finding> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return ok(flag, `${host}:${port} is free`);
  } catch (cause) {
    const who = await whoListens(host, port, path);
    if (who === 'gazarch') return ok(flag, `a gazarch service answers on ${host}:${port}`);
    if (who === 'silent')
      return failure(
        flag,
        `a process listens on ${host}:${port} but does not answer`,
        `if the process is this service, it hangs: restart it; "ss -ltnp sport = :${port}" shows the process`,
      );
    const remedy = 'choose another address of this machine';
    return failureOf(flag, portError(cause, { host, port }, flag), remedy);
  } finally {
    server.close();
  }
}

async function whoListens(host: string, port: number, path: string): Promise<'gazarch' | 'silent' | 'other'> {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  try {
    const url = `http://${everywhere[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}${path}`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    const text = await answer.text();
    const isOurs = path === '/health' ? text === '{"status":"ok"}' : /gazarch/i.test(text);
    return isOurs ? 'gazarch' : 'other';
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'silent' : 'other';
  }
}

/** How much two clocks may differ without a warning, because the server's answer may be this old. */
const CLOCKS_APART_MS = 2_000;

/** @param ahead_ms how far the other clock is ahead of this machine's */
export function clock(whose: string, ahead_ms: number): Finding {
  const found = `the clock of ${whose} differs by ${Math.round(Math.abs(ahead_ms) / 100) / 10} s`;
  return Math.abs(ahead_ms) <= CLOCKS_APART_MS
    ? ok('clock', found)
    : warning(
        'clock',
        found,
        'run NTP on both machines: windows, expiry and certificates depend on the clock',
      );
}

import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type * as ConsoleModule from '../../src/cli/serve/console/console-process.js';
import type * as SettingsModule from '../../src/cli/settings/settings.js';
import { withFolderLock } from '../../src/dataset/folder-lock.js';
import { Browser } from '../console/browser.js';
import { runCli, startCli } from './run-cli.js';
import { tinyMap } from './tiny-map.js';
import { loners, notAlone } from '../crews.js';
import { PATIENCE_MS } from '../patience.js';

/** The console beside the API: what happens to the one while the other is in trouble. */

let folder: string;
let dataset: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-console-'));
  dataset = join(folder, 'dataset');
  const source = join(folder, 'map.osm');
  writeFileSync(source, tinyMap('Баянзүрх'));
  const { status, stderr } = await runCli(['import', source, '--dataset', dataset]);
  expect(status, stderr).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let databases = 0;

class Service {
  readonly child: ChildProcess;
  readonly database: string;
  output = '';

  constructor(args: string[], database?: string) {
    this.database = database ?? join(folder, `d${++databases}`, 'keys.sqlite');
    this.child = startCli([
      ...['serve', '--console', '--dataset', dataset, '--port', '0', '--database', this.database],
      ...args,
    ]);
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.on('data', (text: Buffer) => (this.output += text.toString()));
    onTestFinished(() => void this.child.kill('SIGKILL'));
  }

  /** Waits until a pattern was printed so many times. @returns the last match */
  async printed(pattern: RegExp, times = 1): Promise<string> {
    const all = (): string[] =>
      [...this.output.matchAll(new RegExp(pattern, 'g'))].map((match) => match[1] ?? '');
    const deadline_ms = performance.now() + PATIENCE_MS;
    while (all().length < times) {
      if (performance.now() > deadline_ms) throw new Error(`${pattern} was not printed:\n${this.output}`);
      await pause(50);
    }
    return all().at(-1)!;
  }

  apiUrl(): Promise<string> {
    return this.printed(/gazarch listens on (\S+)/);
  }

  consoleUrl(starts = 1): Promise<string> {
    return this.printed(/Developer console: +(\S+)/, starts);
  }

  /** Whether the API is ready, with how long it took. */
  async readiness(): Promise<{ status: number; took_ms: number }> {
    const start = performance.now();
    const { status } = await fetch(`${await this.apiUrl()}/health/ready`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { status, took_ms: performance.now() - start };
  }

  /** Process of the console. */
  consolePid(): number | null {
    const { pid } = this.child;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
    return children.find((one) => commandOf(one).includes('\0console\0')) ?? null;
  }

  async stop(): Promise<number | null> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const [status] = (await exited) as [number | null];
    return status;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function gone(pid: number): Promise<void> {
  await expect.poll(() => commandOf(pid)).toBe('');
}

async function hold(port = 0): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** A key of the API by way of the console, as its first administrator makes it. */
async function firstKey(service: Service): Promise<string> {
  const link = readFileSync(join(dirname(service.database), 'console-setup-link.txt'), 'utf8').trim();
  const admin = new Browser(await service.consoleUrl());
  await admin.ask('POST /api/setup', {
    body: {
      ...{ token: link.split('#')[1], name: 'Админ', email: 'admin@example.mn' },
      ...{ password: 'a long enough one', organisation: 'X', language: 'en' },
    },
  });
  const { secret } = await admin.ask('POST /api/projects/:project/keys', {
    params: { project: 'default' },
    body: { name: 'from the console', endpoints: ['geocode'] },
  });
  return secret;
}

describe.each(loners())('gazarch serve --console with %i workers', (workers) => {
  const start = (...args: string[]): Service =>
    new Service(['--workers', String(workers), '--console-port', '0', ...args]);

  it('prints both addresses, hides the link, makes a key that works, and stops as one', async () => {
    const service = start();
    const url = await service.consoleUrl();
    const path = await service.printed(/\n {2}(\S*console-setup-link\.txt)/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(service.output).not.toContain('/setup#');
    const secret = await firstKey(service);
    await expect.poll(() => existsSync(path)).toBe(false);
    const answer = await fetch(`${await service.apiUrl()}/v1/geocode?q=Баянзүрх`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(answer.status).toBe(200);
    expect((await fetch(`${url}/v1/geocode?q=x`)).status).toBe(404);
    const admin = new Browser(url);
    await admin.signIn('admin@example.mn', 'a long enough one');
    const { readiness, data } = await admin.ask('GET /api/operator/service');
    expect(readiness).toMatchObject({ status: 'ok' });
    expect(data).toMatchObject({
      datasets: [{ number: 1, sources: ['map.osm'], is_served: true, edition: null }],
      ...{ changing: null, source_url: null, import_command: `gazarch import map.osm --dataset ${dataset}` },
    });
    // An import elsewhere is seen while it goes on.
    await withFolderLock(dataset, 'import of mongolia', async () => {
      const during = await admin.ask('GET /api/operator/service');
      expect(during.data!.changing).toMatchObject({ doing: 'import of mongolia' });
    });
    const pid = service.consolePid()!;
    expect(await service.stop()).toBe(0);
    await gone(pid);
  });

  it('answers requests as before while the console is killed, and starts it again', async () => {
    const service = start();
    await service.consoleUrl();
    const killed = service.consolePid()!;
    process.kill(killed, 'SIGKILL');
    for (let i = 0; i < 20; i++) expect((await service.readiness()).status).toBe(200);
    const url = await service.consoleUrl(2);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(service.output).toContain('the console has exited; the API keeps running');
    const pid = service.consolePid()!;
    expect(pid).not.toBe(killed);
    // The other way round: a console does not outlive its service.
    service.child.kill('SIGKILL');
    await gone(pid);
  });

  it('answers requests as before while the console hangs', async () => {
    const service = start();
    await service.consoleUrl();
    const pid = service.consolePid()!;
    process.kill(pid, 'SIGSTOP');
    for (let i = 0; i < 20; i++) expect((await service.readiness()).status).toBe(200);
    // Also a stop does not wait for it for long.
    expect(await service.stop()).toBe(0);
    await gone(pid);
  });
});

notAlone(() =>
  describe('gazarch serve --console', () => {
    it('serves the API while the port of the console is taken, and the console when it is free', async () => {
      const { server, port } = await hold();
      onTestFinished(() => void server.close());
      const service = new Service(['--workers', '1', '--console-port', String(port)]);
      await service.printed(/another program listens there; choose another with --console-port()/);
      expect((await service.readiness()).status).toBe(200);
      server.close();
      expect(await service.consoleUrl()).toBe(`http://localhost:${port}`);
    });

    it('serves both while the mail server is away or hangs', async () => {
      const { server, port } = await hold();
      onTestFinished(() => void server.close());
      const mail = ['--smtp', `smtp://127.0.0.1:${port}`, '--mail-from', 'no-reply@example.mn'];
      const service = new Service(['--workers', '1', '--console-port', '0', ...mail]);
      await service.consoleUrl();
      await firstKey(service);
      const admin = new Browser(await service.consoleUrl());
      await admin.signIn('admin@example.mn', 'a long enough one');
      const made = await admin.ask('POST /api/operator/invitations', {
        body: { email: 'nara@example.mn', language: 'en' },
      });
      expect(made.was_mailed).toBe(false);
      expect(made.link).toContain('/invitation#');
      expect((await service.readiness()).status).toBe(200);
      expect(service.output).toContain('an email could not be sent');
    });

    it('is started again when it hangs', async () => {
      // It starts the built program, which only lies beside its built self.
      const dist = resolve(import.meta.dirname, '../../dist/cli');
      const { ConsoleProcess } = (await import(
        `${dist}/serve/console/console-process.js`
      )) as typeof ConsoleModule;
      const { readSettings } = (await import(`${dist}/settings/settings.js`)) as typeof SettingsModule;
      const database = join(folder, 'hanging.sqlite');
      const settings = readSettings({ database, consolePort: '0', dataset }, {}, () => undefined);
      let output = '';
      const said: unknown[] = [];
      const log = {
        logger: pino({ base: null }, { write: (line: string) => void said.push(JSON.parse(line)) }),
        output: { write: (text: string) => (output += text) },
        greeting: { write: (text: string) => (output += text) },
      };
      const running = new ConsoleProcess({
        ...{ settings, apiAddress: 'http://127.0.0.1:1' },
        log: log as never,
        wait_ms: { first: 100, most: 1_000 },
        silence_ms: 30_000,
      });
      onTestFinished(() => running.stop());
      const starts = (): number => output.split('Developer console:').length - 1;
      await expect.poll(starts).toBe(1);
      const hanging = running.pid!;
      process.kill(hanging, 'SIGSTOP');
      await expect.poll(starts).toBe(2);
      expect(said).toMatchObject([
        { process: 'console', msg: 'the console is not responding and is being killed' },
        { process: 'console', msg: 'the console has exited; the API keeps running' },
      ]);
      expect(running.pid).not.toBe(hanging);
      await running.stop();
      expect(running.pid).toBeNull();
    });

    it('says what is missing of a mail server or a provider, and ends', async () => {
      const alone = (...args: string[]): ReturnType<typeof runCli> =>
        runCli(['console', '--console-port', '0', '--database', join(folder, 'alone.sqlite'), ...args]);
      expect((await alone('--smtp', 'smtp://localhost')).stderr).toBe(
        'gazarch: --smtp needs --mail-from, the sender address of emails\n',
      );
      expect((await alone('--oidc-issuer', 'https://id.example.mn')).stderr).toBe(
        'gazarch: --oidc-issuer needs --oidc-client-id and --oidc-client-secret\n',
      );
    });
  }),
);

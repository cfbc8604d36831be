import type { AddressInfo } from 'node:net';
import { closeGracefully, createApp, type App, type AppOptions } from '../../src/http/app.js';
import type { HttpSettings } from '../../src/http/core/settings.js';
import { FakeCounter, FakeGeocoder, FakeKeys, FakeRouter } from './fakes.js';

interface LoggedError {
  fields: Record<string, unknown>;
  message: string;
}

/** A listening server with fake sources, keys and counters, and everything it logged. */
export interface TestServer {
  app: App;
  url: string;
  port: number;
  geocoder: FakeGeocoder;
  router: FakeRouter;
  keys: FakeKeys;
  counter: FakeCounter;
  errors: LoggedError[];
  /** Every line of the request log so far. */
  lines(): Record<string, unknown>[];
  logText(): string;
  stop(): Promise<void>;
}

export async function startServer(
  settings: Partial<HttpSettings> = {},
  options: Partial<AppOptions> = {},
): Promise<TestServer> {
  const [geocoder, router, keys, counter] = [
    new FakeGeocoder(),
    new FakeRouter(),
    new FakeKeys(),
    new FakeCounter(),
  ];
  const errors: LoggedError[] = [];
  let text = '';
  const log = (fields: object, message: string): void => void errors.push({ fields: { ...fields }, message });
  const app = createApp({
    geocoder,
    router,
    keys,
    counter,
    // No refusal of requests that wait: it would make every test depend on the speed of the machine.
    settings: { version: '9.9.9', maxWait_ms: 0, ...settings },
    logger: { error: log, warn: log },
    requestLog: { write: (lines) => (text += lines) },
    ...options,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    port,
    geocoder,
    router,
    keys,
    counter,
    errors,
    lines: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    logText: () => text,
    stop: () => closeGracefully(app, 1000),
  };
}

import type { Logger } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stopSignals } from '../../src/cli/serve/process/serve-signals.js';

/** Signals that come at the worst moment. The process of the test gets them as events, from nobody. */

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGALRM'] as const;
let before: Map<string, readonly NodeJS.SignalsListener[]>;
beforeEach(() => {
  before = new Map(SIGNALS.map((name) => [name, process.listeners(name)]));
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const name of SIGNALS)
    for (const listener of process.listeners(name))
      if (!before.get(name)!.includes(listener)) process.off(name, listener);
});

it.each([0, 60])(
  'a second one while the first is written to the log ends at once (drain %i s)',
  async (drain_s) => {
    const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
    const said: string[] = [];
    // Who reads the line answers before it is written whole.
    const info = (_: object, text: string): void => {
      said.push(text);
      process.emit('SIGINT', 'SIGINT');
    };
    const beforeEnd = vi.fn();
    const { asked, drained } = stopSignals({ info, warn: info } as unknown as Logger, { drain_s }, beforeEnd);
    process.emit('SIGTERM', 'SIGTERM');
    await Promise.all([asked, drained]);
    await expect.poll(() => beforeEnd).toHaveBeenCalledOnce();
    expect(exit).toHaveBeenCalledWith(1);
    expect(said).toHaveLength(drain_s > 0 ? 2 : 1);
  },
);

it('leaves no moment in which a signal would end the process by itself', () => {
  stopSignals({ info: () => undefined } as unknown as Logger, { drain_s: 0 });
  vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  for (const name of ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const) {
    process.emit(name, name);
    expect(process.listenerCount(name), name).toBeGreaterThan(before.get(name)!.length);
  }
});

import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { InputError } from '../../../errors.js';
import type { Board } from '../../../metrics/series.js';
import type { Only } from '../../settings/settings.js';
import { VERSION } from '../../terminal/version.js';
import { portError } from '../process/serve-port.js';

export interface ServedMetrics {
  /** Closes the port, and ends scrapes in progress. */
  close(): void;
}

/** Returns the values for a scrape. */
export type Look = () => Omit<Board, 'version' | 'startedAt_s'>;

export function wantsMetrics({ metricsPort }: Only<'metricsPort'>): boolean {
  return metricsPort !== 0;
}

/**
 * Answers scrapes on a separate port, if the settings specify one.
 * @param makeLook called only if the settings specify a port
 * @throws InputError if the port cannot be opened.
 */
export async function serveMetrics(
  settings: Only<'metricsHost' | 'metricsPort' | 'port'>,
  logger: Logger,
  makeLook: () => Look,
): Promise<ServedMetrics> {
  if (!wantsMetrics(settings)) return { close: () => undefined };
  const { metricsHost: host, metricsPort: port } = settings;
  if (port === settings.port)
    throw new InputError(`--port and --metrics-port are both ${port}; choose another port for one of them`);
  // The code that writes metrics is loaded only here.
  const [{ Exposition }, { openMetricsServer }] = await Promise.all([
    import('../../../metrics/exposition.js'),
    import('../../../metrics/metrics-server.js'),
  ]);
  const look = makeLook();
  const startedAt_s = Math.round(performance.timeOrigin) / 1000;
  const exposition = new Exposition(() => ({ ...look(), version: VERSION, startedAt_s }));
  let server: Server;
  try {
    server = await openMetricsServer({ host, port }, exposition);
  } catch (cause) {
    throw portError(cause, { host, port }, 'metrics-port');
  }
  logger.info({ host, port }, 'metrics are being served');
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

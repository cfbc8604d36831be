import type { TravelMode } from '../../travel-mode.js';
import type { EngineAddress, RouterEngine } from '../router-choice.js';
import type { Router } from '../router.js';
import type { CallCounter } from '../upstream/upstream-calls.js';
import { UpstreamClient, type UpstreamOptions } from '../upstream/upstream-client.js';
import { EqualRouters } from './equal-routers.js';
import { OSRM_PROBE_PATH, OsrmRouter, readOsrmProbe } from './osrm-router.js';
import { RouterOfModes } from './router-of-modes.js';
import { readValhallaProbe, VALHALLA_PROBE_PATH, ValhallaRouter } from './valhalla-router.js';

export interface EngineRoutersOptions {
  snapLimit_m: number;
  /** The maximum number of connections to each address. */
  connections: number;
  /** The time limit for an engine to report that it is ready, which is the same as for a request. */
  requestTimeout_ms: number;
  /** The time limit for an answer, which leaves time to try another engine. */
  answerTimeout_ms?: number;
  /**
   * @param source the engine, together with its mode if it has only one: `osrm driving`
   * @param engine the source with the engine's host: `osrm driving at 10.0.0.1:5000`
   */
  countOf?: (source: string, engine: string) => CallCounter;
  /** @param reason null if the engine responds, otherwise why it does not */
  onChange?: (where: string, reason: string | null) => void;
}

/** Combines the routers of a deployment that gets its routes from engines. */
export interface EngineRouters {
  router: Router;
  /** Starts watching the engines. Resolves when it is known for each engine whether it answers. */
  start(): Promise<void>;
  /** Ends all connections to the engines immediately. */
  close(): Promise<void>;
}

interface Kind {
  probe: Pick<UpstreamOptions, 'probePath' | 'readProbe'>;
  router: (client: UpstreamClient, options: { snapLimit_m: number }) => Router;
}

const KINDS: Readonly<Record<RouterEngine, Kind>> = {
  osrm: {
    probe: { probePath: OSRM_PROBE_PATH, readProbe: readOsrmProbe },
    router: (client, options) => new OsrmRouter(client, options),
  },
  valhalla: {
    probe: { probePath: VALHALLA_PROBE_PATH, readProbe: readValhallaProbe },
    router: (client, options) => new ValhallaRouter(client, options),
  },
};

/** Does not open any connections; `start` opens them. */
export function openEngineRouters(
  addresses: readonly EngineAddress[],
  options: EngineRoutersOptions,
): EngineRouters {
  const { snapLimit_m, connections, requestTimeout_ms, countOf, onChange } = options;
  const { answerTimeout_ms = requestTimeout_ms } = options;
  const clients: UpstreamClient[] = [];
  const routers: Partial<Record<TravelMode, Router>> = {};
  for (const { engine, urls, modes } of addresses) {
    const { probe, router } = KINDS[engine];
    const source = modes.length === 1 ? `${engine} ${modes[0]}` : engine;
    const equals = urls.map((url) => {
      const client: UpstreamClient = new UpstreamClient({
        ...probe,
        name: source,
        url,
        connections,
        probeTimeout_ms: requestTimeout_ms,
        ...(countOf === undefined ? {} : { count: countOf(source, `${source} at ${url.host}`) }),
        onChange: (reason) => onChange?.(client.where, reason),
      });
      clients.push(client);
      return router(client, { snapLimit_m });
    });
    const answering = equals.length === 1 ? equals[0] : new EqualRouters(equals, answerTimeout_ms);
    for (const mode of modes) routers[mode] = answering;
  }
  return {
    router: new RouterOfModes(routers),
    start: async () => void (await Promise.all(clients.map((client) => client.start()))),
    close: async () => void (await Promise.all(clients.map((client) => client.close()))),
  };
}

import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import { NoRouter } from '../../../sources/absent-sources.js';
import type { DataLicense } from '../../../sources/data-license.js';
import { CurrentDataset, type Sharing } from '../../../sources/embedded/dataset/current-dataset.js';
import type { CurrentMap } from '../../../sources/embedded/dataset/current-map.js';
import type { DatasetNews } from '../../../sources/embedded/dataset/dataset-news.js';
import { datasetLicenses, layerLicenses } from '../../../sources/embedded/dataset/dataset-licenses.js';
import type { HoldingClosure } from '../../../sources/embedded/embedded-page.js';
import { EmbeddedRouter } from '../../../sources/embedded/embedded-router.js';
import { exampleRequests, type ExampleRequests } from '../../../sources/embedded/example-requests.js';
import type { LoadedDataset } from '../../../sources/embedded/dataset/loaded-dataset.js';
import { parseGeocoderChoice } from '../../../sources/geocoder-choice.js';
import type { Geocoder } from '../../../sources/geocoder.js';
import { parseRouterChoices, type EngineAddress, type RouterChoice } from '../../../sources/router-choice.js';
import type { Router } from '../../../sources/router.js';
import type { VehicleZones } from '../../../sources/zones.js';
import type { inCallersTrace } from '../../../sources/upstream/caller-trace.js';
import type { Only } from '../../settings/settings.js';
import { noteIn, openGeocoder, type GeocoderSettings } from './serve-geocoder.js';
import { asksElsewhere, needsDataset, routesFromDataset } from './needs-dataset.js';
import { openMap } from './serve-map.js';
import type { ServingFigures } from '../log/serving-figures.js';

/** The sources of answers, according to the settings. */
export interface ServingSources {
  geocoder: Geocoder;
  router: Router;
  /** `null` if no answers come from a dataset. */
  dataset: CurrentDataset | null;
  /** `null` if the map is not served. */
  map: CurrentMap | null;
  /** Returns the served dataset's licenses. */
  licenses(): readonly DataLicense[];
  /** Adds calls to engines to the request's trace; `null` if there are no engines. */
  inTrace: typeof inCallersTrace | null;
  /** Closes the connections to external engines. */
  close(): Promise<void>;
}

function licensesOf({ metaText, layers }: LoadedDataset): DataLicense[] {
  return [...datasetLicenses(metaText), ...layerLicenses(layers)];
}

interface OpenRouter {
  name: string;
  router: Router;
  close(): Promise<void>;
}

type SourceSettings = GeocoderSettings &
  RouterSettings &
  Only<'geocoder' | 'router' | 'dataset' | 'map' | 'playground' | 'host'>;

/**
 * Opens the sources. The dataset is not loaded yet. Engines are monitored as soon as the sources are open.
 * @param parts.sharing see `CurrentDataset`
 * @param parts.closures the closures in force; absent if there are none
 * @param parts.zones the zones closed to vehicles; null or absent if there are none
 */
export async function openSources(
  settings: SourceSettings,
  logger: Logger,
  {
    figures,
    sharing,
    closures = () => [],
    zones = null,
  }: { figures: ServingFigures | null; sharing: Sharing } & Partial<Pick<RouterParts, 'closures' | 'zones'>>,
): Promise<ServingSources> {
  const dataset = needsDataset(settings)
    ? new CurrentDataset(
        settings.dataset,
        (news) => note(news, settings.dataset, { logger, figures }),
        sharing,
      )
    : null;
  const choices = parseRouterChoices(settings.router)!;
  const parts = {
    dataset,
    logger,
    figures,
    closures,
    zones,
    answerTimeout_ms: settings.requestTimeout_ms / choices.length,
  };
  const chosen = await openGeocoder(parseGeocoderChoice(settings.geocoder)!, settings, {
    ...parts,
    note: noteIn(logger, figures),
  });
  const open = (choice: RouterChoice): Promise<OpenRouter> => openRouter(choice, settings, parts);
  const routers = await Promise.all(choices.map(open));
  const map = dataset === null ? null : openMap(settings, logger);
  return {
    geocoder: chosen.geocoder,
    router: routers.length === 1 ? routers[0].router : await inOrder(routers, settings, parts),
    dataset,
    map,
    inTrace: asksElsewhere(settings)
      ? (await import('../../../sources/upstream/caller-trace.js')).inCallersTrace
      : null,
    licenses: () => [
      ...(dataset?.isLoaded === true ? licensesOf(dataset.pinned()) : []),
      ...chosen.licenses(),
    ],
    close: async () => {
      map?.close();
      await Promise.all([chosen, ...routers].map((source) => source.close()));
    },
  };
}

type RouterSettings = Only<'snapLimit_m' | 'snapDetour_m' | 'sourceConnections' | 'requestTimeout_ms'>;

interface RouterParts {
  dataset: CurrentDataset | null;
  logger: Logger;
  figures: ServingFigures | null;
  closures: () => readonly HoldingClosure[];
  zones: VehicleZones | null;
  /** See `openEngineRouters`. */
  answerTimeout_ms: number;
}

async function openRouter(
  choice: RouterChoice,
  settings: RouterSettings,
  parts: RouterParts,
): Promise<OpenRouter> {
  if (typeof choice === 'object') {
    const engines = await openEngines(choice, settings, parts);
    const name = choice
      .map(({ engine, urls }) => `${engine} at ${urls.map(({ host }) => host).join(' or ')}`)
      .join(' and ');
    return { name, router: engines.router, close: () => engines.close() };
  }
  const { snapLimit_m, snapDetour_m } = settings;
  const router =
    choice === 'none'
      ? new NoRouter()
      : new EmbeddedRouter(parts.dataset!, { snapLimit_m, snapDetour_m }, parts.closures, parts.zones);
  return { name: choice, router, close: () => Promise.resolve() };
}

/**
 * Counts the requests that the dataset answers when the engines cannot. The engines' clients count their own
 * calls.
 */
async function inOrder(
  routers: readonly OpenRouter[],
  { requestTimeout_ms }: RouterSettings,
  { logger, figures }: RouterParts,
): Promise<Router> {
  const { FallbackRouter } = await import('../../../sources/engines/fallback-router.js');
  const count = figures?.upstreams.counterOf('embedded');
  let answering = 0;
  return new FallbackRouter(routers, requestTimeout_ms, (name, index, duration_ms) => {
    if (name === 'embedded') count?.('ok', duration_ms);
    if (index === answering) return;
    answering = index;
    if (index === 0) logger.info({ router: name }, 'routes come from the first router again');
    else logger.warn({ router: name }, 'routes come from the next router: the earlier ones are unavailable');
  });
}

/** The code for engines is loaded only here, because a service without external engines does not need it. */
async function openEngines(
  addresses: readonly EngineAddress[],
  { snapLimit_m, sourceConnections, requestTimeout_ms }: RouterSettings,
  { logger, figures, answerTimeout_ms }: RouterParts,
): Promise<{ router: Router; close(): Promise<void> }> {
  const { openEngineRouters } = await import('../../../sources/engines/engine-routers.js');
  const engines = openEngineRouters(addresses, {
    snapLimit_m,
    connections: sourceConnections,
    requestTimeout_ms,
    answerTimeout_ms,
    ...(figures === null ? {} : { countOf: (source, engine) => figures.upstreams.counterOf(source, engine) }),
    onChange: (engine, reason) => {
      figures?.upstreams.note(engine, reason === null);
      if (reason === null) logger.info({ engine }, 'router answers');
      else logger.error({ engine, reason }, 'router does not answer');
    },
  });
  void engines.start();
  return engines;
}

/**
 * Returns example requests that this deployment can answer, for the start message; `null` if there are none.
 */
export function examplesOf(
  loaded: LoadedDataset,
  settings: Only<'geocoder' | 'router'>,
): ExampleRequests | null {
  if (settings.geocoder !== 'embedded') return null;
  const examples = exampleRequests(loaded);
  return examples === null || routesFromDataset(settings) ? examples : { ...examples, route: null };
}

/** Logs and counts the dataset's state changes. */
function note(
  news: DatasetNews,
  folder: string,
  { logger, figures }: { logger: Logger; figures: ServingFigures | null },
): void {
  switch (news.kind) {
    case 'loaded': {
      const { path, took_ms, isSwap, standsInFor, isMapped } = news;
      figures?.datasets.loaded(news);
      // If there was nothing to fall back to at startup, the caller reports why the dataset was refused and
      // exits.
      if (standsInFor !== null) {
        figures?.datasets.refused();
        logger.error({ path, reason: standsInFor.message }, 'dataset refused; an older one is served');
      }
      const fields = { path, took_ms: Math.round(took_ms), dataset: isMapped ? 'mapped' : 'read' };
      logger.info(fields, isSwap ? 'dataset swapped' : 'dataset loaded');
      break;
    }
    case 'refused':
      // Otherwise, a later event reports what is served, or the service waits for its first dataset, or the
      // start fails.
      if (news.isServing) {
        figures?.datasets.refused();
        logger.error(
          { reason: news.reason.message },
          'dataset refused or missing; the loaded one is still served',
        );
      }
      break;
    case 'left':
      figures?.datasets.refused();
      logger.error(
        { folder, reason: news.reason.message },
        'the served dataset is damaged and no older one is intact: nothing is served ' +
          'until you import again',
      );
      break;
    case 'recovered':
      logger.info({ path: news.path }, 'the dataset is intact again');
      break;
    case 'pointer':
      if (news.isMissing)
        logger.warn(
          { folder },
          'the file "current", which names the dataset to serve, is missing: the highest number is ' +
            'served; choose one with "gazarch rollback NUMBER"',
        );
      else logger.info({ folder }, 'the file "current" exists again');
      break;
    case 'own_places':
      if (news.taken instanceof Error) {
        const reason = news.taken.message;
        logger.error({ reason }, 'own places cannot be updated; the previous ones stay in use');
      } else {
        const { layers, places, took_ms } = news.taken;
        figures?.datasets.tookOwnPlaces(places);
        logger.info({ layers, places, took_ms: Math.round(took_ms) }, 'own places updated');
      }
      break;
    case 'roads':
      if (news.taken instanceof Error) {
        logger.error({ err: news.taken }, 'closures and dates cannot be applied, routes stay unchanged');
      } else {
        const changes = Math.max(...Object.values(news.taken.isKnown).map((ofMode) => ofMode.length));
        logger.debug({ changes, took_ms: Math.round(news.taken.took_ms) }, 'roads updated');
      }
      break;
    case 'speeds':
      noteSpeeds(news.taken, logger, figures);
  }
}

function noteSpeeds(
  taken: Extract<DatasetNews, { kind: 'speeds' }>['taken'],
  logger: Logger,
  figures: ServingFigures | null,
): void {
  if (taken instanceof Error) {
    logger.error(
      { reason: taken.message },
      'learned speeds cannot be updated; the previous ones stay in use',
    );
    return;
  }
  const written_ms = taken === null ? undefined : statSync(taken.path, { throwIfNoEntry: false })?.mtimeMs;
  figures?.datasets.tookSpeeds(
    written_ms === undefined ? null : { ways: taken!.ways, written_s: written_ms / 1000 },
  );
  logger.info({ ...taken }, 'learned speeds updated');
}
